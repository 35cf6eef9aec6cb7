import Foundation
import PhotoFixtures
import Testing

@testable import PhotoPipeline

@Suite("GIF decoder")
struct GIFDecoderTests {
  static func palette(_ count: Int) -> [Raster.Color] {
    var colors: [Raster.Color] = []
    for index in 0..<count {
      let level = UInt8(index)
      colors.append(Raster.Color(level &* 7, level &* 31, 255 - level))
    }
    return colors
  }

  static func frame(width: Int, height: Int, colors: Int = 256, seed: UInt64 = 1) -> GIFFrame {
    var random = SplitMix64(seed: seed)
    return GIFFrame(width: width, height: height) { _, _ in UInt8(random.next() >> 32 % UInt64(colors)) }
  }

  /// Red, green and blue of the pixels of a frame.
  static func colors(_ frame: GIFFrame, _ palette: [Raster.Color], transparent: UInt8? = nil) -> [UInt8] {
    frame.indices.flatMap { index -> [UInt8] in
      if index == transparent { return [255, 255, 255] }
      let color = palette[Int(index)]
      return [color.red, color.green, color.blue]
    }
  }

  @Test("Every size, interlaced or not, gives the pixels that were stored", arguments: [false, true])
  func pixels(isInterlaced: Bool) throws {
    for (width, height) in [(1, 1), (1, 9), (9, 1), (3, 2), (5, 7), (16, 17), (67, 33), (300, 41)] {
      var frame = Self.frame(width: width, height: height)
      frame.isInterlaced = isInterlaced
      let decoded = try DecodedRaster(GIFFile(frame, palette: Self.palette(256)).bytes)
      #expect(decoded.size == PixelSize(width: width, height: height))
      #expect(decoded.layout == .rgb)
      #expect(decoded.rgb == Self.colors(frame, Self.palette(256)), "\(width)x\(height)")
    }
  }

  @Test("The frame's own colors come before those of all frames")
  func ownColors() throws {
    var frame = Self.frame(width: 20, height: 10, colors: 4)
    frame.palette = Array(Self.palette(8).suffix(4))
    let file = GIFFile(frame, palette: Self.palette(256))
    #expect(try DecodedRaster(file.bytes).rgb == Self.colors(frame, frame.palette))
    let alone = GIFFile(frame, palette: [])
    #expect(try DecodedRaster(alone.bytes).rgb == Self.colors(frame, frame.palette))
  }

  @Test("What is transparent, and what the frame leaves free, is white")
  func transparency() throws {
    var frame = Self.frame(width: 12, height: 8, colors: 4)
    let clear = GIFFile(frame, palette: Self.palette(4)).adding(GIFFile.control(transparent: 2))
    #expect(try DecodedRaster(clear.bytes).rgb == Self.colors(frame, Self.palette(4), transparent: 2))
    for isInterlaced in [false, true] {
      frame.left = 3
      frame.top = 5
      frame.isInterlaced = isInterlaced
      let file = GIFFile(width: 20, height: 19, palette: Self.palette(4), [frame.bytes])
      let decoded = try DecodedRaster(file.bytes)
      #expect(decoded.size == PixelSize(width: 20, height: 19))
      var expected = [UInt8](repeating: 255, count: 20 * 19 * 3)
      let pixels = Self.colors(frame, Self.palette(4))
      for y in 0..<8 {
        let place = ((y + 5) * 20 + 3) * 3
        expected.replaceSubrange(place..<place + 36, with: pixels[y * 36..<(y + 1) * 36])
      }
      #expect(decoded.rgb == expected)
    }
  }

  @Test("The canvas cuts a frame that is larger, and a canvas without a size is as large as the frame needs")
  func largeFrame() throws {
    var frame = Self.frame(width: 30, height: 20)
    let pixels = Self.colors(frame, Self.palette(256))
    for isInterlaced in [false, true] {
      frame.isInterlaced = isInterlaced
      var file = GIFFile(frame, palette: Self.palette(256))
      file.width = 10
      file.height = 0
      let decoded = try DecodedRaster(file.bytes)
      #expect(decoded.size == PixelSize(width: 10, height: 20))
      let expected = (0..<20).flatMap { pixels[$0 * 90..<$0 * 90 + 30] }
      #expect(decoded.rgb == expected)
      frame.left = 500
      let outside = GIFFile(width: 7, height: 7, palette: Self.palette(256), [frame.bytes])
      #expect(try DecodedRaster(outside.bytes).rgb == [UInt8](repeating: 255, count: 147))
      frame.left = 0
    }
  }

