import Foundation
import PhotoFixtures
import Testing

@testable import PhotoPipeline

@Suite("Damaged and hostile PNG")
struct PNGDamageTests {
  private static func file(isInterlaced: Bool = false) -> PNGFile {
    StoredPNG(width: 23, height: 19, .rgbAlpha, depth: 8, isInterlaced: isInterlaced).file(dataChunkCount: 4)
  }

  /// The file with its image data as they are: one stored block in the zlib format (RFC 1951 §3.2.4), whose own
  /// sum nobody reads.
  private static func stored(_ picture: PNGPicture) -> PNGFile {
    let length = UInt16(picture.rows.count)
    let head = [0x78, 0x01, 1] + ByteOrder.littleEndian.bytes(length) + ByteOrder.littleEndian.bytes(~length)
    var file = PNGFile(picture)
    for index in file.chunks.indices where file.chunks[index].type == "IDAT" {
      file.chunks[index].data = head + picture.rows + [0, 0, 0, 0]
    }
    return file
  }

  @Test("Wherever a file is cut, it is refused or gives the whole picture", arguments: [false, true])
  func everyCut(isInterlaced: Bool) throws {
    let whole = Self.file(isInterlaced: isInterlaced).bytes
    let expected = try DecodedRaster(whole).rgb
    var shortest = whole.count
    for length in 0..<whole.count {
      do {
        #expect(try DecodedRaster(Array(whole.prefix(length))).rgb == expected, "\(length) bytes")
        shortest = min(shortest, length)
      } catch {
        let error = try #require(error as? PhotoPreparer.Error)
        #expect(["damaged", "not_an_image"].contains(error.code), "\(length) bytes: \(error)")
        #expect(length < shortest, "\(length) bytes are refused and fewer are not")
      }
    }
    // The end chunk has 12 bytes, the sums of the last data chunk and of the compressed data 4 each. The last
    // bits before them can be the mark of the end.
    #expect((whole.count - 22...whole.count - 20).contains(shortest))
  }

  @Test("The error says how many rows are missing")
  func rowsMissing() throws {
    // Rows of 24 bytes behind a stored block's 5 and the stream's 2.
    let whole = Self.stored(StoredPNG(width: 23, height: 19, .gray, depth: 8).picture).bytes
    let start = try #require(whole.firstRange(of: Array("IDAT".utf8))?.upperBound) + 7
    for rows in 0..<19 {
      let cut = Array(whole.prefix(start + rows * 24 + 11))
      #expect(DecodedRaster.refusal(cut)?.reason == "\(19 - rows) of 19 rows are missing")
    }
  }

  @Test("The rows of an interlaced picture are missing until their pass came")
  func interlacedRowsMissing() throws {
    let whole = Self.stored(
      StoredPNG(width: 16, height: 16, .gray, depth: 8, isInterlaced: true).picture
    ).bytes
    let start = try #require(whole.firstRange(of: Array("IDAT".utf8))?.upperBound) + 7
    // Before the last pass: 2 rows of 2, 2 of 2, 2 of 4, 4 of 4, 4 of 8, 8 of 8, each behind a filter byte.
    let lastPass = start + 2 * 3 + 2 * 3 + 2 * 5 + 4 * 5 + 4 * 9 + 8 * 9
    // libspng reads the byte that names the filter of the next row together with a row.
    let cuts = [
      start + 1: 16, lastPass - 72 - 1: 16, lastPass - 72: 16, lastPass - 8: 9, lastPass + 1: 8,
      lastPass + 18: 7,
    ]
    for (length, missing) in cuts {
      let error = DecodedRaster.refusal(Array(whole.prefix(length)))
      #expect(error?.reason == "\(missing) of 16 rows are missing", "\(length - start)")
    }
  }

