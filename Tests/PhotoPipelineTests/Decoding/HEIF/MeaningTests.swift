import DurableFiles
import Foundation
import PhotoFixtures
import Testing

@testable import PhotoPipeline

/// What samples mean, and alpha.
@Suite("Samples of HEIF pictures", .needsHEIFPrograms)
struct MeaningTests {
  private static let orange = Raster.Color(200, 120, 60)

  struct Box: Sendable {
    var matrix: Int
    var isFullRange: Bool
    var chroma = "420"
  }

  static let boxes = [
    Box(matrix: 6, isFullRange: false), Box(matrix: 1, isFullRange: true), Box(matrix: 1, isFullRange: false),
    Box(matrix: 9, isFullRange: true, chroma: "422"), Box(matrix: 9, isFullRange: false, chroma: "444"),
    Box(matrix: 0, isFullRange: true, chroma: "444"), Box(matrix: 0, isFullRange: false, chroma: "444"),
    Box(matrix: 8, isFullRange: true, chroma: "444"),
  ]

  @Test("Samples mean what the box says, in each matrix and range", arguments: boxes)
  func box(_ box: Box) throws {
    var options = HEIFTool.Options()
    options.chroma = box.chroma
    let tile = try CodedTile(.solid(width: 64, height: 64, Raster.Color(150, 120, 90)), options)
    func samples(_ property: HEIFFile.Property) throws -> [Double] {
      let source = MemoryByteSource(tile.file([property]).bytes(), name: "a.heic")
      let decoded = try DecodedPlanes(heif: source, usesTiles: true)
      return decoded.planes.map { Double($0[$0.count / 2]) }
    }
    let coded = try samples(.color(matrix: 6, isFullRange: true))
    let result = try samples(.color(matrix: box.matrix, isFullRange: box.isFullRange))
    let rgb = Self.rgb(coded, box)
    let luma = 0.299 * rgb[0] + 0.587 * rgb[1] + 0.114 * rgb[2]
    let expected = [luma, 128 + (rgb[2] - luma) / 1.772, 128 + (rgb[0] - luma) / 1.402]
    for (value, right) in zip(result, expected) {
      #expect(abs(value - min(max(right, 0), 255)) <= 0.51, "\(result) instead of \(expected)")
    }
  }

  /// ITU-T H.273 §8.3 by its formulas: red, green and blue, 0 to 255, of three coded samples.
  private static func rgb(_ coded: [Double], _ box: Box) -> [Double] {
    func whole(_ value: Double) -> Double { box.isFullRange ? value : (value - 16) * 255 / 219 }
    func difference(_ value: Double) -> Double { (value - 128) * (box.isFullRange ? 1 : 255.0 / 224) }
    if box.matrix == 0 { return [whole(coded[2]), whole(coded[0]), whole(coded[1])] }
    let (luma, first, second) = (whole(coded[0]), difference(coded[1]), difference(coded[2]))
    if box.matrix == 8 { return [luma - first + second, luma + first, luma - first - second] }
    let (red, blue) = [1: (0.2126, 0.0722), 6: (0.299, 0.114), 9: (0.2627, 0.0593)][box.matrix] ?? (0, 0)
    let result = (luma + 2 * (1 - red) * second, luma + 2 * (1 - blue) * first)
    return [result.0, (luma - red * result.0 - blue * result.1) / (1 - red - blue), result.1]
  }

  @Test("Brighter than white is refused, not shown washed out", arguments: [16, 18])
  func highDynamicRange(transfer: Int) throws {
    let tile = try CodedTile(.solid(width: 64, height: 64))
    let error = Preparing.refusal(tile.file([.color(primaries: 9, transfer: transfer, matrix: 9)]).bytes())
    #expect(error?.code == "unsupported")
    #expect(error?.reason.contains("HDR") == true)
  }

  @Test("A matrix that is no linear one is refused by its number")
  func unknownMatrix() throws {
    let tile = try CodedTile(.solid(width: 64, height: 64))
    let error = Preparing.refusal(tile.file([.color(matrix: 14)]).bytes())
    #expect(error?.code == "unsupported")
    #expect(error?.reason.contains("14") == true)
  }

