extension Raster {
  /// The picture as a portable pixmap, "P6" with a maximum of 255.
  public func ppm() -> [UInt8] {
    Array("P6\n\(width) \(height)\n255\n".utf8) + rgb
  }

  /// The picture as a portable graymap, "P5" with a maximum of 255.
  public func pgm() -> [UInt8] {
    Array("P5\n\(width) \(height)\n255\n".utf8) + luma()
  }

  /// One sample a pixel with the weights of JFIF (ITU-R BT.601): 0.299, 0.587, 0.114.
  public func luma() -> [UInt8] {
    var samples: [UInt8] = []
    samples.reserveCapacity(width * height)
    for index in stride(from: 0, to: rgb.count, by: 3) {
      let red = 299 * Int(rgb[index])
      let green = 587 * Int(rgb[index + 1])
      let blue = 114 * Int(rgb[index + 2])
      samples.append(UInt8((red + green + blue + 500) / 1000))
    }
    return samples
  }

  /// Reads a portable pixmap or graymap with a maximum of 255, as `djpeg` and Pillow write it.
  ///
  /// - Throws: ``FixtureError`` if the bytes are something else.
  public init(portableMap bytes: [UInt8]) throws {
    var position = 0
    func word() -> String {
      while position < bytes.count, bytes[position] <= 0x20 { position += 1 }
      let start = position
      while position < bytes.count, bytes[position] > 0x20 { position += 1 }
      return String(decoding: bytes[start..<position], as: UTF8.self)
    }
    let kind = word()
    guard kind == "P6" || kind == "P5", let width = Int(word()), let height = Int(word()), word() == "255"
    else { throw FixtureError("no portable map of 8 bits: \(bytes.prefix(20))") }
    let samples = Array(bytes.dropFirst(position + 1))
    let channels = kind == "P6" ? 3 : 1
    guard samples.count == width * height * channels else {
      throw FixtureError("a portable map of \(width)x\(height) has \(samples.count) samples")
    }
    self.init(
      width: width, height: height,
      rgb: channels == 3 ? samples : samples.flatMap { [$0, $0, $0] })
  }
}
