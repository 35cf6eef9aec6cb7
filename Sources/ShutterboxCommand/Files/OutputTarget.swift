import DurableFiles
import PhotoPipeline

/// Where the results go.
enum OutputTarget: Hashable {
  case folder(FilePath)
  case file(FilePath)
  case standardOutput

  /// - Parameters:
  ///   - path: What `-o` says.
  ///   - operands: The files that the user named.
  init(_ path: FilePath, operands: [FilePath]) {
    let isOnePhoto = operands.count == 1 && !operands[0].isFolder
    let name = String(decoding: path.name, as: UTF8.self).lowercased()
    if path.isStandardStream {
      self = .standardOutput
    } else if isOnePhoto && (name.hasSuffix(".jpg") || name.hasSuffix(".jpeg")) {
      self = .file(path)
    } else {
      self = .folder(path)
    }
  }
}
