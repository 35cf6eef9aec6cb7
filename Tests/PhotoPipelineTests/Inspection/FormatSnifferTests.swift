import DurableFiles
import Testing

@testable import PhotoPipeline

@Suite struct FormatSnifferTests {
  private static func boxed(_ brand: String, _ compatible: String = "") -> [UInt8] {
    JPEGParts.box("ftyp", Array(brand.utf8) + [0, 0, 0, 0] + Array(compatible.utf8))
  }

  /// Packets of a camcorder: four bytes of time, then 188 that start with 0x47.
  private static let timedPackets = (0..<3).flatMap { _ in
    [0, 0, 0, 0, 0x47] + [UInt8](repeating: 0, count: 187)
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
    (Array("BM".utf8) + [UInt8](repeating: 0, count: 12) + [40, 0, 0, 0], .otherPicture("BMP")),
    (Array("BMW drives away".utf8) + [0, 0, 0, 0], .unknown),
    (Array("0000fakeWEBPVP8 ".utf8), .unknown),
    (Array("RIFF0000WAVEfmt ".utf8), .other("a WAVE sound")),
    ([0x8A] + Array("MNG\r\n\u{1A}\n".utf8), .otherPicture("MNG")),
    (Array("P6\n4 4\n255\n".utf8), .otherPicture("Netpbm")), (Array("P65".utf8), .unknown),
    ([UInt8](repeating: 0, count: 128) + Array("DICM".utf8), .otherPicture("DICOM")),
    (Array("8BPS\0\u{1}".utf8), .otherPicture("Photoshop")),
    (Array("%!PS-Adobe-3.0".utf8), .other("a PostScript document")),
    ([0xEF, 0xBB, 0xBF] + Array("\n<?xml version=\"1.0\"?><!-- x --><svg>".utf8), .other("an SVG drawing")),
    (Array("<?xml version=\"1.0\"?><plist>".utf8), .other("XML text")),
    (Array("<!doctype html><p>".utf8), .other("an HTML page")),
    (timedPackets, .otherMovie("MPEG transport stream")),
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

  @Test(
    "A raw photo that is a TIFF is told by its maker",
    arguments: [
      ("NIKON CORPORATION", "Nikon raw (NEF)"), ("SONY", "Sony raw (ARW)"),
      ("Hasselblad", "Hasselblad raw (3FR)"),
      ("Phase One A/S", "Phase One raw (IIQ)"),
    ])
  func raw(maker: String, name: String) {
    var builder = TIFFBuilder()
    builder.directories = [.init(fields: [(0x010F, builder.text(maker))])]
    #expect(FormatSniffer.content(of: builder.build()) == .otherPicture("TIFF or \(name)"))
  }

  @Test("Everything that is not read has an error that names what it is")
  func errors() {
    for (_, content) in Self.samples where content != .format(.jpeg) {
      #expect(!content.error(file: "f").reason.isEmpty)
    }
  }
}
