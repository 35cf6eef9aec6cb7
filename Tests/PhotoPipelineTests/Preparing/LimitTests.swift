import PhotoFixtures
import Testing

@testable import PhotoPipeline

/// What is refused before, or soon after, decoding begins.
@Suite("Limits", .needsReferencePrograms, .timeLimit(.minutes(1)))
struct LimitTests {
  @Test(
    "A small file that claims to be vast is too large",
    arguments: [(64_250, 64_250), (65_500, 65_500), (65_535, 65_535), (30_000, 20_000)], [false, true])
  func vast(size: (Int, Int), isProgressive: Bool) throws {
    let file = try JPEGFile.vast(width: size.0, height: size.1, isProgressive: isProgressive)
    let error = Preparing.refusal(file.bytes)
    #expect(error?.code == "too_large", "\(error.debugDescription)")
  }

  @Test("A claim within the limits and without the pixels is damage", arguments: [false, true])
  func fewData(isProgressive: Bool) throws {
    for (width, height) in [(9000, 9000), (65_500, 100), (100, 65_500)] {
      let file = try JPEGFile.vast(width: width, height: height, isProgressive: isProgressive)
      let error = Preparing.refusal(file.bytes, "\(width)x\(height)")
      #expect(error?.code == "damaged", "\(error.debugDescription)")
    }
  }

  @Test("The limit on pixels holds to the pixel, for the stored picture")
  func pixels() throws {
    for orientation in [1, 6] {
      let file = try JPEGFile(.gradient(width: 100, height: 37)).adding(EXIFBuilder(orientation: orientation))
      let photo = try Preparing.photo(file.bytes) { $0.limits.pixels = 3700 }
      #expect(photo.width * photo.height == 3700)
      let error = Preparing.refusal(file.bytes) { $0.limits.pixels = 3699 }
      #expect(error?.code == "too_large")
      #expect(error?.reason.contains("100x37") == true)
    }
  }

  @Test("The limit on memory holds to the byte, for the coefficients of what cannot stream")
  func memory() throws {
    // 200x100 in 4:2:0: 13x7 MCUs of six blocks of 64 coefficients of two bytes.
    let needed = 13 * 7 * 6 * 64 * 2
    let raster = Raster.gradient(width: 200, height: 100)
    for bytes in [
      try JPEGTool.encode(raster, .init(isProgressive: true)),
      try DamageTests.scripted("0;1;2;", raster.ppm()),
    ] {
      _ = try Preparing.photo(bytes) {
        $0.limits.memory = needed
        $0.longEdge = 50
      }
      let error = Preparing.refusal(bytes) {
        $0.limits.memory = needed - 1
        $0.longEdge = 50
      }
      #expect(error?.code == "too_large")
    }
    // A picture that streams needs a window of rows only.
    _ = try Preparing.photo(JPEGTool.encode(raster)) {
      $0.limits.memory = needed - 1
      $0.longEdge = 50
    }
    let error = try Preparing.refusal(JPEGTool.encode(raster)) { $0.limits.memory = 1000 }
    #expect(error?.code == "too_large")
  }

  @Test("More scans than any camera writes are too large, however small each is")
  func manyScans() throws {
    let file = try JPEGFile(.solid(width: 64, height: 64), .init(colorSpace: .grayscale, isProgressive: true))
    #expect(try Preparing.refusal(file.repeatingScans(315).bytes)?.code == "too_large")
    let fewer = try file.repeatingScans(160)
    let expected = try Preparing.jpeg(file.bytes)
    #expect(try Preparing.jpeg(fewer.bytes) == expected)
    #expect(try JPEGTool.decode(fewer.bytes) == JPEGTool.decode(file.bytes))
  }

  @Test("A panorama of a phone is not too large")
  func panorama() throws {
    let original = try JPEGTool.encode(.solid(width: 6000, height: 60))
    let photo = try Preparing.photo(original)
    #expect((photo.width, photo.height) == (2048, 20))
  }
}

extension JPEGFile {
  /// The progressive picture of one color with its coefficients sent one by one and bit by bit, which is
  /// lawful: in each scan the code for "nothing more in any block" says all.
  fileprivate func repeatingScans(_ count: Int) throws -> JPEGFile {
    let starts = scanStarts + [scans.count]
    let parts = zip(starts, starts.dropFirst()).map { scans[$0..<$1] }
    // A scan header: marker, length, count, component, tables; then the band and the bits.
    let isDC = try parts.map { part in
      guard let header = part.startOfScanHeader else { throw FixtureError("no scan header") }
      return part[header + 7] == 0
    }
    guard let first = isDC.firstIndex(of: false), let header = parts[first].startOfScanHeader else {
      throw FixtureError("the picture has no AC scan")
    }
    var copy = self
    copy.scans = zip(parts, isDC).flatMap { $1 ? Array($0) : [] } + parts[first][..<header]
    // Each band takes five scans: the bits above the fourth first, then one bit after the other.
    for index in 0..<count {
      let band = UInt8(index / 5)
      let step = UInt8(index % 5)
      var scan = Array(parts[first][header...])
      scan[7] = 1 + band
      scan[8] = index / 5 == count / 5 - 1 ? 63 : 1 + band
      scan[9] = step == 0 ? 4 : (5 - step) << 4 | (4 - step)
      copy.scans += scan
    }
    return copy
  }
}

extension ArraySlice<UInt8> {
  /// The index of an SOS marker.
  fileprivate var startOfScanHeader: Int? {
    indices.dropLast().first { self[$0] == 0xFF && self[$0 + 1] == JPEGMarker.startOfScan }
  }
}
