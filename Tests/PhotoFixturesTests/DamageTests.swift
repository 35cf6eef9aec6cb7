import PhotoFixtures
import Testing

@Suite("Damaged and unusual JPEGs", .needsReferencePrograms)
struct DamageTests {
  let picture = Raster.detail(width: 64, height: 48)

  @Test("A cut file gives a warning and the upper rows", arguments: [false, true])
  func cut(isProgressive: Bool) throws {
    let file = try JPEGFile(picture, .init(quality: 90, isProgressive: isProgressive))
    let bytes = file.cut(keeping: 0.5)
    #expect(throws: FixtureError.self) { try JPEGTool.decode(bytes) }
    #expect(try JPEGTool.decode(bytes, strict: false).height == 48)
  }

  @Test("Without the end marker all pixels are still there")
  func noEndMarker() throws {
    let file = try JPEGFile(picture)
    let bytes = file.withoutEndOfImage().bytes
    #expect(bytes.count == file.bytes.count - 2)
    #expect(try JPEGTool.decode(bytes, strict: false) == JPEGTool.decode(file.bytes))
  }

  @Test("Padding and fill bytes change no pixel")
  func harmless() throws {
    let file = try JPEGFile(picture)
    let plain = try JPEGTool.decode(file.bytes)
    #expect(try JPEGTool.decode(file.padded(zeros: 512).bytes) == plain)
    #expect(try JPEGTool.decode(file.bytesWithFill(3)) == plain)
  }

  @Test("A claim changes the size that ExifTool reads", .needsExifTool)
  func claims() throws {
    let tags = try ExifTool.tags(JPEGFile.vast().bytes)
    #expect(tags["File:ImageWidth"] == "64250")
    #expect(tags["File:ImageHeight"] == "64250")
    #expect(tags["File:EncodingProcess"] == "2")
    #expect(try JPEGFile.vast().bytes.count < 1000)

    let lossless = try JPEGFile(picture).claiming(precision: 12, marker: 0xC3).bytes
    let other = try ExifTool.tags(lossless)
    #expect(other["File:BitsPerSample"] == "12")
    #expect(other["File:EncodingProcess"] == "3")
  }

  @Test("A height behind the scan leaves none in the frame header")
  func definedNumberOfLines() throws {
    let file = try JPEGFile(picture).withHeightBehindScan()
    let frame = try #require(file.segments.first { JPEGMarker.isFrame($0.marker) })
    #expect(Array(frame.payload[1..<3]) == [0, 0])
    #expect(file.bytes.suffix(8) == [0xFF, 0xDC, 0, 4, 0, 48, 0xFF, 0xD9])
  }

  @Test("Zeroed data are still a file of the same length")
  func zeroed() throws {
    let file = try JPEGFile(picture, .init(quality: 95))
    let damaged = file.zeroing(from: 0.4, to: 0.7)
    #expect(damaged.bytes.count == file.bytes.count)
    #expect(try JPEGTool.decode(damaged.bytes, strict: false) != JPEGTool.decode(file.bytes))
  }
}
