import PhotoFixtures
import Testing

@testable import PhotoPipeline

/// Each orientation against Pillow's `exif_transpose`.
@Suite("Orientation", .needsReferencePrograms, .needsPillow)
struct OrientationTests {
  static let layouts: [JPEGTool.Options] = [
    .init(quality: 100, sampling: .s420), .init(quality: 100, sampling: .s444),
    .init(quality: 100, colorSpace: .grayscale), .init(quality: 100, colorSpace: .rgb),
  ]

  /// Around the edges of blocks and MCUs, and as small as can be.
  static let sizes = [
    (1, 1), (1, 9), (9, 1), (2, 2), (7, 5), (8, 8), (9, 17), (15, 16), (16, 15), (17, 33), (32, 48), (51, 35),
  ]

  /// Steep in brightness, other along each side; soft in color, so that it makes no difference where the
  /// chroma samples lie.
  private static func soft(width: Int, height: Int) -> Raster {
    Raster(width: width, height: height) { x, y in
      let level = 20 + 90 * x / max(1, width - 1) + 40 * y / max(1, height - 1)
      return Raster.Color(UInt8(level + x), UInt8(level), UInt8(level + 2 * y))
    }
  }

  private func stored(_ upright: Raster, _ orientation: Int, _ layout: JPEGTool.Options) throws -> [UInt8] {
    try JPEGFile(upright.turned(by: orientation), layout).adding(EXIFBuilder(orientation: orientation)).bytes
  }

  @Test(
    "A picture that keeps its size is upright to the pixel, in odd sizes too", arguments: layouts, 1...8)
  func keepsSize(layout: JPEGTool.Options, orientation: Int) throws {
    var pairs: [ReferencePicture.Pair] = []
    for (width, height) in Self.sizes {
      let upright = Self.soft(width: width, height: height)
      let file = try stored(upright, orientation, layout)
      let photo = try Preparing.photo(file) { $0.quality = 1 }
      #expect((photo.width, photo.height) == (width, height))
      #expect((photo.original.width, photo.original.height) == (width, height))
      let bytes = [UInt8](photo.jpeg)
      #expect(try PhotoInspection(photo.jpeg).orientation == nil)
      pairs.append(.init(original: file, prepared: bytes))
    }
    for (size, agreement) in zip(Self.sizes, try ReferencePicture.agreements(pairs)) {
      let agreement = try #require(agreement, "\(size)")
      #expect(agreement.worst <= 6, "\(size)")
      #expect(agreement.luma > 45, "\(size)")
    }
  }

  @Test("A picture with detail is where it belongs, scaled down or not", arguments: layouts, 1...8)
  func hasNoShift(layout: JPEGTool.Options, orientation: Int) throws {
    // Odd sides and odd results: where a side is mirrored, chroma then starts half a sample elsewhere.
    let upright = try DetailedPicture.cropped(width: 201, height: 151)
    let file = try stored(upright, orientation, layout)
    let edges = [201, 133, 67]
    let pairs = try edges.map { edge in
      let jpeg = try Preparing.jpeg(file) {
        $0.longEdge = edge
        $0.quality = 1
      }
      return ReferencePicture.Pair(original: file, prepared: jpeg)
    }
    for (edge, agreement) in zip(edges, try ReferencePicture.agreements(pairs)) {
      let agreement = try #require(agreement, "\(edge)")
      #expect(agreement.luma > max(45, agreement.shiftedLuma + 3), "\(edge)")
      if layout.colorSpace != .grayscale {
        #expect(agreement.chroma > max(42, agreement.shiftedChroma + 3), "\(edge)")
      }
    }
  }

  @Test("The eight ways to store one scene give one picture", arguments: layouts)
  func allAreOnePicture(layout: JPEGTool.Options) throws {
    let upright = Raster.cornerCard(width: 192, height: 128)
    for orientation in 1...8 {
      let jpeg = try Preparing.jpeg(stored(upright, orientation, layout)) { $0.longEdge = 96 }
      let picture = try JPEGTool.decode(jpeg)
      #expect((picture.width, picture.height) == (96, 64))
      let expected = layout.colorSpace == .grayscale ? upright.gray() : upright
      for (found, color) in zip(picture.quadrantColors(), expected.quadrantColors()) {
        #expect(found.distance(to: color) <= 8, "\(orientation)")
      }
      #expect(picture[24, 5].distance(to: .white) <= 30, "the bar along the upper edge, \(orientation)")
    }
  }

  @Test("The long edge is that of the upright picture", arguments: 1...8)
  func longEdge(orientation: Int) throws {
    let wide = Raster.gradient(width: 300, height: 100)
    for upright in [wide, wide.turned(by: 6)] {
      let photo = try Preparing.photo(stored(upright, orientation, .init())) { $0.longEdge = 120 }
      let expected = upright.width > upright.height ? (120, 40) : (40, 120)
      #expect((photo.width, photo.height) == expected)
    }
  }

  @Test("A value that is none counts as upright", arguments: [0, 9, 255, 65535])
  func invalid(orientation: Int) throws {
    let upright = Raster.cornerCard(width: 64, height: 48)
    let photo = try Preparing.photo(stored(upright, orientation, .init()))
    #expect((photo.width, photo.height) == (64, 48))
    #expect(
      try JPEGTool.decode([UInt8](photo.jpeg)).quadrantColors()[0].distance(to: Raster.cornerColors[0]) <= 8)
  }

  @Test(
    "Any integer type in either byte order is read", arguments: TIFFValue.IntegerType.allCases,
    [ByteOrder.littleEndian, .bigEndian])
  func types(type: TIFFValue.IntegerType, order: ByteOrder) throws {
    var exif = EXIFBuilder(order, orientation: 6)
    exif.orientationType = type
    let photo = try Preparing.photo(JPEGFile(.solid(width: 32, height: 16)).adding(exif).bytes)
    #expect((photo.width, photo.height) == (16, 32))
  }

  @Test("The thumbnail's orientation, a second EXIF block and XMP turn nothing")
  func otherOrientations() throws {
    var exif = EXIFBuilder(orientation: 1)
    exif.thumbnail = try JPEGTool.encode(.solid(width: 8, height: 8))
    exif.thumbnailOrientation = 6
    let file = try JPEGFile(.solid(width: 32, height: 16))
      .adding(EXIFBuilder(orientation: 8)).adding(exif).adding(XMPPacket(["tiff:Orientation": "6"]))
    let photo = try Preparing.photo(file.bytes)
    #expect((photo.width, photo.height) == (32, 16))
  }
}

extension Raster {
  /// The picture without colors.
  fileprivate func gray() -> Raster {
    Raster(width: width, height: height, rgb: luma().flatMap { [$0, $0, $0] })
  }
}
