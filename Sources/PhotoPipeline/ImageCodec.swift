#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a platform does with pixels: decode a photo, turn it upright, scale it down, encode it.
///
/// `ImageCodec+Linux.swift` does it on the C libraries of the formats, `ImageCodec+ImageIO.swift` on Apple's, behind the
/// same functions. macOS, where both are, takes ImageIO for HEIC and AVIF alone.
enum ImageCodec {
  /// A picture as it left the encoder, not yet proved to be clean.
  struct Encoded {
    let jpeg: Data
    /// Of the upright picture.
    let size: PixelSize
  }
}
