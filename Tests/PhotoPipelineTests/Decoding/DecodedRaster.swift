import DurableFiles
import Foundation
import PhotoFixtures
import Testing

@testable import PhotoPipeline

/// The pixels that a decoder made of a file, at full size.
struct DecodedRaster {
  let size: PixelSize
  let layout: SmallPicture.Layout
  /// The samples of each plane without padding.
  let planes: [[UInt8]]

  /// - Parameter adjust: Changes the default limits.
  init(_ bytes: [UInt8], _ adjust: (inout PhotoPreparer.Limits) -> Void = { _ in }) throws {
    var limits = PhotoPreparer.Limits()
    adjust(&limits)
    let source = MemoryByteSource(bytes, name: "a.png")
    let picture = try ImageCodec.decode(
      Self.decoder(for: source), name: source.name, orientation: 1, conversion: nil, longEdge: 1 << 30,
      limits: limits)
    size = picture.size
    layout = picture.layout
    let sizes = picture.layout.planeSizes(of: picture.size)
    planes = sizes.indices.map { index in
      let plane = picture.plane(index)
      return (0..<sizes[index].height).flatMap { y in
        UnsafeBufferPointer(start: plane.row(y), count: sizes[index].width)
      }
    }
  }

  /// The decoder that the first bytes call for, without an inspection of the rest.
  private static func decoder(for source: MemoryByteSource) throws -> any PictureDecoder {
    let content = try FormatSniffer.content(of: source)
    switch content {
    case .format(.png): return try PNGDecoder(source)
    case .format(.webp): return try WebPDecoder(source)
    case .format(.gif): return try GIFDecoder(source)
    default: throw content.error(file: source.name)
    }
  }

  /// Red, green and blue of each pixel, also of a gray picture.
  var rgb: [UInt8] {
    let three = planes.count == 1 ? [planes[0], planes[0], planes[0]] : planes
    return (0..<size.width * size.height).flatMap { [three[0][$0], three[1][$0], three[2][$0]] }
  }

  /// Why a file in memory is not decoded; `nil`, with an issue recorded, if it is.
  static func refusal(
    _ bytes: [UInt8], _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation,
    _ adjust: (inout PhotoPreparer.Limits) -> Void = { _ in }
  ) -> PhotoPreparer.Error? {
    #expect(throws: PhotoPreparer.Error.self, comment, sourceLocation: sourceLocation) {
      _ = try DecodedRaster(bytes, adjust)
    }
  }

  /// What Pillow makes of the first frame of each file, flattened on white by the formula that decoders
  /// promise: red, green and blue of each pixel.
  ///
  /// Samples of 16 bits are not compared this way: Pillow cuts them off instead of rounding.
  static func byPillow(_ files: [[UInt8]]) throws -> [[UInt8]] {
    let folder = try ScratchFolder()
    let script = """
      import sys
      import numpy as np
      from PIL import Image
      for index in range(int(sys.argv[2])):
          path = f'{sys.argv[1]}/{index}'
          pixels = np.asarray(Image.open(path).convert('RGBA')).astype(np.int64)
          alpha = pixels[..., 3:]
          flat = (pixels[..., :3] * alpha + 255 * (255 - alpha) + 127) // 255
          flat.astype(np.uint8).tofile(path + '.rgb')
      """
    for (index, file) in files.enumerated() { try folder.write(file, as: "\(index)") }
    _ = try Pillow.run(script, [folder.path, "\(files.count)"])
    return try files.indices.map { try folder.read("\($0).rgb") }
  }
}
