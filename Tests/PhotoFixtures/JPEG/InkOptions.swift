/// How a JPEG of four components stores cyan, magenta, yellow and black.
public struct InkOptions: Sendable, Hashable, CaseIterable {
  /// Whether the first three components are YCbCr of the inks (YCCK).
  public var isYCCK: Bool
  /// Whether an Adobe segment tells the transform; YCCK cannot be told without it.
  public var hasAdobeMarker: Bool
  /// Whether 255 means no ink, as Adobe's programs write it.
  public var isInverted: Bool

  public init(isYCCK: Bool = false, hasAdobeMarker: Bool = true, isInverted: Bool = true) {
    self.isYCCK = isYCCK
    self.hasAdobeMarker = hasAdobeMarker
    self.isInverted = isInverted
  }

  /// What occurs in the wild.
  public static let allCases = [
    InkOptions(), InkOptions(isYCCK: true), InkOptions(hasAdobeMarker: false),
    InkOptions(hasAdobeMarker: false, isInverted: false),
  ]
}

extension JPEGFile {
  /// Writes a picture with four inks: black is what the three others share.
  ///
  /// - Throws: ``FixtureError`` if Pillow is missing.
  public static func inks(_ raster: Raster, _ options: InkOptions = InkOptions(), quality: Int = 95) throws
    -> JPEGFile
  {
    var samples: [UInt8] = []
    samples.reserveCapacity(raster.width * raster.height * 4)
    for start in stride(from: 0, to: raster.rgb.count, by: 3) {
      let color = raster.rgb[start..<start + 3]
      let light = Int(color.max() ?? 0)
      // The light that remains where an ink lies, after black is taken out.
      var inks = color.map { light == 0 ? 255 : Int($0) * 255 / light } + [light]
      if !options.isInverted { inks = inks.map { 255 - $0 } }
      if options.isYCCK { inks[0..<3] = ArraySlice(Self.yCC(ofInks: inks)) }
      samples += inks.map { UInt8($0) }
    }
    // Pillow stores the complement of what it is given, whatever the marker says.
    let script = """
      import sys, io
      from PIL import Image
      samples = bytes(255 - b for b in sys.stdin.buffer.read())
      out = io.BytesIO()
      size = (int(sys.argv[1]), int(sys.argv[2]))
      Image.frombytes('CMYK', size, samples).save(out, 'JPEG', quality=int(sys.argv[3]))
      sys.stdout.buffer.write(out.getvalue())
      """
    let arguments = [raster.width, raster.height, quality].map(String.init)
    let file = try JPEGFile(Pillow.run(script, arguments, input: samples))
      .settingAdobeTransform(options.isYCCK ? 2 : 0)
    return options.hasAdobeMarker ? file : file.removing(JPEGMarker.app(14))
  }

  /// The YCC of three inks. A reader computes RGB of YCC as JFIF does, and takes the complement for the
  /// inks; so the complement goes in here.
  private static func yCC(ofInks inks: [Int]) -> [Int] {
    let (red, green, blue) = (Double(255 - inks[0]), Double(255 - inks[1]), Double(255 - inks[2]))
    let luma = 0.299 * red + 0.587 * green + 0.114 * blue
    return [luma, (blue - luma) / 1.772 + 128, (red - luma) / 1.402 + 128].map {
      max(0, min(255, Int($0.rounded())))
    }
  }
}
