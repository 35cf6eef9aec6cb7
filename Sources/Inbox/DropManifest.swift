import DurableFiles

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What `drop.json` holds.
struct DropManifest: Codable {
  struct Entry: Codable {
    let file: String
    let name: String
    let bytes: Int
  }

  /// What only is read first, as anything else may change its meaning.
  private struct Header: Codable {
    let version: Int
  }

  static let fileName: FilePath = "drop.json"
  /// The version that is written, and the last that is read.
  static let version = 1
  /// The greatest size that is written and read, 4 MiB: room for thousands of files, and a bound for what a
  /// hostile one costs.
  static let byteLimit = 4 << 20

  let version: Int
  let created_at: String
  let files: [Entry]

  /// - Parameter createdAt: A time in whole milliseconds.
  init(createdAt: Date, files: [Drop.File]) {
    version = Self.version
    // A `Date` seldom holds a whole millisecond exactly, and the style may cut off what is just below one.
    created_at = Self.timeStyle.format(createdAt.addingTimeInterval(0.000_2))
    self.files = files.map { Entry(file: $0.file, name: $0.name, bytes: $0.byteCount) }
  }

  /// Reads `bytes`.
  ///
  /// - Throws: ``DropError`` of `drop` if it is of a later version, or says what it cannot mean.
  static func contents(_ bytes: [UInt8], of drop: Drop) throws(DropError) -> Drop.Contents {
    let data = Data(bytes)
    do {
      let header = try JSONDecoder().decode(Header.self, from: data)
      if header.version > version {
        throw DropError(
          code: .newerVersion, drop: drop, file: fileName.description,
          message: "is of version \(header.version), and only \(version) is known; update Shutterbox")
      }
      return try JSONDecoder().decode(DropManifest.self, from: data).checked(drop)
    } catch let error as DropError {
      throw error
    } catch {
      throw damaged(drop, "is not the JSON that was written")
    }
  }

  /// The contents, if they can be meant.
  private func checked(_ drop: Drop) throws(DropError) -> Drop.Contents {
    if version < 1 { throw Self.damaged(drop, "has a version below 1") }
    guard let date = Self.date(created_at) else { throw Self.damaged(drop, "has a time that is none") }
    if files.isEmpty { throw Self.damaged(drop, "names no file") }
    for (index, entry) in files.enumerated() {
      // Nothing but the numbers that are written: whatever is opened or removed has one of these names.
      if entry.file != "\(index + 1)" { throw Self.damaged(drop, "names a file that no drop has") }
      if entry.bytes < 0 { throw Self.damaged(drop, "has a size below 0") }
    }
    return Drop.Contents(
      createdAt: date, files: files.map { Drop.File(file: $0.file, name: $0.name, byteCount: $0.bytes) })
  }

  static func damaged(_ drop: Drop, _ message: String) -> DropError {
    DropError(code: .damaged, drop: drop, file: fileName.description, message: message)
  }

  /// RFC 3339 in UTC with milliseconds.
  private static var timeStyle: Date.ISO8601FormatStyle {
    Date.ISO8601FormatStyle(includingFractionalSeconds: true)
  }

  private static func date(_ text: String) -> Date? {
    // One of the two styles fails, which says no more than that it is not the one.
    (try? timeStyle.parse(text)) ?? (try? Date.ISO8601FormatStyle().parse(text))
  }
}
