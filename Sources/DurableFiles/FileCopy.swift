import CFileCopy

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Copies the bytes of a file into a new one in little memory, whatever the size.
///
/// Where the file system can let two files share their blocks, it does; else the kernel copies; else the
/// bytes go through a buffer of ``chunkByteCount``. Nothing but bytes is copied: no times, permissions or
/// extended attributes.
package struct FileCopy {
  /// How many bytes pass through memory at a time, 256 KiB.
  package static let chunkByteCount = 1 << 18
  /// How many bytes the kernel is asked to copy at a time, 64 MiB. It holds none of them for the process.
  private static let rangeByteCount = 1 << 26

  /// Gets the bytes of the copy once and in order, piece by piece, such as to compute a checksum.
  private let onBytes: ((UnsafeRawBufferPointer) -> Void)?
  /// Whether the kernel may share blocks or copy. A test does without.
  var usesKernel = true

  /// - Parameter onBytes: Gets the bytes of the copy once and in order, piece by piece.
  package init(onBytes: ((UnsafeRawBufferPointer) -> Void)? = nil) {
    self.onBytes = onBytes
  }

  /// Copies all of `source` into `target`, which is empty.
  ///
  /// The copy is not synced to the disk; ``NewFile/finish()`` does that.
  ///
  /// - Returns: The number of bytes copied.
  /// - Throws: ``FileSystemError`` that names the file that failed. A source that changes while it is copied
  ///   is an error: its size or the time of its last change differ, or the copy has another size.
  @discardableResult
  package func copy(_ source: FileByteSource, to target: NewFile) throws(FileSystemError) -> Int {
    let before = try source.status()
    try copyBytes(before.byteCount, of: source, to: target)
    let after = try source.status()
    var copy = stat()
    guard fstat(target.descriptor, &copy) == 0 else {
      throw FileSystemError(call: "fstat", path: target.path.description, errno: errno)
    }
    guard after.byteCount == before.byteCount, after.modifiedAt == before.modifiedAt,
      Int(copy.st_size) == before.byteCount
    else { throw .changedWhileCopied(source.name) }
    return before.byteCount
  }

  private func copyBytes(
    _ count: Int, of source: FileByteSource, to target: NewFile
  ) throws(FileSystemError) {
    if count == 0 { return try checkEmpty(source) }
    if usesKernel && fc_clone(source.descriptor, target.descriptor) == 0 {
      // The blocks are those of one moment, so the bytes are taken from the copy.
      if onBytes != nil {
        try stream(from: 0, to: count, of: target.descriptor, named: source.name, into: nil)
      }
      return
    }
    let done = usesKernel && onBytes == nil ? try copyRanges(count, of: source, to: target) : 0
    try stream(from: done, to: count, of: source.descriptor, named: source.name, into: target)
  }

  /// The files of /proc say that they are empty and are made when they are read.
  private func checkEmpty(_ source: FileByteSource) throws(FileSystemError) {
    var byte: UInt8 = 0
    let count = SystemCall.repeating { pread(source.descriptor, &byte, 1, 0) }
    if count < 0 { throw FileSystemError(call: "read", path: source.name, errno: errno) }
    if count > 0 {
      throw FileSystemError(
        code: .io, path: source.name, message: "does not tell its size; make a copy of it and name that")
    }
  }

  /// Lets the kernel copy for as long as it can.
  ///
  /// - Returns: How many bytes are copied. What is missing then is to be copied in another way.
  private func copyRanges(
    _ count: Int, of source: FileByteSource, to target: NewFile
  ) throws(FileSystemError) -> Int {
    var done = 0
    while done < count {
      let length = Int64(min(count - done, Self.rangeByteCount))
      let copied = SystemCall.repeating {
        fc_copy_range(source.descriptor, target.descriptor, Int64(done), length)
      }
      if copied < 0 && [ENOSPC, EDQUOT, EFBIG].contains(errno) {
        throw FileSystemError(call: "copy_file_range", path: target.path.description, errno: errno)
      }
      // Every other failure may be one of this call only: file systems refuse it with EXDEV, EINVAL,
      // EOPNOTSUPP, ENOSYS or EPERM. One of the disk returns with the next read or write, which also tells
      // on which side it is.
      if copied <= 0 { break }
      done += Int(copied)
    }
    return done
  }

  /// Reads the bytes from `start` to `end`, tells of them and writes them to `target`, if there is one.
  private func stream(
    from start: Int, to end: Int, of descriptor: CInt, named name: String, into target: NewFile?
  ) throws(FileSystemError) {
    if start >= end { return }
    let buffer = UnsafeMutableRawBufferPointer.allocate(
      byteCount: min(Self.chunkByteCount, end - start), alignment: 4096)
    defer { buffer.deallocate() }
    var done = start
    while done < end {
      let wanted = min(buffer.count, end - done)
      let count = SystemCall.repeating { pread(descriptor, buffer.baseAddress, wanted, off_t(done)) }
      if count < 0 { throw FileSystemError(call: "read", path: name, errno: errno) }
      // The file has become shorter, which the caller finds out.
      if count == 0 { return }
      let piece = UnsafeRawBufferPointer(rebasing: buffer[..<count])
      onBytes?(piece)
      if let target { try write(piece, at: done, to: target) }
      done += count
    }
  }

  private func write(
    _ bytes: UnsafeRawBufferPointer, at offset: Int, to target: NewFile
  ) throws(FileSystemError) {
    var done = 0
    while done < bytes.count {
      let count = SystemCall.repeating {
        pwrite(
          target.descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done, off_t(offset + done))
      }
      if count < 0 { throw FileSystemError(call: "write", path: target.path.description, errno: errno) }
      done += count
    }
  }
}
