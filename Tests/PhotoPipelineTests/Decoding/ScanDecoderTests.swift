import DurableFiles
import Foundation
import PhotoFixtures
import Testing

@testable import PhotoPipeline

/// The project's own decoder of coded data against libjpeg, which decodes where it is told to.
@Suite("Scans decoded without libjpeg", .needsReferencePrograms)
struct ScanDecoderTests {
  /// All samples of a picture, plane by plane, and whether libjpeg had no part in them.
  private static func samples(
    _ source: any ByteSource, usesScanDecoder: Bool
  ) throws -> (planes: [[UInt8]], isDecodedByScan: Bool) {
    let decoder = try JPEGDecoder(source, usesScanDecoder: usesScanDecoder)
    let window = try RowWindow(decoder.layout, capacity: 1)
    var planes = decoder.layout.planes.map { _ in [UInt8]() }
    try decoder.start()
    for group in 0..<decoder.layout.groupCount {
      try decoder.readGroup(group, into: window)
      for (index, plane) in decoder.layout.planes.enumerated() {
        let first = group * plane.groupRows
        for row in first..<max(first, min(first + plane.groupRows, plane.height)) {
          let base = window.planes[index].row(row)
          planes[index] += UnsafeBufferPointer(start: base, count: plane.width)
        }
      }
    }
    return (planes, decoder.isDecodingScan)
  }

  private static func samples(
    _ bytes: [UInt8], usesScanDecoder: Bool = true
  ) throws -> (planes: [[UInt8]], isDecodedByScan: Bool) {
    try samples(MemoryByteSource(bytes, name: "a.jpg"), usesScanDecoder: usesScanDecoder)
  }

  /// What becomes of a photo: its samples, or why it has none.
  private static func outcome(_ bytes: [UInt8], usesScanDecoder: Bool) -> Result<
    [[UInt8]], PhotoPreparer.Error
  > {
    do {
      return .success(try samples(bytes, usesScanDecoder: usesScanDecoder).planes)
    } catch let error as PhotoPreparer.Error {
      return .failure(error)
    } catch {
      Issue.record(error)
      return .success([])
    }
  }

  static let kinds: [[String]] = [
    ["-sample", "1x1"], ["-sample", "2x1"], ["-sample", "1x2"], ["-sample", "2x2"], ["-sample", "4x1"],
    ["-sample", "1x4"], ["-sample", "4x2"], ["-sample", "2x2,2x1,1x2"], ["-sample", "1x1,2x2,2x2"],
    ["-grayscale"], ["-rgb"], ["-rgb", "-sample", "2x2"], ["-quality", "100", "-sample", "1x1"],
    ["-quality", "1"], ["-quality", "100", "-optimize"], ["-restart", "1"], ["-restart", "1B"],
    ["-restart", "7B", "-sample", "2x1"], ["-restart", "1B", "-grayscale", "-optimize"],
  ]

  @Test("Every sampling, quality and restart interval gives libjpeg's samples", arguments: kinds)
  func regular(arguments: [String]) throws {
    // Sizes of whole and of broken MCUs; and noise, whose codes are the longest.
    let rasters = [
      Raster.detail(width: 320, height: 64), .detail(width: 171, height: 133), .noise(width: 65, height: 47),
      .noise(width: 3, height: 1), .detail(width: 1, height: 40),
    ]
    for raster in rasters {
      let jpeg = try Tool.output("cjpeg", arguments, input: raster.ppm())
      let expected = try Self.samples(jpeg, usesScanDecoder: false)
      let own = try Self.samples(jpeg)
      #expect(own.isDecodedByScan && !expected.isDecodedByScan, "\(raster.width)x\(raster.height)")
      #expect((own.planes == expected.planes) as Bool, "\(raster.width)x\(raster.height)")
    }
  }

  @Test("Data that come in small and large pieces are the same data")
  func pieces() throws {
    // More coded data than are read at once, with their stuffed bytes and markers at every place.
    for options in [JPEGTool.Options(quality: 100, sampling: .s444), .init(quality: 98, restartRows: 1)] {
      let jpeg = try JPEGTool.encode(.noise(width: 400, height: 300, seed: 3), options)
      #expect(jpeg.count > 100_000)
      let expected = try Self.samples(jpeg, usesScanDecoder: false).planes
      #expect(try Self.samples(jpeg).planes == expected)
      for limit in [1, 3, 1000, 4097] {
        let source = SlowByteSource(base: MemoryByteSource(jpeg, name: "a.jpg"), limit: limit)
        let own = try Self.samples(source, usesScanDecoder: true)
        #expect(own.isDecodedByScan && own.planes == expected, "\(limit) bytes at a time")
      }
    }
  }

