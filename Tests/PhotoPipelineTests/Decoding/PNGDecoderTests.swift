import Foundation
import PhotoFixtures
import Testing

@testable import PhotoPipeline

@Suite("PNG decoder")
struct PNGDecoderTests {
  /// A kind of PNG.
  struct Kind: CustomTestStringConvertible, Sendable {
    var color: PNGPicture.ColorType
    var depth: Int
    var isInterlaced: Bool
    var hasTransparency: Bool

    var testDescription: String {
      "\(color) \(depth)\(isInterlaced ? " interlaced" : "")\(hasTransparency ? " tRNS" : "")"
    }

    func picture(width: Int, height: Int, seed: UInt64 = 1) -> StoredPNG {
      let picture = StoredPNG(
        width: width, height: height, color, depth: depth, isInterlaced: isInterlaced, seed: seed)
      return hasTransparency ? picture.withTransparency() : picture
    }
  }

  static let kinds: [Kind] = {
    var kinds: [Kind] = []
    for color in PNGPicture.ColorType.allCases {
      for depth in color.bitDepths {
        for isInterlaced in [false, true] {
          for hasTransparency in [false, true] where !hasTransparency || color.rawValue < 4 {
            kinds.append(
              Kind(
                color: color, depth: depth, isInterlaced: isInterlaced, hasTransparency: hasTransparency))
          }
        }
      }
    }
    return kinds
  }()

  static let sizes = [
    (1, 1), (1, 9), (9, 1), (2, 2), (3, 5), (7, 8), (8, 7), (17, 31), (65, 33), (131, 9),
  ]

  @Test("Every color type, depth and interlacing gives the pixels that were stored", arguments: kinds)
  func pixels(kind: Kind) throws {
    for (width, height) in Self.sizes {
      let picture = kind.picture(width: width, height: height, seed: UInt64(width * 1000 + height))
      let decoded = try DecodedRaster(picture.bytes)
      #expect(decoded.size == PixelSize(width: width, height: height))
      #expect((decoded.layout == .gray) == [.gray, .grayAlpha].contains(kind.color))
      #expect(decoded.rgb == picture.flattened, "\(width)x\(height)")
    }
  }

  @Test("Pillow sees the same pixels", .needsPillow)
  func pillow() throws {
    // Pillow compares gray of 2 and 4 bits with the transparent one after widening only one of them.
    let kinds: [Kind] = Self.kinds.filter {
      $0.depth < 16 && !($0.color == .gray && [2, 4].contains($0.depth) && $0.hasTransparency)
    }
    let files = kinds.map { $0.picture(width: 67, height: 35).bytes }
    for (kind, (file, expected)) in zip(kinds, zip(files, try DecodedRaster.byPillow(files))) {
      #expect(try DecodedRaster(file).rgb == expected, "\(kind.testDescription)")
    }
  }

  @Test("What Pillow and its filters and compression write is read", .needsPillow)
  func compressed() throws {
    let raster = Raster.detail(width: 301, height: 207)
    let options = ["", "compress_level=9", "optimize=True", "compress_level=0"]
    for option in options {
      let file = try Pillow.encode(raster, as: "PNG", options: option)
      #expect(try DecodedRaster(file).rgb == raster.rgb, "\(option)")
    }
  }

  @Test("Image data in chunks of any size is one stream", arguments: [1, 2, 3, 100, 5000, 1 << 20])
  func dataChunks(count: Int) throws {
    let picture = StoredPNG(width: 150, height: 90, .rgb, depth: 8)
    #expect(try DecodedRaster(picture.file(dataChunkCount: count).bytes).rgb == picture.flattened)
  }

  @Test("16 bits are rounded, and flattened before they are")
  func deepSamples() throws {
    let levels = (0...65_535).filter { $0 % 13 == 0 || $0 % 257 > 253 || $0 % 257 < 4 || $0 % 257 / 2 == 64 }
    let samples = levels.map { UInt16($0) }
    let picture = StoredPNG(width: samples.count, height: 1, .gray, depth: 16, samples: samples)
    let decoded = try DecodedRaster(picture.bytes)
    #expect(decoded.planes[0] == levels.map { UInt8(($0 * 255 + 32_767) / 65_535) })
    // 0x0180 is nearer to 1 than to 2, and 0x8000 in half-transparent white stays white.
    let faint = StoredPNG(
      width: 2, height: 1, .grayAlpha, depth: 16, samples: [0x0180, 65_535, 65_535, 0x8000])
    #expect(try DecodedRaster(faint.bytes).planes[0] == [1, 255])
  }

  @Test("Black text on transparent black is black on white")
  func blackText() throws {
    let picture = StoredPNG(
      width: 3, height: 1, .rgbAlpha, depth: 8, samples: [0, 0, 0, 255, 0, 0, 0, 0, 0, 0, 0, 128])
    let decoded = try DecodedRaster(picture.bytes)
    #expect(decoded.planes == Array(repeating: [0, 255, 127], count: 3))
  }

  @Test("An index behind the end of the palette is black")
  func indexOutOfRange() throws {
    let palette = [Raster.Color(10, 20, 30), Raster.Color(40, 50, 60)]
    let picture = StoredPNG(
      width: 2, height: 1, .palette, depth: 8, samples: [1, 200], palette: palette)
    #expect(try DecodedRaster(picture.bytes).rgb == [40, 50, 60, 0, 0, 0])
  }

  @Test("Gamma and chromaticities change nothing: colors stay those of the file")
  func gamma() throws {
    let file = StoredPNG(width: 20, height: 10, .rgb, depth: 8).file()
    let expected = try DecodedRaster(file.bytes).rgb
    let tagged = file.adding([.gamma(100_000), .init("sBIT", [5, 6, 5])])
    #expect(try DecodedRaster(tagged.bytes).rgb == expected)
  }

  @Test("A frame behind the picture is no part of it")
  func animated() throws {
    var file = StoredPNG(width: 9, height: 5, .rgb, depth: 8).file()
    let expected = try DecodedRaster(file.bytes).rgb
    file = file.adding(.init("acTL", [0, 0, 0, 2, 0, 0, 0, 0]))
    file = file.adding(.init("fdAT", [UInt8](repeating: 7, count: 90)), at: .end)
    #expect(try DecodedRaster(file.bytes).rgb == expected)
  }
}
