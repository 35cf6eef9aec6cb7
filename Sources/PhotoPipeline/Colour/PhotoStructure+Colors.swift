import DurableFiles

extension PhotoStructure {
  /// What makes the colors of the picture in `source` sRGB; `nil` if they stay as they are.
  ///
  /// - Throws: ``FileSystemError`` if `source` cannot be read.
  func colorConversion(from source: any ByteSource) throws -> ColorConversion? {
    switch self {
    case .jpeg(let structure): try structure.colorConversion(from: source)
    case .png(let structure): try structure.colorConversion()
    case .webp(let structure):
      try structure.profileBytes.flatMap { try ColorConversion(profile: $0, channels: .rgb) }
    case .gif(let structure):
      try structure.profileBytes.flatMap { try ColorConversion(profile: $0, channels: .rgb) }
    case .heif(let structure): try structure.colorConversion()
    case .movie: nil
    }
  }
}

extension PNGStructure {
  private var channels: ColorConversion.Channels { colorType.isGray ? .gray : .rgb }

  /// Refuses pictures whose colors would come out wrong.
  func checkColors(file: String) throws(PhotoPreparer.Error) {
    guard let codePoints,
      let reason = VideoCodePoints.refusal(primaries: codePoints.primaries, transfer: codePoints.transfer)
    else { return }
    throw .unsupported(file: file, reason: reason)
  }

  /// PNG 3rd edition §4.3: `cICP` counts before `iCCP`, that before `sRGB`, that before `cHRM` and `gAMA`.
  fileprivate func colorConversion() throws -> ColorConversion? {
    if let codePoints {
      return VideoCodePoints.conversion(
        primaries: codePoints.primaries, transfer: codePoints.transfer, channels: channels)
    }
    if let profileBytes { return try ColorConversion(profile: profileBytes, channels: channels) }
    guard renderingIntent == nil, chromaticities != nil || gamma != nil else { return nil }
    var primaries = RGBPrimaries.bt709
    if let chromaticities {
      primaries = RGBPrimaries(
        red: chromaticities.red.point, green: chromaticities.green.point, blue: chromaticities.blue.point,
        white: chromaticities.white.point)
    }
    // Writers that mean sRGB store 0.45455, as the standard itself advises beside `sRGB` (§11.3.2.5).
    let isCommon = gamma.map { abs($0 - 0.45455) < 0.0001 } ?? true
    return ColorConversion(
      primaries: primaries, transfer: isCommon ? .sRGB : gamma.map { .gamma(1 / $0) } ?? .sRGB,
      channels: channels)
  }
}

extension PNGStructure.Chromaticity {
  fileprivate var point: SIMD2<Double> { SIMD2(x, y) }
}

extension HEIFStructure {
  /// Refuses pictures whose colors would come out wrong.
  func check(file: String) throws(PhotoPreparer.Error) {
    guard let color else { return }
    // A profile says what the colors are, but not that the picture is brighter than white.
    let reason =
      profileBytes == nil
      ? VideoCodePoints.refusal(primaries: color.primaries, transfer: color.transfer)
      : VideoCodePoints.refusalOfHighDynamicRange(transfer: color.transfer)
    if let reason { throw .unsupported(file: file, reason: reason) }
  }

  /// ISO/IEC 23000-22 §7.3.6.4: where there are both, the profile says what the colors are.
  fileprivate func colorConversion() throws -> ColorConversion? {
    let channels: ColorConversion.Channels = image.chroma == .monochrome ? .gray : .rgb
    if let profileBytes { return try ColorConversion(profile: profileBytes, channels: channels) }
    guard let color else { return nil }
    return VideoCodePoints.conversion(
      primaries: color.primaries, transfer: color.transfer, channels: channels)
  }
}
