import Hashing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A row of the tables `media` and `upload`, in the order of columns that all queries for media have.
struct MediaRow {
  private let id: String
  private let entry: String
  private let file: String
  private let kind: String
  private let source: String
  private let byteCount: Int
  private let sha256: [UInt8]
  private let width: Int
  private let height: Int
  private let removed: String
  private let upload: Media.Upload

  init(_ row: Row) {
    id = row.text(0) ?? ""
    entry = row.text(1) ?? ""
    file = row.text(2) ?? ""
    kind = row.text(3) ?? ""
    source = row.text(4) ?? ""
    byteCount = row.integer(5) ?? 0
    sha256 = row.blob(6) ?? []
    width = row.integer(7) ?? 0
    height = row.integer(8) ?? 0
    removed = row.text(9) ?? ""
    upload =
      switch row.text(10) {
      case nil: .sent
      case "sending": .sending
      case "stuck": .stuck(reason: row.text(12) ?? "")
      default: .waiting(nextTry: Date(milliseconds: row.integer(11) ?? 0))
      }
  }

  /// - Throws: ``CaptureStoreError`` with the code `invalid` if the row is none that this software wrote. Its
  ///   file's name may be anything; whoever uses it checks it.
  func media() throws(CaptureStoreError) -> Media {
    guard let kind = Media.Kind(rawValue: kind), let source = Media.Source(rawValue: source),
      let digest = SHA256Digest(bytes: sha256)
    else {
      throw CaptureStoreError(code: .invalid, subject: id, message: "the row of these media makes no sense")
    }
    return Media(
      id: Identifier(known: id), entry: Identifier(known: entry),
      file: "\(CaptureFiles.capturesName)/\(entry)/\(file)", kind: kind, source: source, byteCount: byteCount,
      sha256: digest, width: width, height: height,
      removed: removed.split(separator: " ").map(String.init), upload: upload)
  }
}
