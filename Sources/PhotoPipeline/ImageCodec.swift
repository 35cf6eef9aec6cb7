#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a platform does with pixels: decode a photo, turn it upright, scale it down, encode it.
///
/// The implementation is in `ImageCodec+Linux.swift`, on the C libraries of the formats. A platform
/// with a system codec of its own takes another file behind the same signature.
enum ImageCodec {
  /// A picture as it left the encoder, not yet proved to be clean.
  struct Encoded {
    let jpeg: Data
    /// Of the upright picture.
    let size: PixelSize
  }
}
