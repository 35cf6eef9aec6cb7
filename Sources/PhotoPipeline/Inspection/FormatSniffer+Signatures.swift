extension FormatSniffer {
  /// Where a signature stands, its bytes, and what they mean.
  static let signatures: [(Int, [UInt8], FileContent)] = [pictures, portableMaps, movies, others].flatMap {
    $0
  }

  private static let pictures: [(Int, [UInt8], FileContent)] =
    [
      (0, [0xFF, 0xD8, 0xFF], .format(.jpeg)),
      (0, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .format(.png)),
      (0, Array("GIF87a".utf8), .format(.gif)),
      (0, Array("GIF89a".utf8), .format(.gif)),
      (0, [0xFF, 0x0A], .otherPicture("JPEG XL")),
      (0, [0, 0, 0, 12] + Array("JXL ".utf8), .otherPicture("JPEG XL")),
      (0, [0, 0, 0, 12] + Array("jP  ".utf8), .otherPicture("JPEG 2000")),
      (0, [0xFF, 0x4F, 0xFF, 0x51], .otherPicture("JPEG 2000")),
      (0, [0x49, 0x49, 0xBC], .otherPicture("JPEG XR")),
      (0, [0x8A, 0x4D, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .otherPicture("MNG")),
      (0, [0x8B, 0x4A, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .otherPicture("JNG")),
      (0, Array("FUJIFILMCCD-RAW".utf8), .otherPicture("Fujifilm raw (RAF)")),
      (0, Array("IIRO".utf8), .otherPicture("Olympus raw (ORF)")),
      (0, Array("IIRS".utf8), .otherPicture("Olympus raw (ORF)")),
      (0, Array("MMOR".utf8), .otherPicture("Olympus raw (ORF)")),
      (0, [0x49, 0x49, 0x55, 0x00], .otherPicture("Panasonic raw (RW2)")),
      (6, Array("HEAPCCDR".utf8), .otherPicture("Canon raw (CRW)")),
      (0, Array("FOVb".utf8), .otherPicture("Sigma raw (X3F)")),
      (0, Array("\0MRM".utf8), .otherPicture("Minolta raw (MRW)")),
      (0, Array("8BPS".utf8), .otherPicture("Photoshop")),
      (0, Array("gimp xcf".utf8), .otherPicture("GIMP")),
      (0, [0x76, 0x2F, 0x31, 0x01], .otherPicture("OpenEXR")),
      (0, Array("#?RADIANCE".utf8), .otherPicture("Radiance HDR")),
      (0, Array("#?RGBE".utf8), .otherPicture("Radiance HDR")),
      (0, Array("qoif".utf8), .otherPicture("QOI")),
      (0, Array("FLIF".utf8), .otherPicture("FLIF")),
      (0, [0x42, 0x50, 0x47, 0xFB], .otherPicture("BPG")),
      (0, Array("DDS ".utf8), .otherPicture("DirectDraw")),
      (0, Array("SIMPLE  =".utf8), .otherPicture("FITS")),
      (128, Array("DICM".utf8), .otherPicture("DICOM")),
      (0, [0, 0, 1, 0], .otherPicture("icon")),
      (0, [0, 0, 2, 0], .otherPicture("cursor")),
      (0, Array("icns".utf8), .otherPicture("Apple icon")),
      (0, [0xD7, 0xCD, 0xC6, 0x9A], .otherPicture("Windows metafile")),
      (40, Array(" EMF".utf8), .otherPicture("Windows metafile")),
      (0, Array("P7\n".utf8), .otherPicture("Netpbm")),
    ]

  /// `P`, a digit from 1 to 6, and a blank of any kind.
  private static let portableMaps: [(Int, [UInt8], FileContent)] = {
    var list: [(Int, [UInt8], FileContent)] = []
    for digit: UInt8 in 0x31...0x36 {
      for blank: UInt8 in [0x0A, 0x0D, 0x20] {
        list.append((0, [0x50, digit, blank], .otherPicture("Netpbm")))
      }
    }
    return list
  }()

  private static let movies: [(Int, [UInt8], FileContent)] = [
    (4, Array("moov".utf8), .format(.quickTime)),
    (4, Array("mdat".utf8), .format(.quickTime)),
    (4, Array("wide".utf8), .format(.quickTime)),
    (4, Array("pnot".utf8), .format(.quickTime)),
    (0, [0x1A, 0x45, 0xDF, 0xA3], .otherMovie("Matroska or WebM")),
    (0, Array("FLV\u{1}".utf8), .otherMovie("Flash")),
    (0, [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11], .otherMovie("Windows Media")),
    (0, [0, 0, 1, 0xBA], .otherMovie("MPEG")),
    (0, [0, 0, 1, 0xB3], .otherMovie("MPEG")),
    (0, [0x06, 0x0E, 0x2B, 0x34], .otherMovie("MXF")),
    (0, Array(".RMF".utf8), .otherMovie("RealMedia")),
    (0, Array("OggS".utf8), .otherMovie("Ogg")),
  ]

  private static let others: [(Int, [UInt8], FileContent)] = [
    (0, Array("%PDF".utf8), .other("a PDF document")),
    (0, Array("%!PS".utf8), .other("a PostScript document")),
    (0, [0xC5, 0xD0, 0xD3, 0xC6], .other("a PostScript document")),
    (0, Array("AT&TFORM".utf8), .other("a DjVu document")),
    (0, Array("{\\rtf".utf8), .other("an RTF document")),
    (0, [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1], .other("an old Office document")),
    (0, Array("PK\u{3}\u{4}".utf8), .other("a ZIP archive")),
    (0, [0x1F, 0x8B], .other("a gzip archive")),
    (0, Array("7z".utf8) + [0xBC, 0xAF, 0x27, 0x1C], .other("a 7z archive")),
    (0, Array("Rar!\u{1A}\u{7}".utf8), .other("a RAR archive")),
    (0, [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], .other("an xz archive")),
    (0, Array("bplist00".utf8), .other("an Apple property list")),
    (0, Array("ID3".utf8), .other("an MP3 sound")),
    (0, Array("fLaC".utf8), .other("a FLAC sound")),
    (0, Array("#!AMR".utf8), .other("an AMR sound")),
    (8, Array("AIFF".utf8), .other("an AIFF sound")),
    (0, [0x7F, 0x45, 0x4C, 0x46], .other("a program")),
  ]

  /// What the makers of cameras call their raw formats that are TIFF; a scan may name a maker, too.
  static let rawFormats: [(maker: String, name: String)] = [
    ("NIKON", "Nikon raw (NEF)"), ("SONY", "Sony raw (ARW)"), ("PENTAX", "Pentax raw (PEF)"),
    ("SAMSUNG", "Samsung raw (SRW)"), ("HASSELBLAD", "Hasselblad raw (3FR)"),
    ("PHASE ONE", "Phase One raw (IIQ)"), ("LEAF", "Leaf raw (MOS)"), ("MAMIYA", "Mamiya raw (MEF)"),
    ("KODAK", "Kodak raw (DCR)"), ("EASTMAN KODAK", "Kodak raw (DCR)"), ("EPSON", "Epson raw (ERF)"),
    ("SEIKO EPSON", "Epson raw (ERF)"),
  ]
}
