import PhotoFixtures

extension Seeds {
  /// PNG, WebP and GIF of every kind that their decoders tell apart.
  static func decoders() throws -> [String: [UInt8]] {
    let raster = Raster.detail(width: 40, height: 24)
    var seeds: [String: [UInt8]] = [:]
    for color in PNGPicture.ColorType.allCases {
      for depth in color.bitDepths {
        for isInterlaced in [false, true] {
          var picture = PNGPicture(width: 21, height: 13, colorType: color, bitDepth: depth) {
            x, y, channel in
            UInt16(truncatingIfNeeded: x * 3000 + y * 700 + channel * 20_000)
          }
          picture.isInterlaced = isInterlaced
          picture.isFiltered = true
          let palette = color == .palette ? Raster.cornerColors.prefix(1 << depth) : []
          let file = PNGFile(picture, palette: Array(palette), dataChunkCount: 2)
          let key = color == .rgb ? [0, 0, 0, 0, 0, 0] : [UInt8](repeating: 0, count: 2)
          let name = "png-\(color)-\(depth)\(isInterlaced ? "-interlaced" : "")"
          seeds[name] = color.rawValue < 4 ? file.adding(.init("tRNS", key)).bytes : file.bytes
        }
      }
    }
    let options = [
      "lossy": "quality=75", "lossless": "lossless=True", "best": "lossless=True, method=6, quality=100",
    ]
    for (name, option) in options {
      seeds["webp-\(name)"] = try Pillow.encode(raster, as: "WEBP", options: option)
    }
    let lossless = VP8LPicture(raster)
    let frame = (picture: lossless, left: 6, top: 2)
    seeds["webp-frame"] = WebPFile.animation(width: 60, height: 40, [frame, frame]).bytes
    for option in ["interlace=0", "interlace=1, transparency=3"] {
      seeds["gif-\(option.prefix(11))"] = try Pillow.encode(raster, as: "GIF", options: option)
    }
    return seeds
  }
}
