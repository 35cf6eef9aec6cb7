import Foundation
import PhotoFixtures
import Testing

@testable import PhotoPipeline

@Suite("WebP decoder")
struct WebPDecoderTests {
  /// A picture with red, green, blue and alpha that all vary, some of it opaque and some of it gone.
  private static func pixels(width: Int, height: Int) -> [UInt8] {
    let raster = Raster.detail(width: width, height: height)
    var pixels: [UInt8] = []
    for index in 0..<width * height {
      pixels += raster.rgb[3 * index..<3 * index + 3]
      let alpha = index % width * 3 / 2 - 20
      pixels.append(UInt8(max(0, min(255, alpha))))
    }
    return pixels
  }

  /// What Pillow writes of red, green, blue and alpha.
  private static func encode(_ rgba: [UInt8], width: Int, height: Int, _ options: String) throws -> [UInt8] {
    let script = """
      import sys, io
      from PIL import Image
      size = (int(sys.argv[1]), int(sys.argv[2]))
      picture = Image.frombytes('RGBA', size, sys.stdin.buffer.read())
      out = io.BytesIO()
      picture.save(out, 'WEBP', \(options))
      sys.stdout.buffer.write(out.getvalue())
      """
    return try Pillow.run(script, ["\(width)", "\(height)"], input: rgba)
  }

  static let sizes = [(1, 1), (1, 7), (7, 1), (2, 2), (15, 17), (16, 16), (33, 31), (100, 75), (257, 130)]

  @Test("Lossless pixels are exact", .needsPillow)
  func lossless() throws {
    for (width, height) in Self.sizes {
      let raster = Raster.detail(width: width, height: height)
      let file = try Pillow.encode(raster, as: "WEBP", options: "lossless=True, exact=True")
      let decoded = try DecodedRaster(file)
      #expect(decoded.size == PixelSize(width: width, height: height))
      #expect(decoded.rgb == raster.rgb, "\(width)x\(height)")
    }
  }

  @Test("Transparent pixels are flattened on white", .needsPillow)
  func alpha() throws {
    for options in ["lossless=True, exact=True", "quality=80", "quality=80, alpha_quality=40"] {
      let files = try Self.sizes.map {
        try Self.encode(Self.pixels(width: $0.0, height: $0.1), width: $0.0, height: $0.1, options)
      }
      for (size, (file, expected)) in zip(Self.sizes, zip(files, try DecodedRaster.byPillow(files))) {
        #expect(try DecodedRaster(file).rgb == expected, "\(size) \(options)")
      }
    }
  }

  @Test(
    "Lossy planes are libwebp's own, stretched to full range",
    .enabled(if: Tool.isInstalled("dwebp"), "dwebp is not installed (webp)"), .needsPillow,
    arguments: sizes)
  func lossy(width: Int, height: Int) throws {
    let folder = try ScratchFolder()
    let raster = Raster.detail(width: width, height: height)
    let file = try Pillow.encode(raster, as: "WEBP", options: "quality=75")
    let path = try folder.write(file, as: "a.webp")
    _ = try Tool.output("dwebp", ["-quiet", "-yuv", path, "-o", folder.path + "/a.yuv"])
    let planes = try folder.read("a.yuv")
    let luma = planes.prefix(width * height).map { Self.stretched($0, from: 16, by: 219, to: 0) }
    // At full size chroma keeps its grid, so its samples are copied.
    let decoded = try DecodedRaster(file)
    let chroma = ((width + 1) / 2) * ((height + 1) / 2)
    let rest = planes.dropFirst(width * height)
    #expect(decoded.layout == .yCbCr420)
    #expect(decoded.planes[0] == luma)
    for (plane, part) in [rest.prefix(chroma), rest.dropFirst(chroma)].enumerated() {
      #expect(decoded.planes[plane + 1] == part.map { Self.stretched($0, from: 128, by: 224, to: 128) })
    }
  }

  private static func stretched(_ sample: UInt8, from zero: Double, by range: Double, to offset: Double)
    -> UInt8
  {
    // Where two integers are equally near, the lower.
    let exact = (Double(sample) - zero) * 255 / range + offset
    return UInt8(max(0, min(255, (exact - 0.5).rounded(.up))))
  }

  @Test("Of an animation the first frame is taken, on a white canvas")
  func animation() throws {
    let first = Raster.detail(width: 20, height: 14)
    let second = VP8LPicture(Raster.solid(width: 40, height: 32, .black))
    let frames: [(picture: VP8LPicture, left: Int, top: Int)] = [
      (picture: VP8LPicture(first), left: 6, top: 10), (picture: second, left: 0, top: 0),
    ]
    let decoded = try DecodedRaster(WebPFile.animation(width: 40, height: 32, frames).bytes)
    #expect(decoded.size == PixelSize(width: 40, height: 32))
    var expected = Raster.solid(width: 40, height: 32, .white)
    for y in 0..<14 { for x in 0..<20 { expected[x + 6, y + 10] = first[x, y] } }
    #expect(decoded.rgb == expected.rgb)
  }

