/// What a decoder must know of a HEIF or AVIF file before it decodes.
package struct HEIFStructure: Sendable, Hashable {
  /// The picture that the file is about.
  package let image: HEIFImage
  /// How much of each pixel is to be seen, as a picture of one channel; its size may differ by a pixel.
  package let alpha: HEIFImage?
  /// Whether the picture's colours were multiplied by alpha.
  package let isPremultiplied: Bool
  /// The part of the picture that is shown, before it is turned; all of it without a `clap` box.
  package let crop: PixelRectangle
  /// How that part must be turned, 1 to 8 as in EXIF, from `irot` and `imir`. EXIF has no say.
  package let orientation: Int
  /// What the samples mean; `nil` if the file does not say. Of a grid that says nothing itself, what its
  /// first tile says.
  package let color: HEIFColor?
  /// The ICC profile, whole; with both, it says what the colours are and ``color`` how they are coded.
  package let profileBytes: [UInt8]?
  /// What the profile means for the picture.
  package let profile: ICCProfile
  /// The brightest pixel in candela per square metre, if the file says so.
  package let brightestPixel: Double?

  /// Whether the turn swaps width and height.
  package var isTurnedSideways: Bool { orientation >= 5 }
  /// Width of the upright picture in pixels.
  package var uprightWidth: Int { isTurnedSideways ? crop.height : crop.width }
  /// Height of the upright picture in pixels.
  package var uprightHeight: Int { isTurnedSideways ? crop.width : crop.height }
}
