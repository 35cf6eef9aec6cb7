import DurableFiles

/// What finishing an entry deletes: found out and checked before anything is deleted.
struct FinishingPlan {
  let entry: Identifier<Entry>
  private let folder: Folder?
  /// The owned files that are there, with their sizes in bytes.
  private let present: [(file: MediaFile, byteCount: Int)]
  /// Names in the folder that are not the entry's own.
  private let foreign: [FilePath]

  /// - Throws: ``CaptureStoreError`` with the code `notOwned` if something else is in the place of a file or of
  ///   the folder.
  init(entry: Identifier<Entry>, files: [MediaFile], in captures: CaptureFiles) throws {
    self.entry = entry
    folder = try captures.folder(of: entry)
    guard let folder else {
      present = []
      foreign = []
      return
    }
    let names = Set(try folder.names())
    present = try files.filter { names.contains($0.name) }.compactMap { file in
      let status: FileStatus
      do throws(FileSystemError) {
        status = try folder.status(file.name)
      } catch {
        // Another process that finishes the entry has just deleted it.
        if error.code == .notFound { return nil }
        throw error
      }
      guard status.kind == .file else { throw file.notAFile }
      return (file, status.byteCount)
    }
    foreign = names.subtracting(files.map(\.name)).sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
  }

  /// What would be deleted.
  func result() -> Finished {
    result(deleted: present)
  }

  /// Deletes the files, and the folder if nothing is left in it, and makes sure that they stay deleted.
  func delete(in captures: CaptureFiles) throws -> Finished {
    guard let folder else { return result(deleted: []) }
    // Another process may finish the same entry.
    let deleted = try present.filter { try folder.remove($0.file.name) }
    if try !captures.removeFolder(of: entry) { try folder.sync() }
    return result(deleted: deleted)
  }

  private func result(deleted: [(file: MediaFile, byteCount: Int)]) -> Finished {
    Finished(
      entry: entry, deleted: deleted.map(\.file.path),
      freedByteCount: deleted.reduce(0) { $0 + $1.byteCount },
      left: foreign.map { "\(CaptureFiles.capturesName)/\(entry)/\($0)" })
  }
}