  @Test("Colors by a number that no standard has are decoded", arguments: [false, true])
  func unknownTransfer(isAVIF: Bool) throws {
    // libheif makes something of them although it fails, which the leak checker sees if it is forgotten.
    var options = HEIFTool.Options()
    options.isAVIF = isAVIF
    options.isGray = true
    let tile = try CodedTile(.solid(width: 64, height: 64, Raster.Color(90, 90, 90)), options)
    let file = tile.file([.color(transfer: 0xFD01)])
    let decoded = try DecodedPlanes(heif: MemoryByteSource(file.bytes(), name: "a.heif"), usesTiles: false)
    #expect(abs(Int(decoded.planes[0][64 * 32 + 32]) - 90) <= 3)
  }

  @Test("Alpha is flattened on white", arguments: [(64, 48), (67, 43)], [false, true])
  func alpha(size: (Int, Int), isAVIF: Bool) throws {
    let (width, height) = size
    let picture = Raster.solid(width: width, height: height, Self.orange)
    var options = HEIFTool.Options()
    options.isAVIF = isAVIF
    // Opaque, half transparent and transparent thirds.
    let alpha = (0..<width * height).map { [UInt8(255), 128, 0][min(2, $0 % width * 3 / width)] }
    options.alpha = alpha
    let bytes = try HEIFTool.encode(picture, options)
    let prepared = try Pillow.decode(try Preparing.jpeg(bytes))
    #expect((prepared.width, prepared.height) == size)
    let half = Raster.Color(227, 187, 157)
    for (third, expected) in [Self.orange, half, .white].enumerated() {
      let middle = width * (2 * third + 1) / 6
      let color = prepared.meanColor(x: middle - 3..<middle + 3, y: 8..<height - 8)
      #expect(color.distance(to: expected) <= 6, "\(third): \(color)")
    }
  }

  @Test("Odd sizes with alpha give the exact size")
  func oddAlpha() throws {
    var options = HEIFTool.Options()
    options.alpha = [UInt8](repeating: 200, count: 201 * 183)
    let photo = try Preparing.photo(try HEIFTool.encode(.gradient(width: 201, height: 183), options))
    #expect((photo.width, photo.height) == (201, 183))
  }

  @Test("Ten bits are rounded, not cut off")
  func rounding() {
    let conversion = SampleConversion(
      SampleMeaning(bits: [10, 10, 10], matrix: .bt601, isFullRange: true))
    let samples = (0..<1024).map { UInt16($0) }
    let converted = Self.convert(samples, plane: 0, by: conversion)
    for (sample, result) in zip(samples, converted) {
      #expect(Int(result) == Int((Double(sample) * 255 / 1023).rounded()))
    }
    let chroma = Self.convert(samples, plane: 1, by: conversion)
    for (sample, result) in zip(samples, chroma) {
      #expect(
        Int(result) == Int((128 + Double(Int(sample) - 512) * 255 / 1023).rounded(.toNearestOrAwayFromZero)))
    }
  }

  private static func convert(_ samples: [UInt16], plane: Int, by conversion: SampleConversion) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: samples.count)
    samples.withUnsafeBytes { bytes in
      guard let base = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
      let planes = (0..<3).map { _ in
        DecodedPicture.Plane(
          base: base, stride: samples.count * 2, width: samples.count, height: 1, bits: 10)
      }
      let picture = DecodedPicture(
        size: PixelSize(width: samples.count, height: 1),
        shape: SampleShape(planeCount: 3, chromaShiftX: 0, chromaShiftY: 0),
        color: SignalledColor(matrix: 2, transfer: 2, isFullRange: true, isSettled: false), planes: planes,
        alpha: nil)
      result.withUnsafeMutableBufferPointer { out in
        guard let target = out.baseAddress else { return }
        conversion.write(plane: plane, row: 0, columns: 0..<samples.count, of: picture, to: target)
      }
    }
    return result
  }
}
