import PhotoFixtures
import Testing

/// Small files that claim to be vast.
@Suite("Bombs", .enabled(if: Tool.isInstalled(Pillow.python), "Python is not installed"))
struct BombTests {
  /// The exit status and the peak memory in KiB of a preparation.
  private static func prepare(_ bytes: [UInt8]) throws -> (status: Int, peak: Int) {
    let folder = try ScratchFolder()
    let path = try folder.write(bytes, as: "bomb")
    return try PeakMemory.run(
      [Shutterbox.path, "prepare", "-o", folder.path + "/out.jpg", "--json", path])
  }

  @Test("A small file that claims to be vast is refused in little memory")
  func claims() throws {
    let picture = PNGPicture(width: 1, height: 1, colorType: .rgbAlpha, bitDepth: 16) { _, _, _ in 0 }
    let png = PNGFile(picture)
    var bombs: [String: [UInt8]] = [:]
    for (width, height) in [(100_000, 100_000), (309, 15_403_836), (400_000_000, 1), (20_000, 20_000)] {
      for interlacing: UInt8 in [0, 1] {
        let header = PNGFile.header(
          width: width, height: height, bitDepth: 16, colorType: 6, interlacing: interlacing)
        bombs["PNG \(width)x\(height) \(interlacing)"] = png.claiming(header).bytes
      }
    }
    bombs["lossy WebP"] = WebPFile([.lossyHeader(width: 16_383, height: 16_383)]).bytes
    var lossless = WebPFile.simple(VP8LPicture(.gradient(width: 3, height: 3)))
    let sides = UInt32(16_382 | 16_382 << 14)
    lossless.chunks[0].data.replaceSubrange(1..<5, with: ByteOrder.littleEndian.bytes(sides))
    bombs["lossless WebP"] = lossless.bytes
    var codes = WebPFile.simple(VP8LPicture(.gradient(width: 3, height: 3)))
    codes.chunks[0].data = VP8LPicture.manyCodes(width: 1024, height: 1024)
    bombs["codes of a WebP"] = codes.bytes
    let frame = GIFFrame(width: 2, height: 2) { _, _ in 1 }
    var gif = GIFFile(frame, palette: [.black, .white])
    gif.width = 65_535
    gif.height = 65_535
    bombs["GIF"] = gif.bytes
    for (name, bytes) in bombs {
      let result = try Self.prepare(bytes)
      #expect(result.status == 1, "\(name)")
      #expect(result.peak < 64 << 10, "\(name): \(result.peak) KiB")
    }
  }

  @Test("Of many frames one is decoded, in little memory")
  func manyFrames() throws {
    let frame = GIFFrame(width: 1000, height: 1000) { x, y in UInt8((x ^ y) & 3) }
    let palette = Raster.cornerColors
    let file = GIFFile(
      width: 1000, height: 1000, palette: palette, Array(repeating: frame.bytes, count: 30))
    let result = try Self.prepare(file.bytes)
    #expect(result.status == 0)
    #expect(result.peak < 64 << 10, "\(result.peak) KiB")
  }
}
