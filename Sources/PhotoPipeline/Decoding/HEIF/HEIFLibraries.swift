#if canImport(CHEIF)
  import CHEIF
#endif

/// Which of the libraries that HEIC and AVIF need are installed.
package struct HEIFLibraries: Sendable {
  /// Whether libheif can be opened, which decodes every kind of picture that it has a decoder for.
  package let hasLibheif: Bool
  /// Whether libavcodec can be opened and decodes the tiles of HEIC.
  package let decodesHEVC: Bool
  /// Whether libavcodec can be opened and decodes AVIF.
  package let decodesAV1: Bool

  /// Looks for the libraries, which stay loaded.
  ///
  /// - Returns: `nil` on systems where they are not used.
  package static func find() -> HEIFLibraries? {
    #if canImport(CHEIF)
      return HEIFLibraries(
        hasLibheif: opensLibheif(), decodesHEVC: opensDecoder(CHEIF_HEVC), decodesAV1: opensDecoder(CHEIF_AV1)
      )
    #else
      return nil
    #endif
  }

  #if canImport(CHEIF)
    /// Asks for a picture of an empty file: what is absent is told before what is wrong with the file.
    private static func opensLibheif() -> Bool {
      var image: OpaquePointer?
      var picture = cheif_picture()
      let status = cheif_image_decode({ _, _, _, _ in 0 }, nil, 0, 0, CHEIF_420, 1, 1, &image, &picture)
      cheif_image_destroy(image)
      return status != CHEIF_ABSENT
    }

    private static func opensDecoder(_ codec: cheif_codec) -> Bool {
      guard let decoder = cheif_tile_decoder_create(codec, nil, 0, 1) else { return false }
      cheif_tile_decoder_destroy(decoder)
      return true
    }
  #endif
}
