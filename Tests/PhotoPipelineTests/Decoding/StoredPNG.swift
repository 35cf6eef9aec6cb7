import PhotoFixtures

/// A PNG of random pixels of one kind, and what a decoder must make of them.
struct StoredPNG {
  var picture: PNGPicture
  var palette: [Raster.Color] = []
  /// The data of the transparency chunk; no chunk if it is empty.
  var transparency: [UInt8] = []

  /// Random samples, extremes more often than others, and a random palette where there is one.
  init(
    width: Int, height: Int, _ color: PNGPicture.ColorType, depth: Int, isInterlaced: Bool = false,
    seed: UInt64 = 1
  ) {
    var random = SplitMix64(seed: seed)
    let most = UInt16(truncatingIfNeeded: 1 << depth - 1)
    picture = PNGPicture(width: width, height: height, colorType: color, bitDepth: depth) { _, _, _ in
      let value = random.next()
      return value % 5 == 0 ? 0 : value % 5 == 1 ? most : UInt16(truncatingIfNeeded: value >> 32) & most
    }
    picture.isInterlaced = isInterlaced
    picture.isFiltered = true
    if color == .palette {
      palette = (0..<1 << depth).map { _ in
        let value = random.next()
        return Raster.Color(
          UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8),
          UInt8(truncatingIfNeeded: value >> 16))
      }
    }
  }

  /// Given samples, row by row.
  init(
    width: Int, height: Int, _ color: PNGPicture.ColorType, depth: Int, samples: [UInt16],
    palette: [Raster.Color] = []
  ) {
    picture = PNGPicture(width: width, height: height, colorType: color, bitDepth: depth) { x, y, channel in
      samples[(y * width + x) * color.channelCount + channel]
    }
    self.palette = palette
  }

  /// The picture with random transparency, where its color type allows a chunk of it.
  func withTransparency() -> StoredPNG {
    var random = SplitMix64(seed: 2)
    var copy = self
    let channels = picture.colorType.channelCount
    switch picture.colorType {
    case .palette:
      copy.transparency = palette.dropLast().map { _ in
        let value = random.next()
        return value % 3 == 0 ? 0 : value % 3 == 1 ? 255 : UInt8(truncatingIfNeeded: value >> 32)
      }
    case .gray, .rgb:
      // The color of a pixel that is there.
      let first = picture.samples.count / channels / 2 * channels
      copy.transparency = picture.samples[first..<first + channels].flatMap { ByteOrder.bigEndian.bytes($0) }
    case .grayAlpha, .rgbAlpha: break
    }
    return copy
  }

  /// - Parameter dataChunkCount: Over how many chunks the image data are spread.
  func file(dataChunkCount: Int = 1) -> PNGFile {
    let file = PNGFile(picture, palette: palette, dataChunkCount: dataChunkCount)
    return transparency.isEmpty ? file : file.adding(.init("tRNS", transparency))
  }

  var bytes: [UInt8] { file().bytes }

  /// Red, green and blue of each pixel as a decoder must give them: 8 bits, flattened on white.
  var flattened: [UInt8] {
    let most = 1 << picture.bitDepth - 1
    let channels = picture.colorType.channelCount
    let hasKey = [.gray, .rgb].contains(picture.colorType)
    let key = stride(from: 0, to: hasKey ? transparency.count : 0, by: 2).map {
      UInt16(transparency[$0]) << 8 | UInt16(transparency[$0 + 1])
    }
    return stride(from: 0, to: picture.samples.count, by: channels).flatMap { start -> [UInt8] in
      let pixel = picture.samples[start..<start + channels]
      if pixel.elementsEqual(key) { return [255, 255, 255] }
      let levels: [UInt8]
      switch picture.colorType {
      case .palette:
        let index = Int(pixel[start])
        let alpha = index < transparency.count ? Int(transparency[index]) : 255
        let color = palette[index]
        levels = [color.red, color.green, color.blue].map { Self.level(Int($0), alpha: alpha, most: 255) }
      case .gray, .rgb: levels = pixel.map { Self.level(Int($0), alpha: most, most: most) }
      case .grayAlpha, .rgbAlpha:
        let alpha = Int(pixel[start + channels - 1])
        levels = pixel.dropLast().map { Self.level(Int($0), alpha: alpha, most: most) }
      }
      return levels.count == 1 ? [levels[0], levels[0], levels[0]] : levels
    }
  }

  private static func level(_ sample: Int, alpha: Int, most: Int) -> UInt8 {
    let flat = (sample * alpha + most * (most - alpha) + most / 2) / most
    return UInt8((flat * 255 + most / 2) / most)
  }
}
