public import PhotoPipeline

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A deliberate original, ready to be written: full size, with its metadata.
public struct KeptPhoto: Sendable {
  /// The HEIC file.
  public let heic: Data
  /// Width of the upright picture in pixels.
  public let width: Int
  /// Height of the upright picture in pixels.
  public let height: Int
  /// Whether the original was a HEIC, of which these are the very bytes.
  public let isCopy: Bool
  /// The kinds of metadata that the file carries, each once, in the order of the file.
  public let kept: [MetadataKind]
  /// The kinds of metadata that the original carried and this file does not.
  public let leftOut: [MetadataKind]
}
