/// The reference programs of libjpeg-turbo, `cjpeg` and `djpeg`: a writer and an independent reader.
public enum JPEGTool {
  /// How `cjpeg` writes a JPEG.
  public struct Options: Sendable, Hashable {
    /// How many pixels, across and down, share one pair of chroma samples.
    public enum Sampling: String, Sendable, Hashable, CaseIterable {
      case s444 = "1x1"
      case s422 = "2x1"
      case s440 = "1x2"
      case s420 = "2x2"
      case s411 = "4x1"
      case s441 = "1x4"
      case s410 = "4x2"
    }

    /// What the components of the JPEG mean.
    public enum ColorSpace: String, Sendable, Hashable, CaseIterable {
      case yCbCr
      /// Red, green and blue as they are, with an Adobe segment that says so.
      case rgb
      case grayscale
    }

    /// 1 to 100 on the scale of libjpeg. Default: 85.
    public var quality = 85
    public var sampling = Sampling.s420
    public var colorSpace = ColorSpace.yCbCr
    public var isProgressive = false
    /// Arithmetic instead of Huffman coding.
    public var isArithmetic = false
    /// Huffman tables made for this picture.
    public var isOptimized = false
    /// A restart marker after so many rows of MCUs; none if 0.
    public var restartRows = 0

    public init(
      quality: Int = 85, sampling: Sampling = .s420, colorSpace: ColorSpace = .yCbCr,
      isProgressive: Bool = false, isArithmetic: Bool = false, isOptimized: Bool = false,
      restartRows: Int = 0
    ) {
      self.quality = quality
      self.sampling = sampling
      self.colorSpace = colorSpace
      self.isProgressive = isProgressive
      self.isArithmetic = isArithmetic
      self.isOptimized = isOptimized
      self.restartRows = restartRows
    }

    /// The command line of `cjpeg`.
    public var arguments: [String] {
      var list = ["-quality", "\(quality)"]
      switch colorSpace {
      case .yCbCr: list += ["-sample", sampling.rawValue]
      case .rgb: list += ["-rgb", "-sample", "1x1"]
      case .grayscale: list += ["-grayscale"]
      }
      if isProgressive { list.append("-progressive") }
      if isArithmetic { list.append("-arithmetic") }
      if isOptimized { list.append("-optimize") }
      if restartRows > 0 { list += ["-restart", "\(restartRows)"] }
      return list
    }
  }

  /// Writes a picture as a JPEG with a JFIF segment (an Adobe one for RGB) and no metadata.
  ///
  /// - Throws: ``FixtureError`` if `cjpeg` is missing or refuses.
  public static func encode(_ raster: Raster, _ options: Options = Options()) throws -> [UInt8] {
    try Tool.output("cjpeg", options.arguments, input: raster.ppm())
  }

  /// Reads the pixels of a JPEG as they are stored, whatever its orientation and profile say.
  ///
  /// - Parameter strict: Whether a warning counts as a failure.
  /// - Throws: ``FixtureError`` if `djpeg` is missing or cannot read the bytes.
  public static func decode(_ jpeg: [UInt8], strict: Bool = true) throws -> Raster {
    let result = try Tool.run("djpeg", (strict ? ["-strict"] : []) + ["-ppm"], input: jpeg)
    // djpeg ends with 2 after a warning.
    guard result.status == 0 || (!strict && result.status == 2) else {
      throw FixtureError("djpeg ended with \(result.status): \(result.errorText)")
    }
    return try Raster(portableMap: result.stdout)
  }
}
