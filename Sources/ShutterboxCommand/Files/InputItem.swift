import DurableFiles
import PhotoPipeline

/// One file to work on.
struct InputItem: Hashable {
  enum Content: Hashable {
    case file
    case standardInput
    /// A folder that could not be read stands in the list with the reason.
    case failure(ItemFailure)
  }

  /// As the user wrote it, or below the folder that the user wrote; `-` for standard input.
  let path: FilePath
  let content: Content

  /// Whether nothing has gone wrong with it yet.
  var isReadable: Bool {
    if case .failure = content { false } else { true }
  }

  /// Opens the file.
  func open() throws -> any ByteSource {
    switch content {
    case .file: try FileByteSource(path)
    case .standardInput: try StandardInput.read(name: path.description)
    case .failure(let failure): throw failure
    }
  }

  /// What the file is, or `nil` where that cannot be told.
  var identity: FileStatus.Identity? {
    switch content {
    // A file that is missing or out of reach is no file that could be overwritten.
    case .file: try? FileStatus(path, followingLinks: true).identity
    case .standardInput: FileStatus(descriptor: 0).flatMap { $0.kind == .file ? $0.identity : nil }
    case .failure: nil
    }
  }
}