  @Test("What is not one sequential scan in Huffman codes is left to libjpeg")
  func others() throws {
    let raster = Raster.detail(width: 160, height: 120)
    let files = [
      try JPEGTool.encode(raster, .init(isProgressive: true)),
      try DamageTests.scripted("0;1;2;", raster.ppm()),
    ]
    for jpeg in files { #expect(try !Self.samples(jpeg).isDecodedByScan) }
  }

  @Test("A zero behind two bytes FF is left to libjpeg, wherever it stands")
  func filledZeros() throws {
    var random = SplitMix64(seed: .random(in: 0..<1_000_000))
    let file = try JPEGFile(.noise(width: 120, height: 90, seed: 4), .init(quality: 95))
    let bytes = file.bytes
    let start = bytes.count - file.scans.count
    let stuffed = bytes.indices.dropLast().filter {
      $0 > start + 20 && bytes[$0] == 0xFF && bytes[$0 + 1] == 0
    }
    #expect(stuffed.count > 20)
    for place in stuffed.shuffled(using: &random) {
      var copy = bytes
      copy.insert(0xFF, at: place)
      let isSame = Self.outcome(copy, usesScanDecoder: true) == Self.outcome(copy, usesScanDecoder: false)
      #expect(isSame, "\(place)")
    }
  }

  @Test("Coefficients that no picture has are left to libjpeg", arguments: [1, 40, 255] as [UInt8])
  func extremes(factor: UInt8) throws {
    for options in [JPEGTool.Options(quality: 100), .init(quality: 100, sampling: .s444), .init(quality: 30)]
    {
      var file = try JPEGFile(.noise(width: 64, height: 48, seed: 5), options)
      for index in file.segments.indices where file.segments[index].marker == 0xDB {
        let payload = file.segments[index].payload
        file.segments[index].payload = payload.prefix(1) + payload.dropFirst().map { max($0, factor) }
      }
      let expected = try Self.samples(file.bytes, usesScanDecoder: false).planes
      let own = try Self.samples(file.bytes)
      #expect(own.planes == expected)
      if factor != 40 { #expect(own.isDecodedByScan == (factor == 1), "\(options.quality)") }
    }
  }

  @Test("Damaged data end as they do with libjpeg: the same samples or the same error")
  func damaged() throws {
    var random = SplitMix64(seed: .random(in: 0..<1_000_000))
    let files = [
      try JPEGFile(.detail(width: 160, height: 120)), try JPEGFile(.noise(width: 48, height: 40)),
      try JPEGFile(
        .detail(width: 160, height: 120), .init(sampling: .s444, isOptimized: true, restartRows: 1)),
      try JPEGFile(.detail(width: 90, height: 90), .init(colorSpace: .grayscale, restartRows: 2)),
    ]
    var damagedCount = 0
    for file in files {
      let bytes = file.bytes
      let start = bytes.count - file.scans.count
      for _ in 0..<60 {
        var copy = bytes
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          let place = Int.random(in: start..<copy.count, using: &random)
          switch Int.random(in: 0..<5, using: &random) {
          case 0: copy[place] = 0xFF
          case 1: copy.remove(at: place)
          case 2: copy.insert(.random(in: 0...255, using: &random), at: place)
          case 3: copy.removeSubrange(place..<min(copy.count, place + 30))
          default: copy[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
          }
        }
        let expected = Self.outcome(copy, usesScanDecoder: false)
        let isSame = Self.outcome(copy, usesScanDecoder: true) == expected
        #expect(isSame)
        if case .failure = expected { damagedCount += 1 }
      }
    }
    #expect(damagedCount > 0)
  }

  @Test("Restart markers that are out of turn, and bytes before a marker, end as they do with libjpeg")
  func markers() throws {
    let file = try JPEGFile(.detail(width: 160, height: 120), .init(restartRows: 1))
    let bytes = file.bytes
    let first = try #require(bytes.indices.dropLast().last { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xD2 })
    for edit in [
      [0xFF, 0xFF, 0xD2], [0xFF, 0xD3], [0xFF, 0xD9], [0x00, 0xFF, 0xD2], [], [0xFF, 0xD2, 0xFF, 0xD2],
    ] {
      var copy = bytes
      copy.replaceSubrange(first..<first + 2, with: edit.map { UInt8($0) })
      let isSame = Self.outcome(copy, usesScanDecoder: true) == Self.outcome(copy, usesScanDecoder: false)
      #expect(isSame, "\(edit)")
    }
    // Any number of FF may stand before a marker.
    var filled = bytes
    filled.insert(contentsOf: [0xFF, 0xFF, 0xFF], at: first)
    filled.insert(0xFF, at: filled.count - 2)
    for limit in [1, 2, filled.count] {
      let source = SlowByteSource(base: MemoryByteSource(filled, name: "a.jpg"), limit: limit)
      #expect(try Self.samples(source, usesScanDecoder: true).isDecodedByScan)
    }
  }

  @Test(
    "The photos of the corpus have libjpeg's samples",
    .enabled(if: InspectionCorpus.isPresent, Comment(rawValue: InspectionCorpus.absence)),
    arguments: InspectionCorpus.files(in: "photos"))
  func corpus(path: String) throws {
    let source = try FileByteSource(path: path)
    guard try FormatSniffer.content(of: source) == .format(.jpeg), !path.contains("icc-in-several") else {
      return
    }
    let own = try Self.samples(source, usesScanDecoder: true)
    #expect(own.isDecodedByScan == (try PhotoInspection.read(source).structure.jpeg?.process != .progressive))
    #expect(try own.planes == Self.samples(source, usesScanDecoder: false).planes)
  }
}

/// Gives at most so many bytes at a time.
private struct SlowByteSource: ByteSource {
  let base: MemoryByteSource
  let limit: Int
  var name: String { base.name }
  var byteCount: Int { base.byteCount }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(FileSystemError) -> Int {
    try base.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(limit)), at: offset)
  }
}
