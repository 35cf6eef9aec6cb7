import Testing

@testable import PhotoPipeline

@Suite struct FormatSnifferTests {
  private static func boxed(_ brand: String, _ compatible: String = "") -> [UInt8] {
    JPEGParts.box("ftyp", Array(brand.utf8) + [0, 0, 0, 0] + Array(compatible.utf8))
  }

  static let samples: [([UInt8], FileContent)] = [
    ([0xFF, 0xD8, 0xFF, 0xE0], .format(.jpeg)),
    ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .format(.png)),
    (Array("GIF89a".utf8), .format(.gif)), (Array("RIFF0000WEBPVP8 ".utf8), .format(.webp)),
    (boxed("heic"), .format(.heic)), (boxed("mif1", "mif1heic"), .format(.heif)),
    (boxed("mif1", "mif1avif"), .format(.avif)), (boxed("avif"), .format(.avif)),
    (boxed("qt  "), .format(.quickTime)), (boxed("isom"), .format(.mp4)),
    (boxed("crx "), .otherPicture("Canon raw (CR3)")), (boxed("M4A "), .other("an MPEG-4 sound")),
    (JPEGParts.box("moov"), .format(.quickTime)),
    (Array("II*\0".utf8) + [16, 0, 0, 0] + Array("CR".utf8), .otherPicture("Canon raw (CR2)")),
    (Array("FUJIFILMCCD-RAW 0201".utf8), .otherPicture("Fujifilm raw (RAF)")),
    (Array("IIRO".utf8) + [8, 0, 0, 0], .otherPicture("Olympus raw (ORF)")),
    ([0xFF, 0x0A, 0, 0], .otherPicture("JPEG XL")),
    (Array("BM".utf8) + [0, 0], .otherPicture("BMP")),
    ([0, 0, 0, 12] + Array("jP  ".utf8), .otherPicture("JPEG 2000")),
    ([0x1A, 0x45, 0xDF, 0xA3], .otherMovie("Matroska or WebM")),
    (Array("RIFF0000AVI LIST".utf8), .otherMovie("AVI")),
    (Array("%PDF-1.7".utf8), .other("a PDF document")),
    (Array("hello, world".utf8), .unknown), ([], .unknown), ([0xFF, 0xD8], .unknown),
  ]

  @Test("A file is told by its bytes", arguments: Self.samples)
  func content(head: [UInt8], expected: FileContent) throws {
    #expect(FormatSniffer.content(of: head) == expected)
    let isPhoto = try FormatSniffer.isPhoto(MemoryByteSource(head, name: "lie.txt"))
    switch expected {
    case .format(let format): #expect(isPhoto == (format != .mp4 && format != .quickTime))
    case .otherPicture: #expect(isPhoto)
    case .otherMovie, .other, .unknown: #expect(!isPhoto)
    }
  }

  @Test("TIFF and DNG are told by their first directory")
  func tiff() {
    var builder = TIFFBuilder()
    builder.directories = [.init(fields: [(0x0100, builder.short(5))])]
    #expect(FormatSniffer.content(of: builder.build()) == .otherPicture("TIFF"))
    builder.directories[0].fields.append((0xC612, builder.undefined([1, 4, 0, 0])))
    #expect(FormatSniffer.content(of: builder.build()) == .otherPicture("raw (DNG)"))
  }

  @Test("Everything that is not read has an error that names what it is")
  func errors() {
    for (_, content) in Self.samples where content != .format(.jpeg) {
      #expect(!content.error(file: "f").reason.isEmpty)
    }
  }
}
