package import DurableFiles

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A photo or movie that is to become part of a capture.
public struct CaptureItem: Sendable {
  let content: Content

  enum Content: Sendable {
    case path(FilePath)
    case source(any ByteSource)
    /// What could not be opened, and why.
    case failure(any Error)
  }

  /// A file, which may be of any format that is read. It is not changed.
  public static func file(_ url: URL) -> CaptureItem { path(FilePath(url.path)) }

  /// The bytes of a file.
  ///
  /// - Parameter data: The bytes, of any format that is read.
  /// - Parameter name: What errors call it.
  public static func data(_ data: Data, name: String = "photo") -> CaptureItem {
    source(MemoryByteSource(data, name: name))
  }

  package static func path(_ path: FilePath) -> CaptureItem { CaptureItem(content: .path(path)) }

  package static func source(_ source: any ByteSource) -> CaptureItem {
    CaptureItem(content: .source(source))
  }

  /// Something that could not be opened: the report tells it in its place.
  package static func failed(_ error: any Error) -> CaptureItem { CaptureItem(content: .failure(error)) }

  /// Opens the file.
  func open() throws -> any ByteSource {
    switch content {
    case .path(let path): try FileByteSource(path)
    case .source(let source): source
    case .failure(let error): throw error
    }
  }
}
