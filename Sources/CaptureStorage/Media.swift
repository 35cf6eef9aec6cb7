public import Hashing

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A photo or movie that an entry owns.
public struct Media: Sendable, Hashable, Identifiable {
  /// What it is.
  public enum Kind: String, Sendable, CaseIterable {
    /// A prepared JPEG.
    case photo
    /// A movie, as recorded.
    case movie
  }

  /// Where it came from.
  public enum Source: String, Sendable, CaseIterable {
    /// Taken for this capture.
    case camera
    /// Chosen among the photos that the person has.
    case library
    /// A file that was handed over.
    case file
  }

  /// How far it is on its way to the receiver.
  public enum Upload: Sendable, Hashable {
    /// Still to be sent, and not before `nextTry`.
    case waiting(nextTry: Date)
    /// Being sent right now.
    case sending
    /// Sent, and the receiver has it.
    case sent
    /// Not to be sent again without somebody's help; `reason` says why.
    case stuck(reason: String)
  }

  public let id: Identifier<Media>
  /// The entry that owns them.
  public let entry: Identifier<Entry>
  /// Where the file is, relative to the home folder: `captures/<entry>/<media>.jpg`.
  public let file: String
  /// A photo or a movie.
  public let kind: Kind
  /// Where they came from.
  public let source: Source
  /// Size of the file in bytes.
  public let byteCount: Int
  /// The SHA-256 of the file.
  public let sha256: SHA256Digest
  /// Width of the upright picture in pixels.
  public let width: Int
  /// Height of the upright picture in pixels.
  public let height: Int
  /// The kinds of metadata that the original carried and this file does not, such as `exif`.
  public let removed: [String]
  /// How far they are on their way to the receiver.
  public let upload: Upload
}
