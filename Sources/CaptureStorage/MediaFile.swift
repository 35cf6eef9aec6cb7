import DurableFiles
import Hashing

/// The names that a media's file has: its own, and one while it is being written.
struct MediaFile: Hashable, Sendable {
  /// The extensions that files are given.
  static let extensions: Set = ["jpg", "mov", "mp4"]

  let entry: Identifier<Entry>
  let media: Identifier<Media>
  /// `<media>.<extension>`.
  let name: FilePath

  /// `.<media>.part`; it needs no row of its own, since it follows from the media's id.
  var partName: FilePath { Self.partName(of: media) }

  /// Where the file is, relative to the home folder.
  var path: String { "\(CaptureFiles.capturesName)/\(entry)/\(name)" }

  init(entry: Identifier<Entry>, media: Identifier<Media>, fileExtension: String) {
    self.entry = entry
    self.media = media
    name = FilePath("\(media).\(fileExtension)")
  }

  /// Takes what the ledger says.
  ///
  /// - Throws: ``CaptureStoreError`` with the code `notOwned` unless it is the name that this media's file
  ///   was given. That refuses paths that lead elsewhere as well as the files of others.
  init(entry: String, media: String, name: String) throws(CaptureStoreError) {
    guard let entryID = Identifier<Entry>(entry), let mediaID = Identifier<Media>(media),
      Self.extensions.contains(where: { name == "\(media).\($0)" }), entryID.text == entry,
      mediaID.text == media
    else {
      throw CaptureStoreError(
        code: .notOwned, subject: "\(entry)/\(name)",
        message: "the ledger names this, but it cannot be a file of the capture; it is not touched")
    }
    self.entry = entryID
    self.media = mediaID
    self.name = FilePath(name)
  }

  static func partName(of media: Identifier<Media>) -> FilePath { FilePath(".\(media).part") }

  /// The media that a part of `name` belongs to, or `nil` if it is none.
  static func media(ofPart name: FilePath) -> Identifier<Media>? {
    let text = name.description
    guard text.hasPrefix("."), text.hasSuffix(".part") else { return nil }
    return Identifier(String(text.dropFirst().dropLast(5)))
  }

  /// The media whose file has the final name `name`, or `nil` if it is none.
  static func media(of name: FilePath) -> Identifier<Media>? {
    let text = name.description
    guard let dot = text.lastIndex(of: "."), extensions.contains(String(text[text.index(after: dot)...]))
    else {
      return nil
    }
    return Identifier(String(text[..<dot]))
  }
}