  @Test("Pillow sees the same first frame", .needsPillow)
  func pillowAnimation() throws {
    let script = """
      import io, sys
      from PIL import Image
      frames = [Image.new('RGBA', (60, 40), (30 * n, 200, 90, 255 - 20 * n)) for n in range(1, 5)]
      out = io.BytesIO()
      frames[0].save(out, 'WEBP', save_all=True, append_images=frames[1:], duration=100)
      sys.stdout.buffer.write(out.getvalue())
      """
    let file = try Pillow.run(script)
    #expect(try DecodedRaster(file).rgb == DecodedRaster.byPillow([file])[0])
  }

  @Test("Wherever a file is cut, it is refused or gives the whole picture", .needsPillow)
  func everyCut() throws {
    let (width, height) = (40, 37)
    let rgba = Self.pixels(width: width, height: height)
    for options in ["lossless=True", "quality=60", "quality=60, alpha_quality=50"] {
      let whole =
        options == "quality=60"
        ? try Pillow.encode(.detail(width: width, height: height), as: "WEBP", options: options)
        : try Self.encode(rgba, width: width, height: height, options)
      let expected = try DecodedRaster(whole).planes
      for length in 0..<whole.count {
        do {
          let planes = try DecodedRaster(Array(whole.prefix(length))).planes
          #expect(planes == expected, "\(length) of \(whole.count), \(options)")
          #expect(length > whole.count - 4, "\(length) of \(whole.count), \(options)")
        } catch {
          let error = try #require(error as? PhotoPreparer.Error)
          #expect(["damaged", "not_an_image"].contains(error.code), "\(length): \(error)")
        }
      }
      let half = DecodedRaster.refusal(Array(whole.prefix(whole.count * 4 / 5)))
      #expect(half?.reason.contains("of 37 rows are missing") == true, "\(half.debugDescription)")
    }
  }

  @Test("Metadata around the picture, of any size, changes nothing")
  func noise() throws {
    let raster = Raster.detail(width: 30, height: 20)
    let big = WebPFile.Chunk("XMP ", [UInt8](repeating: 0x41, count: 2_000_001))
    let file = WebPFile.extended(VP8LPicture(raster), [.exif(EXIFBuilder(orientation: 3)), big])
    #expect(try DecodedRaster(file.bytes).rgb == raster.rgb)
    var late = WebPFile.simple(VP8LPicture(raster))
    late.chunks.insert(.init("junk", [1, 2, 3]), at: 0)
    late.claimedSize = 7
    late.trailer = [1, 2, 3]
    #expect(try DecodedRaster(late.bytes).rgb == raster.rgb)
  }

  @Test("A canvas that is not the picture's is damage")
  func contradictions() throws {
    let picture = VP8LPicture(Raster.detail(width: 30, height: 20))
    var file = WebPFile.extended(picture)
    file.chunks[0] = WebPFile.canvas(width: 31, height: 20, flags: 0)
    #expect(DecodedRaster.refusal(file.bytes)?.code == "damaged")
    let outside = WebPFile.animation(width: 40, height: 32, [(picture: picture, left: 12, top: 0)])
    #expect(DecodedRaster.refusal(outside.bytes)?.code == "damaged")
    #expect(DecodedRaster.refusal(WebPFile([.init("EXIF", [1, 2])]).bytes)?.code == "damaged")
  }

  @Test("The limits hold for what libwebp needs, before it begins")
  func limits() throws {
    let lossless = WebPFile.simple(VP8LPicture(Raster.detail(width: 50, height: 40)))
    let coded = lossless.chunks[0].data.count
    #expect(
      DecodedRaster.refusal(lossless.bytes) { $0.memory = 7 * 2000 + coded - 1 }?.reason.contains(
        "to decode") == true)
    #expect(DecodedRaster.refusal(lossless.bytes) { $0.pixels = 1999 }?.code == "too_large")
    // 16383x16383 of a color, in a few hundred bytes, needs 1.75 GiB.
    var vast = lossless
    vast.chunks[0].data.replaceSubrange(
      1..<5, with: ByteOrder.littleEndian.bytes(UInt32(16_382 | 16_382 << 14)))
    #expect(DecodedRaster.refusal(vast.bytes)?.code == "too_large")
    let lossy = WebPFile([.lossyHeader(width: 16_383, height: 16_383)])
    #expect(DecodedRaster.refusal(lossy.bytes)?.code == "too_large")
  }
}
