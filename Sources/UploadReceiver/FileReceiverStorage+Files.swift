public import DurableFiles
import Hashing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension FileReceiverStorage {
  static func name(_ media: String, _ type: MediaType?) -> FilePath {
    FilePath(type.map { "\(media).\($0.fileExtension)" } ?? media)
  }

  static func sealName(_ media: String) -> FilePath { FilePath("\(media).json") }

  public func keep(_ upload: UploadRecord, as file: StoredFile) throws(FileSystemError) {
    if let there = try self.file(of: file.key) {
      guard there.byteCount == file.byteCount, there.sha256 == file.sha256 else {
        throw FileSystemError(
          code: .exists, path: "\(file.key.entry)/\(file.key.media)", message: "exists already")
      }
      try willTake(.removePart)
      try uploads.remove(Self.partName(upload.id))
      return
    }
    try willTake(.makeEntry)
    let entry = try root.makingFolder(FilePath(file.key.entry), isSynced: false)
    // Also a folder that was there: whoever made it may have died before this.
    try root.sync()
    try willTake(.moveFile)
    try uploads.move(Self.partName(upload.id), to: Self.name(file.key.media, file.type), in: entry)
    try willTake(.syncFile)
    try entry.sync()
    try uploads.sync()
    try seal(file, in: entry)
  }

  private func seal(_ file: StoredFile, in entry: Folder) throws(FileSystemError) {
    let name = Self.name(file.key.media, file.type)
    try write(SealFile.text(file, name: name.description), as: Self.sealName(file.key.media), in: entry)
  }

  public func file(of media: MediaKey) throws(FileSystemError) -> StoredFile? {
    guard let entry = try root.folderIfThere(FilePath(media.entry)) else { return nil }
    if let sealed = try sealedFile(of: media, in: entry) { return sealed }
    // The end came between the file and what lies beside it, or somebody has changed one of them.
    for type in MediaType.allCases.map(Optional.some) + [nil] {
      let source: FileByteSource
      do throws(FileSystemError) {
        source = try entry.open(Self.name(media.media, type))
      } catch  where error.code == .notFound {
        continue
      }
      let hasher = SHA256Hasher()
      let byteCount = try source.forEachPiece { hasher.update($0) }
      let file = StoredFile(
        key: media, byteCount: byteCount, sha256: hasher.finish(), type: type,
        receivedAt: try source.status().modificationDate)
      try seal(file, in: entry)
      return file
    }
    return nil
  }

  /// The file that what lies beside it tells of, if it is there and has that size.
  private func sealedFile(of media: MediaKey, in entry: Folder) throws(FileSystemError) -> StoredFile? {
    let seal: FileByteSource
    do throws(FileSystemError) {
      seal = try entry.open(Self.sealName(media.media))
    } catch  where error.code == .notFound {
      return nil
    }
    let receivedAt = try seal.status().modificationDate
    guard let bytes = try seal.bytes(limit: Self.recordLimit),
      let file = SealFile.read(bytes, of: media, receivedAt: receivedAt)
    else { return nil }
    do throws(FileSystemError) {
      let status = try entry.status(Self.name(media.media, file.type))
      return status.kind == .file && status.byteCount == file.byteCount ? file : nil
    } catch  where error.code == .notFound {
      return nil
    }
  }
}

extension FileStatus {
  /// When the content was last changed.
  var modificationDate: Date {
    let (seconds, fraction) = modifiedAt.components
    return Date(timeIntervalSince1970: Double(seconds) + Double(fraction) / 1e18)
  }
}
