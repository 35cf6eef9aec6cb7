#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What a photo or movie file carries beside its picture.
public struct PhotoInspection: Sendable, Hashable {
  /// One piece of metadata and its size.
  public struct Block: Sendable, Hashable {
    /// What it is.
    public let kind: MetadataKind
    /// Its size in bytes: of a segment with its marker and length, of a part of another block (such as
    /// the GPS directory inside EXIF) that part alone, which the outer block counts too.
    public let byteCount: Int
  }

  /// A place on Earth in WGS 84.
  public struct Location: Sendable, Hashable {
    /// Degrees, -90 (south) to 90 (north).
    public let latitude: Double
    /// Degrees, -180 (west) to 180 (east).
    public let longitude: Double
    /// Metres above sea level, negative below it.
    public let altitude: Double?
  }

  /// The format that the bytes show.
  public let format: PhotoFormat
  /// The size of the file in bytes.
  public let byteCount: Int
  /// Width of the upright picture in pixels.
  public let width: Int
  /// Height of the upright picture in pixels.
  public let height: Int
  /// How the stored picture must be turned, 1 to 8 as in EXIF; `nil` if the file says nothing valid.
  public let orientation: Int?
  /// Where it was taken; `nil` if the file does not say.
  public let location: Location?
  /// When the photo was taken. EXIF times name a zone only if the camera wrote `OffsetTimeOriginal`;
  /// where it did not, the clock on the camera is taken for UTC.
  public let takenAt: Date?
  /// Maker and model.
  public let camera: String?
  /// The description of the colour profile.
  public let colorProfile: String?
  /// Every piece of metadata, in the order of the file. Of a file with more than 1024, the rest is
  /// summed up by kind.
  public let blocks: [Block]

  /// Whether the file carries a picture and nothing else.
  public var isClean: Bool { blocks.isEmpty }

  /// The kinds of ``blocks``, each once, in the order of the file.
  public var kinds: [MetadataKind] {
    var seen: Set<MetadataKind> = []
    return blocks.map(\.kind).filter { seen.insert($0).inserted }
  }
}
