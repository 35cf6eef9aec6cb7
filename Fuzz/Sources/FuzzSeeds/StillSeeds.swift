import PhotoFixtures

/// Small PNG, WebP and GIF files of every kind that the inspection tells apart, by name.
enum StillSeeds {
  private static let raster = Raster.gradient(width: 12, height: 7)
  private static let palette = (0..<4).map { Raster.Color(UInt8($0 * 60), 9, 200) }

  static func all() -> [String: [UInt8]] {
    pngs().merging(webps()) { $1 }.merging(gifs()) { $1 }
  }

  private static var exif: EXIFBuilder {
    var exif = EXIFBuilder(.bigEndian, orientation: 6, gps: GPSPosition(latitude: -33.5, longitude: 151.25))
    exif.makerNote = [1, 2, 3]
    exif.thumbnail = [0xFF, 0xD8, 0xFF, 0xD9]
    return exif
  }

  private static let packet = XMPPacket(["exif:GPSLatitude": "12,30N", "exif:GPSLongitude": "45,15E"])

  private static func pngs() -> [String: [UInt8]] {
    let plain = PNGFile(PNGPicture(raster))
    var seeds: [String: [UInt8]] = [:]
    for colorType in PNGPicture.ColorType.allCases {
      for depth in colorType.bitDepths {
        var picture = PNGPicture(width: 9, height: 9, colorType: colorType, bitDepth: depth) {
          x, y, channel in
          UInt16(truncatingIfNeeded: x * 77 + y * 1231 + channel)
        }
        picture.isInterlaced = depth == 8
        picture.isFiltered = true
        let colors = colorType == .palette ? Array(palette.prefix(1 << depth)) : []
        seeds["png-\(colorType)-\(depth)"] = PNGFile(picture, palette: colors, dataChunkCount: 2).bytes
      }
    }
    for carrier in PNGCarrier.allCases {
      seeds["png-carrier-\(carrier)"] = carrier.plant("TOKEN", in: plain).bytes
    }
    seeds["png-carriers"] = PNGCarrier.plantEverywhere("TOKEN", in: plain).bytes
    seeds["png-exif"] = plain.adding(.exif(exif)).bytes
    seeds["png-raw-exif"] = plain.adding(.rawProfile("APP1", exif.payload())).bytes
    seeds["png-xmp"] = plain.adding(.xmp(packet, isPacked: true)).bytes
    seeds["png-p3"] = plain.adding(.profile(ICCBuilder.displayP3().bytes())).bytes
    seeds["png-colors"] =
      plain.adding([
        .codePoints(primaries: 12, transfer: 13), .sRGB(), .gamma(45455), .sRGBChromaticities, .resolution,
        .transparency([0, 1, 0, 2, 0, 3]), .time,
      ]).bytes
    seeds["png-animated"] = plain.animated([PNGPicture(raster)]).bytes
    seeds["png-movie"] = plain.adding(trailer: MovieStub.mp4()).bytes
    seeds["png-vast"] = plain.claiming(PNGFile.header(width: 100_000, height: 100_000)).bytes
    seeds["png-no-end"] = plain.removing("IEND").bytes
    return seeds
  }

  private static func webps() -> [String: [UInt8]] {
    let picture = VP8LPicture(raster)
    let plain = WebPFile.extended(picture)
    var seeds = ["webp-simple": WebPFile.simple(picture).bytes, "webp-extended": plain.bytes]
    seeds["webp-lossy"] = WebPFile([.lossyHeader(width: 12, height: 7)]).bytes
    for carrier in WebPCarrier.allCases {
      seeds["webp-carrier-\(carrier)"] = carrier.plant("TOKEN", in: plain).bytes
    }
    seeds["webp-carriers"] = WebPCarrier.plantEverywhere("TOKEN", in: plain).bytes
    let p3 = ICCBuilder.displayP3().bytes()
    seeds["webp-metadata"] = WebPFile.extended(picture, [.profile(p3), .exif(exif), .xmp(packet)]).bytes
    let frames = [(picture: picture, left: 2, top: 4), (picture, 0, 0)]
    seeds["webp-animated"] = WebPFile.animation(width: 20, height: 16, frames, [.exif(exif)]).bytes
    var wrong = WebPFile.extended(picture, [.exif(exif)])
    wrong.claimedSize = 40
    seeds["webp-wrong-size"] = wrong.bytes
    return seeds
  }

  private static func gifs() -> [String: [UInt8]] {
    var frame = GIFFrame(width: 12, height: 7) { x, y in UInt8((x + y) & 3) }
    let plain = GIFFile(frame, palette: palette)
    var seeds = ["gif-plain": plain.bytes]
    for carrier in GIFCarrier.allCases {
      seeds["gif-carrier-\(carrier)"] = carrier.plant("TOKEN", in: plain).bytes
    }
    seeds["gif-carriers"] = GIFCarrier.plantEverywhere("TOKEN", in: plain).bytes
    seeds["gif-xmp"] = plain.adding(GIFFile.xmp(packet)).bytes
    seeds["gif-animated"] =
      plain.adding(GIFFile.loop(), GIFFile.control(transparent: 1)).appending(GIFFile.control(), frame.bytes)
      .bytes
    frame.isInterlaced = true
    frame.palette = palette
    seeds["gif-own-palette"] = GIFFile(frame, palette: []).bytes
    return seeds
  }
}
