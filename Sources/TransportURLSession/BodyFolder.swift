import Foundation
import Transport

/// Files for what a session of the system is to send: it takes nothing else.
struct BodyFolder: Sendable {
  private let folder: URL

  init(_ folder: URL) { self.folder = folder }

  /// Writes `body` to a new file, which can be read while the device is locked.
  ///
  /// - Throws: ``HTTPTransportError`` with the code `storage` if the disk fails.
  func write(_ body: Data) throws(HTTPTransportError) -> URL {
    let file = folder.appendingPathComponent(UUID().uuidString)
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      #if os(iOS)
        try body.write(to: file, options: .completeFileProtectionUntilFirstUserAuthentication)
      #else
        try body.write(to: file)
      #endif
      return file
    } catch {
      remove(file)
      throw HTTPTransportError(code: .storage, message: "what is to be sent cannot be stored: \(error)")
    }
  }

  func remove(_ file: URL) {
    // One that stays is removed when the next process begins.
    try? FileManager.default.removeItem(at: file)
  }

  /// Removes what an earlier process left.
  func removeAll() {
    // There may be no folder yet.
    let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    for file in files ?? [] { remove(file) }
  }
}
