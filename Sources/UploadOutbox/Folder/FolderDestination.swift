import CaptureStorage
package import DurableFiles
import Hashing

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A folder, such as one that is synchronized or mounted: media become `<entry>/<media>.jpg` in it.
///
/// A file appears under its name whole, synced, and read back, or not at all. The folder itself must be there: were
/// it made, media would land on the wrong disk while the right one is not mounted.
public struct FolderDestination: Destination {
  public let name: String
  public let isLocal = true
  private let path: FilePath

  /// - Parameter folder: Where the folders of entries are made.
  public init(folder: URL) {
    self.init(folder: FilePath(folder.path))
  }

  package init(folder: FilePath) {
    path = folder
    name = folder.description
  }

  public func send(_ delivery: Delivery) async throws(DeliveryError) {
    let folder = try Self.trying { () throws(FileSystemError) in
      try Folder(path).makingFolder(FilePath(delivery.media.entry.text))
    }
    let (name, part) = (FilePath(delivery.fileName), FilePath(".\(delivery.media.id).part"))
    if try Self.trying({ () throws(FileSystemError) in try folder.names() }).contains(name) {
      guard try await holds(delivery, name, in: folder) else {
        throw DeliveryError(
          code: .refused, reason: "another file has the name already: \(folder.path(of: name))")
      }
    } else {
      try await write(delivery, part, in: folder)
      guard try await holds(delivery, part, in: folder) else {
        throw DeliveryError(
          code: .failed, reason: "what was written to the folder cannot be read back as it was")
      }
      try Self.trying { () throws(FileSystemError) in try folder.rename(part, to: name) }
    }
    try Self.trying { () throws(FileSystemError) in try folder.sync() }
  }

  /// There is nothing to free: nothing is remembered, and the next attempt removes a part that is left.
  public func abandon(_ state: String) async throws(DeliveryError) {}

  public func check() async throws(DeliveryError) -> String {
    try Self.trying { () throws(FileSystemError) in
      let folder = try Folder(path)
      let probe = FilePath(".shutterbox-check")
      try folder.remove(probe)
      try folder.create(probe).finish()
      try folder.remove(probe)
      return "files can be written"
    }
  }

  /// Writes the file under the name `part`, whole and synced; what an attempt before has left there goes.
  private func write(
    _ delivery: Delivery, _ part: FilePath, in folder: Folder
  ) async throws(DeliveryError) {
    let file = try Self.trying { () throws(FileSystemError) in
      try folder.remove(part)
      return try folder.create(part, mode: 0o644)
    }
    var offset = 0
    for index in delivery.file.pieces.indices {
      if Task.isCancelled { throw DeliveryError(code: .interrupted, reason: "interrupted") }
      let piece = try delivery.file.piece(index)
      try Self.trying { () throws(FileSystemError) in try file.write(piece) }
      offset += piece.count
      delivery.report(.init(offset: offset, sentByteCount: offset))
      await Task.yield()
    }
    try Self.trying { () throws(FileSystemError) in try file.finish() }
  }

  /// Whether the file `name`, read back, is what is sent.
  private func holds(
    _ delivery: Delivery, _ name: FilePath, in folder: Folder
  ) async throws(DeliveryError) -> Bool {
    let source = try Self.trying { () throws(FileSystemError) in try folder.open(name) }
    do throws(DeliveryError) {
      _ = try await VerifiedFile(source, byteCount: delivery.file.byteCount, sha256: delivery.file.sha256)
      return true
    } catch {
      if error.code == .changed { return false }
      throw error
    }
  }

  private static func trying<Result>(
    _ body: () throws(FileSystemError) -> Result
  ) throws(DeliveryError) -> Result {
    do throws(FileSystemError) {
      return try body()
    } catch {
      throw DeliveryError(writing: error)
    }
  }
}

extension DeliveryError {
  /// Why a folder did not take a file.
  fileprivate init(writing error: FileSystemError) {
    let code: Code =
      switch error.code {
      case .noSpace: .busy
      case .notFound, .permissionDenied: .unreachable
      default: .failed
      }
    let hint = error.code == .notFound ? "; is the disk mounted?" : ""
    self.init(code: code, reason: "\(error.path): \(error.message)\(hint)")
  }
}
