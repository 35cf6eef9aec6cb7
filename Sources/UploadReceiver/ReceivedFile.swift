package import DurableFiles

/// A file that has come whole and is not kept yet.
public struct ReceivedFile: Sendable {
  /// What its first bytes say that it is.
  public let type: MediaType
  public let byteCount: Int
  let part: any ReceiverPart
}

extension ReceivedFile: ByteSource {
  /// What errors call it: the sender gave no name.
  package var name: String { "upload" }

  package func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(FileSystemError) -> Int {
    try part.read(into: buffer, at: offset)
  }
}