  @Test("A flipped bit in the image data is damage, wherever it is", arguments: [false, true])
  func flippedBits(isInterlaced: Bool) throws {
    let picture = StoredPNG(width: 9, height: 7, .rgbAlpha, depth: 8, isInterlaced: isInterlaced)
    let whole = picture.file(dataChunkCount: 3).bytes
    let first = try #require(whole.firstRange(of: Array("IDAT".utf8))?.lowerBound)
    for place in first..<whole.count - 12 {
      var bytes = whole
      bytes[place] ^= 1 << UInt8(place % 8)
      let error = DecodedRaster.refusal(bytes, "\(place - first)")
      #expect(
        ["damaged", "unsupported"].contains(error?.code), "\(place - first): \(error.debugDescription)")
    }
  }

  @Test("Noise around the pixels changes nothing of them")
  func noise() throws {
    let file = Self.file()
    let expected = try DecodedRaster(file.bytes).rgb
    let withoutEnd = file.removing("IEND")
    let huge = [UInt8](repeating: 0x41, count: 3_000_000)
    var between = file
    between.chunks.insert(.time, at: 3)
    let variants: [(String, [UInt8])] = [
      ("no end chunk", withoutEnd.bytes),
      ("bytes behind the end", file.bytes + [1, 2, 3]),
      ("a second picture behind the end", file.bytes + file.bytes),
      ("bytes in place of the end", withoutEnd.bytes + [0, 0, 0, 9, 1, 2, 3, 4]),
      ("a huge text", file.adding(.init("tEXt", Array("a\0".utf8) + huge)).bytes),
      (
        "a profile that does not inflate",
        file.adding(.init("iCCP", Array("x\0\0".utf8) + [1, 2, 3])).bytes
      ),
      ("an unknown chunk", file.adding(.init("quIz", [1, 2, 3])).bytes),
      ("a wrong checksum of a text", file.adding(.text("Comment", "x")).spoilingChecksum(of: "tEXt").bytes),
      ("transparency that the color type has not", file.adding(.init("tRNS", [0, 1])).bytes),
      ("a suggested palette", file.adding(.init("PLTE", [0, 1, 2])).bytes),
      ("empty data chunks", file.adding([.init("IDAT"), .init("IDAT")]).bytes),
      ("a chunk between the data", between.bytes),
      ("a thousand chunks", file.adding((0..<1200).map { _ in .init("quIz") }).bytes),
    ]
    for (name, bytes) in variants {
      #expect(throws: Never.self, "\(name)") {
        let rgb = try DecodedRaster(bytes).rgb
        #expect(rgb == expected, "\(name)")
      }
    }
  }

  @Test("Headers that PNG does not allow, and pictures that nobody can show, are told")
  func headers() throws {
    let file = Self.file()
    func header(_ place: Int, _ value: UInt8) -> [UInt8] {
      var copy = file
      copy.chunks[0].data[place] = value
      return copy.bytes
    }
    for bytes in [header(8, 3), header(9, 5), header(10, 1), header(11, 1), header(12, 2), header(0, 0xFF)] {
      #expect(DecodedRaster.refusal(bytes)?.code == "damaged")
    }
    var flat = file
    flat.chunks[0].data.replaceSubrange(0..<4, with: [0, 0, 0, 0])
    #expect(DecodedRaster.refusal(flat.bytes)?.code == "damaged")
    var apple = file
    apple.chunks.insert(.init("CgBI", [0x50, 0, 0x20, 2]), at: 0)
    #expect(DecodedRaster.refusal(apple.bytes)?.code == "unsupported")
    let critical = file.adding(.init("QUIZ", [1]))
    #expect(DecodedRaster.refusal(critical.bytes)?.reason.contains("QUIZ") == true)
    let unpainted = StoredPNG(width: 4, height: 4, .palette, depth: 8).file().removing("PLTE")
    #expect(DecodedRaster.refusal(unpainted.bytes)?.reason == "its palette is missing")
    #expect(DecodedRaster.refusal(Array(file.bytes.prefix(20)))?.code == "damaged")
  }

  @Test("The limits hold to the pixel and to the byte")
  func limits() throws {
    for isInterlaced in [false, true] {
      let bytes = Self.file(isInterlaced: isInterlaced).bytes
      let needed = 3 * 23 * 4 + (isInterlaced ? 3 * 23 * 19 : 0)
      // The resampler needs some, too, so only the reason tells which limit it was.
      let error = DecodedRaster.refusal(bytes) { $0.memory = needed - 1 }
      #expect(error?.reason.contains("to decode") == true)
      do {
        _ = try DecodedRaster(bytes) { $0.memory = needed }
      } catch {
        #expect((error as? PhotoPreparer.Error)?.reason.contains("resampling") == true)
      }
      #expect(DecodedRaster.refusal(bytes) { $0.pixels = 23 * 19 - 1 }?.code == "too_large")
      _ = try DecodedRaster(bytes) { $0.pixels = 23 * 19 }
    }
  }

  @Test("A small file that claims to be vast is too large")
  func bombs() throws {
    let file = StoredPNG(width: 1, height: 1, .rgbAlpha, depth: 16).file()
    // One row of as many pixels as are allowed needs gigabytes.
    let sizes = [(100_000, 100_000), (1 << 31 - 1, 1 << 31 - 1), (309, 15_403_836), (500_000_000, 1)]
    for (width, height) in sizes {
      let bomb = file.claiming(PNGFile.header(width: width, height: height, bitDepth: 16, colorType: 6))
      #expect(DecodedRaster.refusal(bomb.bytes)?.code == "too_large", "\(width)x\(height)")
    }
  }
}
