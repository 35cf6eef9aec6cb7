import Foundation

/// The real and the hostile files that lie beside the repository, if they do.
enum InspectionCorpus {
  static let folder: URL = {
    if let path = ProcessInfo.processInfo.environment["SHUTTERBOX_CORPUS"] {
      return URL(fileURLWithPath: path)
    }
    var root = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    return root.deletingLastPathComponent().appendingPathComponent("shared/corpus")
  }()

  static var isPresent: Bool { FileManager.default.fileExists(atPath: folder.path) }

  static let absence = "the corpus is absent; set SHUTTERBOX_CORPUS to its folder"

  /// The paths of the files of `folder` with the extension `type`, in order.
  static func files(in name: String, type: String? = nil) -> [String] {
    let found = try? FileManager.default.contentsOfDirectory(
      at: folder.appendingPathComponent(name), includingPropertiesForKeys: nil)
    return (found ?? []).filter { type == nil || $0.pathExtension == type }.map(\.path).sorted()
  }

  /// The rows of `facts.csv` by file name, each a dictionary by column.
  static func facts() throws -> [String: [String: String]] {
    let text = try String(contentsOf: folder.appendingPathComponent("facts.csv"), encoding: .utf8)
    let lines = text.split(whereSeparator: \.isNewline).map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    guard let header = lines.first else { return [:] }
    return Dictionary(
      uniqueKeysWithValues: lines.dropFirst().map {
        ($0[0], Dictionary(uniqueKeysWithValues: zip(header, $0)))
      })
  }
}
