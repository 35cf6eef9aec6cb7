import DurableFiles
import Hashing

/// A row of owned media that is compared with its file.
struct CheckedRow {
  let media: String
  let file: String
  let session: Int?
  private let byteCount: Int
  private let digest: SHA256Digest?

  init(_ row: Row) {
    media = row.text(0) ?? ""
    file = row.text(1) ?? ""
    byteCount = row.integer(2) ?? 0
    digest = row.blob(3).flatMap { SHA256Digest(bytes: $0) }
    session = row.integer(4)
  }

  /// What is wrong with the file, or `nil` if it is what the row says.
  func problem(of entry: String, in files: CaptureFiles) -> (kind: Finding.Kind, message: String)? {
    do {
      let own = try MediaFile(entry: entry, media: media, name: file)
      guard let folder = try files.folder(of: own.entry) else {
        return (.missingFile, "is missing, with the folder of its entry")
      }
      guard try folder.status(own.name).kind == .file else { throw own.notAFile }
      return try compare(folder.open(own.name))
    } catch let error as CaptureStoreError {
      return (.notOwned, error.message)
    } catch let error as FileSystemError where error.code == .notFound {
      return (.missingFile, "is missing")
    } catch let error as FileSystemError {
      return (.unreadable, error.message)
    } catch {
      return (.unreadable, "\(error)")
    }
  }

  private func compare(
    _ source: FileByteSource
  ) throws(FileSystemError) -> (kind: Finding.Kind, message: String)? {
    if source.byteCount == 0 { return (.emptyFile, "is empty; its row says \(byteCount) bytes") }
    if source.byteCount != byteCount {
      return (.wrongSize, "has \(source.byteCount) bytes; its row says \(byteCount)")
    }
    if try SHA256Digest(of: source) != digest {
      return (.wrongContent, "has another SHA-256 than its row says; it was changed after it was added")
    }
    return nil
  }
}