  @Test("An index behind the end of the table is black, and no table is damage")
  func tables() throws {
    let frame = GIFFrame(width: 2, height: 1) { x, _ in x == 0 ? 1 : 200 }
    #expect(
      try DecodedRaster(GIFFile(frame, palette: Self.palette(2)).bytes).rgb == [7, 31, 254, 0, 0, 0])
    let error = DecodedRaster.refusal(GIFFile(frame, palette: []).bytes)
    #expect(error?.code == "damaged")
    #expect(error?.reason == "its color table is missing")
  }

  @Test("Only the first of many frames is decoded, and what follows it may be anything")
  func animation() throws {
    let frame = Self.frame(width: 40, height: 30)
    let expected = Self.colors(frame, Self.palette(256))
    let other = Self.frame(width: 40, height: 30, seed: 9).bytes
    let many = GIFFile(frame, palette: Self.palette(256)).adding(GIFFile.loop())
      .appending(GIFFile.control(transparent: 1), other, GIFFile.comment("x"), other, [1, 2, 3])
    #expect(try DecodedRaster(many.bytes).rgb == expected)
  }

  @Test("Wherever a file is cut, it is refused or gives the whole picture", arguments: [false, true])
  func everyCut(isInterlaced: Bool) throws {
    var frame = Self.frame(width: 19, height: 13)
    frame.isInterlaced = isInterlaced
    let whole = GIFFile(frame, palette: Self.palette(256)).bytes
    let expected = Self.colors(frame, Self.palette(256))
    var shortest = whole.count
    for length in 0..<whole.count {
      do {
        #expect(try DecodedRaster(Array(whole.prefix(length))).rgb == expected, "\(length)")
        shortest = min(shortest, length)
      } catch {
        let error = try #require(error as? PhotoPreparer.Error)
        #expect(["damaged", "not_an_image"].contains(error.code), "\(length): \(error)")
        #expect(length < shortest, "\(length) bytes are refused and fewer are not")
      }
    }
    // Without the trailer byte and the last, empty block all is there.
    #expect((whole.count - 4...whole.count - 2).contains(shortest))
    let half = DecodedRaster.refusal(Array(whole.prefix(whole.count - 13 * 19 / 2)))
    #expect(half?.reason.contains("of 13 rows are missing") == true)
  }

  @Test("Codes that lead nowhere are damage")
  func brokenCodes() throws {
    let whole = GIFFile(Self.frame(width: 19, height: 13), palette: Self.palette(256)).bytes
    var bytes = whole
    // Behind the header, the table, the descriptor and the code size: a block of codes 511.
    let first = 13 + 768 + 10 + 1
    for place in first + 20..<first + 40 { bytes[place] = 0xFF }
    #expect(DecodedRaster.refusal(bytes)?.code == "damaged")
    bytes = whole
    bytes[first - 1] = 13
    #expect(DecodedRaster.refusal(bytes)?.code == "damaged")
    #expect(
      DecodedRaster.refusal(GIFFile(width: 3, height: 3, palette: Self.palette(2), []).bytes)?.code
        == "damaged")
  }

  @Test("Pillow sees the same pixels in what it writes", .needsPillow)
  func pillow() throws {
    let raster = Raster.detail(width: 201, height: 111)
    let files = try ["", "interlace=0", "transparency=3", "optimize=True"].map {
      try Pillow.encode(raster, as: "GIF", options: $0)
    }
    for (file, expected) in zip(files, try DecodedRaster.byPillow(files)) {
      #expect(try DecodedRaster(file).rgb == expected)
    }
  }

  @Test("The limits hold to the pixel and to the byte")
  func limits() throws {
    var frame = Self.frame(width: 40, height: 30)
    frame.isInterlaced = true
    let bytes = GIFFile(frame, palette: Self.palette(256)).bytes
    #expect(DecodedRaster.refusal(bytes) { $0.pixels = 1199 }?.code == "too_large")
    _ = try DecodedRaster(bytes) { $0.pixels = 1200 }
    #expect(DecodedRaster.refusal(bytes) { $0.memory = 1199 }?.reason.contains("to decode") == true)
    var vast = GIFFile(frame, palette: Self.palette(256))
    vast.width = 65_535
    vast.height = 65_535
    #expect(DecodedRaster.refusal(vast.bytes)?.code == "too_large")
  }
}
