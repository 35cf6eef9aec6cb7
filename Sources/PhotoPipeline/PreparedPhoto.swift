#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A photo that is cheap and private: upright, sRGB, small, and proved to carry no metadata.
public struct PreparedPhoto: Sendable {
  /// The JPEG file: SOI, JFIF, tables, picture, EOI, and no other segment.
  public let jpeg: Data
  /// Width of the upright picture in pixels.
  public let width: Int
  /// Height of the upright picture in pixels.
  public let height: Int
  /// What the original carried; its size, location and kinds of metadata.
  public let original: PhotoInspection

  /// The kinds of metadata that the original carried and this photo does not, each once, in the
  /// order in which they were found.
  public var removed: [MetadataKind] { original.kinds }

  /// Whether the original said where it was taken.
  public var hadLocation: Bool { original.location != nil || original.kinds.contains(.gps) }
}
