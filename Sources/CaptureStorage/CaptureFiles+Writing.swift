import DurableFiles
import Hashing

/// What a file was found to hold while it was written.
struct WrittenFile {
  let byteCount: Int
  let digest: SHA256Digest
}

extension CaptureFiles {
  /// Writes the content under the name of a part, and syncs it.
  ///
  /// The part is removed again if that fails.
  ///
  /// - Parameter folder: That of the entry.
  func write(
    _ content: NewMedia.Content, of file: MediaFile, in folder: Folder
  ) throws(FileSystemError) -> WrittenFile {
    let part = try folder.create(file.partName, temporaries: temporaries)
    do throws(FileSystemError) {
      let hasher = SHA256Hasher()
      let byteCount = try Self.fill(part, with: content, hasher: hasher)
      try part.finish()
      return WrittenFile(byteCount: byteCount, digest: hasher.finish())
    } catch {
      temporaries.remove(part.path)
      throw error
    }
  }

  private static func fill(
    _ part: NewFile, with content: NewMedia.Content, hasher: SHA256Hasher
  ) throws(FileSystemError) -> Int {
    switch content {
    case .bytes(let data):
      let bytes = Array(data)
      try part.write(bytes)
      bytes.withUnsafeBytes { hasher.update($0) }
      return bytes.count
    case .file(let source):
      return try FileCopy(onBytes: hasher.update).copy(source, to: part)
    case .source(let source):
      return try copy(source, to: part, hasher: hasher)
    }
  }

  private static func copy(
    _ source: any ByteSource, to part: NewFile, hasher: SHA256Hasher
  ) throws(FileSystemError) -> Int {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: FileCopy.chunkByteCount, alignment: 4096)
    defer { buffer.deallocate() }
    var done = 0
    while true {
      let count = try source.read(into: buffer, at: done)
      if count == 0 { break }
      let piece = UnsafeRawBufferPointer(rebasing: buffer[..<count])
      hasher.update(piece)
      try part.write(piece)
      done += count
    }
    guard done == source.byteCount else {
      throw FileSystemError(
        code: .io, path: source.name,
        message: "changed while it was being copied; try again when it is at rest")
    }
    return done
  }

  /// Gives the part its final name, and syncs the folder.
  func publish(_ file: MediaFile, in folder: Folder) throws(FileSystemError) {
    try temporaries.publish(folder.path(of: file.partName)) { () throws(FileSystemError) in
      try folder.rename(file.partName, to: file.name)
    }
    try folder.sync()
  }

  /// Removes the file and the part of it, whichever there is, and makes sure that they stay removed.
  func remove(_ file: MediaFile) throws {
    guard let folder = try folder(of: file.entry) else { return }
    let hadPart = try folder.remove(file.partName)
    let hadFile = try folder.remove(file.name)
    if hadPart || hadFile { try folder.sync() }
  }
}
