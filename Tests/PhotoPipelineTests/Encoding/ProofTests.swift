import PhotoFixtures
import Testing

@testable import PhotoPipeline

/// The proof that every result must pass can fail: each change of a real result fails it.
@Suite("The proof of cleanness", .needsReferencePrograms)
struct ProofTests {
  private func result(_ colorSpace: JPEGTool.Options.ColorSpace = .yCbCr) throws -> JPEGFile {
    let original = try JPEGTool.encode(.gradient(width: 40, height: 24), .init(colorSpace: colorSpace))
    return try JPEGFile(Preparing.jpeg(original))
  }

  private func expectRefused(
    _ bytes: [UInt8], _ comment: Comment, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(try CleanJPEG.reason(against: bytes) != nil, comment, sourceLocation: sourceLocation)
  }

  @Test("A result passes", arguments: JPEGTool.Options.ColorSpace.allCases)
  func passes(colorSpace: JPEGTool.Options.ColorSpace) throws {
    #expect(try CleanJPEG.reason(against: result(colorSpace).bytes) == nil)
  }

  @Test("A further segment of any marker in any place fails")
  func segments() throws {
    let file = try result()
    let tables: [UInt8] = [0xC4, 0xDB, 0xDD]
    for marker in UInt8(0xC0)...0xFE where !tables.contains(marker) {
      for place in 0...file.segments.count {
        var copy = file
        copy.segments.insert(JPEGSegment(marker: marker, payload: Array("a place".utf8)), at: place)
        try expectRefused(copy.bytes, "\(marker) at \(place)")
        copy.segments[place].payload = []
        try expectRefused(copy.bytes, "empty \(marker) at \(place)")
      }
      var copy = file
      copy.scans += JPEGSegment(marker: marker, payload: Array("a place".utf8)).bytes
      try expectRefused(copy.bytes, "\(marker) behind the scan")
    }
  }

  @Test("A segment that is there twice fails")
  func repeated() throws {
    let file = try result()
    for index in file.segments.indices {
      var copy = file
      copy.segments.insert(file.segments[index], at: index)
      try expectRefused(copy.bytes, "segment \(index)")
    }
  }

  @Test("A byte that is added to a segment or between segments fails")
  func bytes() throws {
    let file = try result()
    for index in file.segments.indices {
      for byte: UInt8 in [0, 0x41, 0xFF] {
        var copy = file
        copy.segments[index].payload.append(byte)
        try expectRefused(copy.bytes, "\(byte) in segment \(index)")
        let parts = file.segments.map(\.bytes)
        let stray = [0xFF, 0xD8] + parts[..<index].joined() + [byte] + parts[index...].joined()
        try expectRefused(stray + file.scans + [0xFF, 0xD9], "\(byte) before segment \(index)")
      }
    }
    for trailer: [UInt8] in [[0], [0xFF, 0xD9], Array("Example".utf8), file.bytes] {
      try expectRefused(file.bytes + trailer, "\(trailer.count) bytes behind the end")
    }
  }

  @Test("A thumbnail in the JFIF segment or behind it fails")
  func thumbnails() throws {
    let file = try result().removing(JPEGMarker.app(0))
    let plain = file.adding(.jfif(), at: .start)
    #expect(try CleanJPEG.reason(against: plain.bytes) == nil)
    let thumbnail = Raster.gradient(width: 4, height: 3)
    try expectRefused(file.adding(.jfif(thumbnail: thumbnail), at: .start).bytes, "JFIF thumbnail")
    try expectRefused(plain.adding(.jfxx(thumbnail: JPEGTool.encode(thumbnail))).bytes, "JFXX thumbnail")
    try expectRefused(file.bytes, "no JFIF")
  }

  @Test("Wherever a result is cut, it fails")
  func cut() throws {
    let bytes = try result().bytes
    for length in bytes.indices { try expectRefused(Array(bytes.prefix(length)), "\(length) bytes") }
  }

  @Test("A progressive, a restarted and a many-scanned picture are no results of this encoder")
  func otherCodings() throws {
    try expectRefused(
      JPEGTool.encode(.gradient(width: 40, height: 24), .init(isProgressive: true)), "progressive")
    try expectRefused(
      DamageTests.scripted("0;1;2;", Raster.gradient(width: 40, height: 24).ppm()), "three scans")
  }
}
