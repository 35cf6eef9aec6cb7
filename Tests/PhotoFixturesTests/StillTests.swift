import PhotoFixtures
import Testing

/// The writers of PNG, WebP and GIF, against readers that know nothing of them.
@Suite("PNG, WebP and GIF", .needsPillow)
struct StillTests {
  /// The pixels of a picture that Pillow read, as red, green, blue and opacity.
  private func pixels(_ bytes: [UInt8], frame: Int = 0) throws -> [UInt8] {
    let script = """
      import sys, io
      from PIL import Image
      picture = Image.open(io.BytesIO(sys.stdin.buffer.read()))
      picture.seek(int(sys.argv[1]))
      sys.stdout.buffer.write(picture.convert('RGBA').tobytes())
      """
    return try Pillow.run(script, ["\(frame)"], input: bytes)
  }

  private static let palette = (0..<256).map { Raster.Color(UInt8($0), UInt8(255 - $0), UInt8($0 / 2)) }

  @Test(
    "A PNG of every color type up to 8 bits has the pixels that were written",
    arguments: PNGPicture.ColorType.allCases, [false, true])
  func png(colorType: PNGPicture.ColorType, isInterlaced: Bool) throws {
    for depth in colorType.bitDepths where depth <= 8 {
      var picture = PNGPicture(width: 13, height: 9, colorType: colorType, bitDepth: depth) { x, y, channel in
        UInt16(x * 7 + y * 31 + channel * 50)
      }
      picture.isInterlaced = isInterlaced
      picture.isFiltered = true
      let colors = colorType == .palette ? Array(Self.palette.prefix(1 << depth)) : []
      let found = try pixels(PNGFile(picture, palette: colors, dataChunkCount: 3).bytes)
      let scale = 255 / (1 << depth - 1)
      let expected = (0..<13 * 9).flatMap { index -> [UInt8] in
        let channels = colorType.channelCount
        let samples = picture.samples[index * channels..<(index + 1) * channels].map { UInt8($0) }
        switch colorType {
        case .gray:
          let gray = UInt8(Int(samples[0]) * scale)
          return [gray, gray, gray, 255]
        case .grayAlpha: return [samples[0], samples[0], samples[0], samples[1]]
        case .rgb: return samples + [255]
        case .rgbAlpha: return samples
        case .palette:
          let color = colors[Int(samples[0])]
          return [color.red, color.green, color.blue, 255]
        }
      }
      #expect(found == expected, "\(colorType), \(depth) bits")
    }
  }

  @Test("A PNG of 16 bits a sample is sound", .needsExifTool, arguments: PNGPicture.ColorType.allCases)
  func deepPNG(colorType: PNGPicture.ColorType) throws {
    guard colorType.bitDepths.contains(16) else { return }
    let picture = PNGPicture(width: 5, height: 4, colorType: colorType, bitDepth: 16) { x, y, channel in
      UInt16(x * 9000 + y * 700 + channel)
    }
    let bytes = PNGFile(picture).bytes
    #expect(try pixels(bytes).count == 5 * 4 * 4)
    #expect(try ExifTool.tags(bytes)["PNG:BitDepth"] == "16")
  }

  @Test("The frames of an animated PNG are found by Pillow")
  func animatedPNG() throws {
    let frames = (0..<3).map { number in
      PNGPicture(width: 4, height: 4) { _, _, channel in UInt16(number * 60 + channel) }
    }
    let bytes = PNGFile(frames[0]).animated(Array(frames.dropFirst())).bytes
    for number in 0..<3 {
      let color: [UInt8] = [0, 1, 2].map { UInt8(number * 60 + $0) } + [255]
      let expected = Array([[UInt8]](repeating: color, count: 16).joined())
      #expect(try pixels(bytes, frame: number) == expected)
    }
  }

  @Test("A lossless WebP has the pixels that were written, in its simple form and with a canvas")
  func webp() throws {
    let rgba = (0..<37 * 11).flatMap { (index: Int) -> [UInt8] in
      [UInt8(index & 255), UInt8(index / 3 & 255), UInt8(index * 5 & 255), 255]
    }
    let opaque = VP8LPicture(width: 37, height: 11, rgba: rgba)
    #expect(try pixels(WebPFile.simple(opaque).bytes) == rgba)
    var transparent = rgba
    for index in stride(from: 3, to: rgba.count, by: 8) { transparent[index] = UInt8(index & 127) }
    let picture = VP8LPicture(width: 37, height: 11, rgba: transparent)
    #expect(try pixels(WebPFile.extended(picture, [.exif(EXIFBuilder(orientation: 6))]).bytes) == transparent)
  }

  @Test("The frames of an animated WebP are found by Pillow")
  func animatedWebP() throws {
    let frames = (0..<2).map { VP8LPicture(.solid(width: 6, height: 4, .init(UInt8($0 * 90), 5, 7))) }
    let bytes = WebPFile.animation(width: 6, height: 4, frames.map { ($0, 0, 0) }).bytes
    #expect(try pixels(bytes, frame: 0) == frames[0].rgba)
    #expect(try pixels(bytes, frame: 1) == frames[1].rgba)
  }

  @Test("A GIF has the pixels that were written", arguments: [false, true])
  func gif(isInterlaced: Bool) throws {
    var frame = GIFFrame(width: 41, height: 23) { x, y in UInt8((x * 3 + y * 5) & 255) }
    frame.isInterlaced = isInterlaced
    let expected = frame.indices.flatMap { index -> [UInt8] in
      let color = Self.palette[Int(index)]
      return [color.red, color.green, color.blue, 255]
    }
    #expect(try pixels(GIFFile(frame, palette: Self.palette).bytes) == expected)
    frame.palette = Self.palette
    let file = GIFFile(frame, palette: []).adding(GIFFile.control(transparent: 0), GIFFile.loop())
    let found = try pixels(file.appending(GIFFile.control(), frame.bytes).bytes)
    #expect(found.count == expected.count && found[3] == 0)
    #expect(found.indices.allSatisfy { $0 % 4 == 3 || found[$0] == expected[$0] })
  }

  @Test("ExifTool sees a token in every carrier that it knows", .needsExifTool)
  func carriers() throws {
    let token = "TOKEN123"
    let raster = Raster.gradient(width: 8, height: 8)
    let png = PNGFile(PNGPicture(raster))
    for carrier in PNGCarrier.allCases
    where ![.unknownChunk, .contentCredentials, .strayData, .laterFrame, .trailer].contains(carrier) {
      #expect(try ExifTool.dump(carrier.plant(token, in: png).bytes).contains(token), "PNG \(carrier)")
    }
    let webp = WebPFile.extended(VP8LPicture(raster))
    for carrier in WebPCarrier.allCases where carrier != .trailer {
      #expect(try ExifTool.dump(carrier.plant(token, in: webp).bytes).contains(token), "WebP \(carrier)")
    }
    let gif = GIFFile(GIFFrame(width: 8, height: 8) { x, _ in UInt8(x) }, palette: Self.palette)
    for carrier in [GIFCarrier.comment, .xmp, .profile] {
      #expect(try ExifTool.dump(carrier.plant(token, in: gif).bytes).contains(token), "GIF \(carrier)")
    }
  }
}
