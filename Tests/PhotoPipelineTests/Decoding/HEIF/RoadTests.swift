import DurableFiles
import Foundation
import PhotoFixtures
import Testing

@testable import PhotoPipeline

/// libavcodec tile by tile and libheif whole are two readers of one picture.
@Suite("The two roads of a HEIF picture")
struct RoadTests {
  struct Kind: Sendable, CustomTestStringConvertible {
    var options = HEIFTool.Options()
    var size = (width: 96, height: 80)
    var testDescription: String {
      "\(options.isAVIF ? "AVIF" : "HEIC") \(options.isGray ? "gray" : options.chroma), \(options.bits) bits, "
        + "\(size.width)x\(size.height)\(options.alpha == nil ? "" : ", alpha")"
    }

    init(
      _ chroma: String = "420", bits: Int = 8, isAVIF: Bool = false, size: (Int, Int) = (96, 80),
      _ adjust: (inout HEIFTool.Options) -> Void = { _ in }
    ) {
      options.chroma = chroma
      options.bits = bits
      options.isAVIF = isAVIF
      adjust(&options)
      self.size = size
    }
  }

  static let kinds: [Kind] =
    [false, true].flatMap { isAVIF in
      ["420", "422", "444"].flatMap { chroma in
        // libheif 1.15 cannot give 10 bits to libaom.
        (isAVIF ? [8, 12] : [8, 10, 12]).map { Kind(chroma, bits: $0, isAVIF: isAVIF) }
      } + [
        Kind(isAVIF: isAVIF) { $0.isGray = true },
        Kind(isAVIF: isAVIF, size: (67, 43)),
        Kind("422", isAVIF: isAVIF, size: (67, 43)),
        Kind("444", isAVIF: isAVIF, size: (67, 43)),
      ]
    } + [Kind(bits: 10) { $0.isGray = true }]

  @Test("Both give the picture that was coded", .needsHEIFPrograms, arguments: kinds)
  func kind(_ kind: Kind) throws {
    let picture = Self.picture(kind)
    let source = MemoryByteSource(try HEIFTool.encode(picture, kind.options), name: "a.heic")
    let tiles = try DecodedPlanes(heif: source, usesTiles: true)
    let whole = try DecodedPlanes(heif: source, usesTiles: false)
    #expect(try #require(tiles.peakSignalToNoise(whole)) > 55)
    #expect(try #require(tiles.raster.peakSignalToNoise(picture)) > 36)
    #expect(try #require(whole.raster.peakSignalToNoise(picture)) > 36)
  }

  private static func picture(_ kind: Kind) -> Raster {
    let gradient = Raster.gradient(width: kind.size.width, height: kind.size.height)
    guard kind.options.isGray else { return gradient }
    return Raster(width: gradient.width, height: gradient.height) { x, y in
      let level = gradient[x, y].blue
      return Raster.Color(level, level, level)
    }
  }

  static let photos = ["heic", "avif"].flatMap { InspectionCorpus.files(in: "photos", type: $0) }

  @Test(
    "Both give the same samples of every photo of the corpus",
    .enabled(if: InspectionCorpus.isPresent, "\(InspectionCorpus.absence)"), arguments: photos)
  func corpus(path: String) throws {
    let source = try FileByteSource(path: path)
    let tiles = try DecodedPlanes(heif: source, usesTiles: true)
    let whole = try DecodedPlanes(heif: source, usesTiles: false)
    // Colors beyond RGB differ where libheif went by way of it.
    #expect(try #require(tiles.peakSignalToNoise(whole)) > 45)
  }
}
