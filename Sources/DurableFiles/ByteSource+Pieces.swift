extension ByteSource {
  /// Hands all bytes to `body`, in order and piece by piece, in little memory whatever their number.
  ///
  /// - Returns: How many bytes there were.
  /// - Throws: ``FileSystemError`` if they cannot be read, or what `body` throws.
  @discardableResult
  package func forEachPiece(
    _ body: (UnsafeRawBufferPointer) throws(FileSystemError) -> Void
  ) throws(FileSystemError) -> Int {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: FileCopy.chunkByteCount, alignment: 4096)
    defer { buffer.deallocate() }
    var done = 0
    while true {
      let count = try read(into: buffer, at: done)
      if count == 0 { return done }
      try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      done += count
    }
  }

  /// All bytes of a small file.
  ///
  /// - Returns: `nil` if there are more than `limit`.
  package func bytes(limit: Int) throws(FileSystemError) -> [UInt8]? {
    if byteCount > limit { return nil }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: byteCount, alignment: 1)
    defer { buffer.deallocate() }
    let count = try read(into: buffer, at: 0)
    return Array(buffer[..<count])
  }
}
