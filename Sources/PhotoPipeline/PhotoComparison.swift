package import DurableFiles

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// How much two photos look alike.
public enum PhotoComparison {
  /// The ratio that identical pictures are given, in dB. Their true ratio is infinite.
  public static let identical = 100.0

  /// The peak signal-to-noise ratio of two photos in dB, over red, green and blue of the upright
  /// pictures.
  ///
  /// The larger picture is scaled down to the long edge of the smaller one first.
  ///
  /// - Returns: The ratio, at most ``identical``; `nil` if the pictures do not have one shape or
  ///   one of them is a movie.
  /// - Throws: ``PhotoPreparer/Error`` if one of them cannot be decoded, ``FileSystemError`` if it cannot
  ///   be read.
  public static func psnr(_ first: URL, _ second: URL) throws -> Double? {
    try psnr(FileByteSource(path: first.path), FileByteSource(path: second.path))
  }

  package static func psnr(_ first: any ByteSource, _ second: any ByteSource) throws -> Double? {
    let sources = [first, second]
    let headers = try sources.map { try PhotoInspection.read($0) }
    guard !headers.contains(where: \.inspection.format.isMovie) else { return nil }
    let sizes = headers.map { PixelSize(width: $0.inspection.width, height: $0.inspection.height) }
    let edge = sizes.map { max($0.width, $0.height) }.min() ?? 0
    guard sizes[0].downscaled(toLongEdge: edge) == sizes[1].downscaled(toLongEdge: edge) else { return nil }
    let pictures = try zip(sources, headers).map { source, header in
      try header.structure.check(file: source.name)
      return try ImageCodec.picture(source, header, longEdge: edge, limits: PhotoPreparer.Limits())
    }
    return ratio(pictures[0], pictures[1])
  }

  /// The ratio of two pictures of one size.
  static func ratio(_ first: SmallPicture, _ second: SmallPicture) -> Double {
    let size = first.size
    var sum = 0.0
    for y in 0..<size.height {
      var rowSum: Float = 0
      for x in 0..<size.width {
        let difference = first.color(x, y) - second.color(x, y)
        rowSum += (difference * difference).sum()
      }
      sum += Double(rowSum)
    }
    guard sum > 0 else { return identical }
    let meanSquare = sum / Double(3 * size.width * size.height)
    return min(10 * log10(255 * 255 / meanSquare), identical)
  }
}

extension SmallPicture {
  /// Red, green and blue of a pixel, 0 to 255, by the conversion of JFIF 1.02.
  fileprivate func color(_ x: Int, _ y: Int) -> SIMD4<Float> {
    func sample(_ index: Int, _ divisor: Int) -> Float {
      Float(plane(index).row(y / divisor)[x / divisor])
    }
    switch layout {
    case .gray:
      let luma = sample(0, 1)
      return SIMD4(luma, luma, luma, 0)
    case .rgb, .cmyk:
      // Nothing is decoded to inks; they are on the way to RGB.
      return SIMD4(sample(0, 1), sample(1, 1), sample(2, 1), 0)
    case .yCbCr420, .yCbCr444:
      let divisor = layout == .yCbCr420 ? 2 : 1
      let luma = sample(0, 1)
      let blue = sample(1, divisor) - 128
      let red = sample(2, divisor) - 128
      let color = SIMD4(luma + 1.402 * red, luma - 0.344136 * blue - 0.714136 * red, luma + 1.772 * blue, 0)
      return color.clamped(lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: 255))
    }
  }
}
