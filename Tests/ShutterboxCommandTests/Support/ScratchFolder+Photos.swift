import Foundation
import PhotoFixtures

extension ScratchFolder {
  /// A photo of 64 by 48 pixels without metadata.
  static let photo: [UInt8] = try! JPEGTool.encode(.gradient(width: 64, height: 48))

  /// Makes a folder, with those above it.
  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: "\(path)/\(name)", withIntermediateDirectories: true)
  }

  /// Writes photos under these names.
  func writePhotos(_ names: String...) throws {
    for name in names { try write(Self.photo, as: name) }
  }

  /// Every file below the folder by its relative path, sorted, hidden ones too.
  func files() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: path).filter { name in
      var isFolder: ObjCBool = false
      return !FileManager.default.fileExists(atPath: "\(path)/\(name)", isDirectory: &isFolder)
        || !isFolder.boolValue
    }.sorted()
  }
}
