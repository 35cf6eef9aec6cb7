import DurableFiles
import Hashing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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
      let written = try Self.fill(part, with: content)
      try part.finish()
      return written
    } catch {
      temporaries.remove(part.path)
      throw error
    }
  }

  private static func fill(
    _ part: NewFile, with content: NewMedia.Content
  ) throws(FileSystemError) -> WrittenFile {
    let hasher = SHA256Hasher()
    switch content {
    case .bytes(let data, let digest):
      // `withUnsafeBytes` of `Data` passes on no typed error.
      let failure = data.withUnsafeBytes { buffer -> FileSystemError? in
        do throws(FileSystemError) {
          try part.write(buffer)
          return nil
        } catch {
          return error
        }
      }
      if let failure { throw failure }
      return WrittenFile(byteCount: data.count, digest: digest)
    case .file(let source):
      let byteCount = try FileCopy(onBytes: hasher.update).copy(source, to: part)
      return WrittenFile(byteCount: byteCount, digest: hasher.finish())
    case .source(let source):
      let byteCount = try copy(source, to: part, hasher: hasher)
      return WrittenFile(byteCount: byteCount, digest: hasher.finish())
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
  func publish(_ file: MediaFile, in entry: EntryFolder) throws(FileSystemError) {
    try temporaries.publish(entry.folder.path(of: file.partName)) { () throws(FileSystemError) in
      try entry.folder.rename(file.partName, to: file.name)
    }
    try entry.sync()
  }

  /// Removes the file and the part of it, whichever there is, and makes sure that they stay removed.
  func remove(_ file: MediaFile) throws {
    guard let folder = try folder(of: file.entry) else { return }
    let hadPart = try folder.remove(file.partName)
    let hadFile = try folder.remove(file.name)
    if hadPart || hadFile { try folder.sync() }
  }
}
