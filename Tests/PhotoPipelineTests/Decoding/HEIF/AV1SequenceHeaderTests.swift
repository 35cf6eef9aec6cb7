import PhotoFixtures
import Testing

@testable import PhotoPipeline

@Suite("AV1 sequence headers")
struct AV1SequenceHeaderTests {
  /// Bits from left to right, filled up to bytes; spaces do not count.
  private static func bytes(_ bits: String) -> [UInt8] {
    let digits = Array(bits.filter { $0 != " " })
    return stride(from: 0, to: digits.count, by: 8).map { start in
      let byte = String(digits[start..<min(start + 8, digits.count)])
      return UInt8(byte.padding(to: 8), radix: 2) ?? 0
    }
  }

  /// A sequence of 64x48 pixels whose frames may say sides of 16 bits; no timing, one operating point.
  private static let sequence = bytes(
    """
    000 0 0 0 0 00000 000000000000 00100 1111 1111 0000000000111111 0000000000101111 0 000 0000 0 1
    1
    """.filter { $0 != "\n" })

  @Test("The header that an encoder writes says the size", .needsHEIFPrograms)
  func encoder() throws {
    var options = HEIFTool.Options()
    options.isAVIF = true
    let tile = try CodedTile(.solid(width: 200, height: 90), options)
    var position = 0
    var sizes: [PixelSize] = []
    while position < tile.data.count, let unit = AV1Unit(Array(tile.data[position...].prefix(10))) {
      let start = position + unit.headerByteCount
      let end = start + (unit.contentByteCount ?? tile.data.count - start)
      if unit.kind == .sequenceHeader, let header = AV1SequenceHeader(Array(tile.data[start..<end])) {
        sizes.append(header.size)
      }
      position = end
    }
    #expect(sizes == [PixelSize(width: 200, height: 90)])
  }

  @Test("A frame that says a size of its own is told from one that does not")
  func frames() throws {
    let header = try #require(AV1SequenceHeader(Self.sequence))
    #expect(header.size == PixelSize(width: 64, height: 48))
    #expect(header.largestSize == PixelSize(width: 65536, height: 65536))
    // Shown key frame; no screen content, then the flag.
    #expect(header.isPlain(frame: Self.bytes("0 00 1 0 0 0")))
    #expect(!header.isPlain(frame: Self.bytes("0 00 1 0 0 1")))
    // Screen content, whose motion each frame chooses, takes one more bit.
    #expect(header.isPlain(frame: Self.bytes("0 00 1 0 1 1 0")))
    #expect(!header.isPlain(frame: Self.bytes("0 00 1 0 1 0 1")))
    // A frame between others, and none at all.
    #expect(!header.isPlain(frame: Self.bytes("0 01 1 0 0 0")))
    #expect(!header.isPlain(frame: []))
  }

  @Test("A header that is cut off says nothing")
  func cut() {
    for count in 0..<Self.sequence.count {
      #expect(AV1SequenceHeader(Array(Self.sequence.prefix(count))) == nil, "\(count)")
    }
  }

  @Test("A frame that says a size larger than the boxes is refused before it is decoded", .needsHEIFPrograms)
  func ownSize() throws {
    var options = HEIFTool.Options()
    options.isAVIF = true
    let tile = try CodedTile(.solid(width: 64, height: 48), options)
    // A sequence header and the start of a frame that has its own size, each with its length.
    let frame = Self.bytes("0 00 1 0 0 1") + [UInt8](repeating: 0xFF, count: 40)
    let data = [0x0A, UInt8(Self.sequence.count)] + Self.sequence + [0x32, UInt8(frame.count)] + frame
    var file = tile.file()
    file.items[0].data = data
    let source = MemoryByteSource(file.bytes(), name: "a.avif")
    let image = try #require(try PhotoInspection.read(source).structure.heif?.image)
    let error = #expect(throws: PhotoPreparer.Error.self) { try CodedSizeCheck(image, in: source).run() }
    #expect(error?.reason.contains("65536x65536 are coded") == true, "\(error.debugDescription)")
  }
}

extension String {
  fileprivate func padding(to count: Int) -> String {
    self + String(repeating: "0", count: count - self.count)
  }
}
