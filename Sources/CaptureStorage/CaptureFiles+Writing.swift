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
      try part.write(data)
      return WrittenFile(byteCount: data.count, digest: digest)
    case .file(let source):
      let byteCount = try FileCopy(onBytes: hasher.update).copy(source, to: part)
      return WrittenFile(byteCount: byteCount, digest: hasher.finish())
    case .source(let source):
      let byteCount = try source.forEachPiece { piece throws(FileSystemError) in
        hasher.update(piece)
        try part.write(piece)
      }
      guard byteCount == source.byteCount else { throw .changedWhileCopied(source.name) }
      return WrittenFile(byteCount: byteCount, digest: hasher.finish())
    }
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
