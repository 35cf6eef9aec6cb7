extension PNGFile.Chunk {
  /// EXIF, as PNG 3rd edition §11.3.4.7 has it.
  public static func exif(_ exif: EXIFBuilder) -> Self { Self("eXIf", exif.tiff()) }

  /// `tEXt`.
  public static func text(_ keyword: String, _ text: String) -> Self {
    Self("tEXt", Array(keyword.utf8) + [0] + Array(text.utf8))
  }

  /// `zTXt`.
  public static func packedText(_ keyword: String, _ text: String) -> Self {
    Self("zTXt", Array(keyword.utf8) + [0, 0] + Zlib.packed(Array(text.utf8)))
  }

  /// `iTXt`.
  public static func internationalText(
    _ keyword: String, _ text: String, isPacked: Bool = false, language: String = "", translation: String = ""
  ) -> Self {
    let head = Array(keyword.utf8) + [0, isPacked ? 1 : 0, 0] + Array(language.utf8) + [0]
    let content = Array(text.utf8)
    return Self("iTXt", head + Array(translation.utf8) + [0] + (isPacked ? Zlib.packed(content) : content))
  }

  /// XMP, as XMP part 3 §1.1.5 has it; readers also take it packed.
  public static func xmp(_ packet: XMPPacket, isPacked: Bool = false) -> Self {
    internationalText("XML:com.adobe.xmp", packet.packet(), isPacked: isPacked)
  }

  /// Metadata in hexadecimal digits, as ImageMagick writes it under a name such as `exif` or `APP1`.
  public static func rawProfile(_ name: String, _ bytes: [UInt8]) -> Self {
    let digits = bytes.enumerated().map { index, byte in
      let text = String(byte, radix: 16)
      return (index % 36 == 0 ? "\n" : "") + (text.count == 1 ? "0" + text : text)
    }.joined()
    let count = String(bytes.count)
    let padding = String(repeating: " ", count: max(0, 8 - count.count))
    return packedText("Raw profile type \(name)", "\n\(name)\n\(padding)\(count)\(digits)\n")
  }

  /// `iCCP`.
  public static func profile(_ profile: [UInt8], name: String = "profile") -> Self {
    Self("iCCP", Array(name.utf8) + [0, 0] + Zlib.packed(profile))
  }

  /// `tIME`, the time of the last change: year, month, day, hour, minute, second.
  public static let time = Self("tIME", [0x07, 0xE8, 9, 21, 17, 24, 5])

  /// `gAMA`: the exponent in hundred-thousandths.
  public static func gamma(_ value: UInt32) -> Self { Self("gAMA", ByteOrder.bigEndian.bytes(value)) }

  /// `cHRM`: white, red, green and blue, x and y in hundred-thousandths.
  public static func chromaticities(_ values: [UInt32]) -> Self {
    Self("cHRM", values.flatMap { ByteOrder.bigEndian.bytes($0) })
  }

  /// The chromaticities of sRGB.
  public static let sRGBChromaticities = chromaticities([
    31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000,
  ])

  /// `sRGB` with a rendering intent.
  public static func sRGB(intent: UInt8 = 0) -> Self { Self("sRGB", [intent]) }

  /// `cICP`.
  public static func codePoints(
    primaries: UInt8, transfer: UInt8, matrix: UInt8 = 0, isFullRange: Bool = true
  ) -> Self { Self("cICP", [primaries, transfer, matrix, isFullRange ? 1 : 0]) }

  /// `pHYs`, in pixels a meter.
  public static let resolution = Self("pHYs", [0, 0, 0x0B, 0x13, 0, 0, 0x0B, 0x13, 1])

  /// `tRNS`.
  public static func transparency(_ data: [UInt8]) -> Self { Self("tRNS", data) }
}

extension PNGFile {
  /// Makes the picture the first frame of an animation, and adds further frames of the same size.
  public func animated(_ frames: [PNGPicture]) -> PNGFile {
    let big = ByteOrder.bigEndian
    var number: UInt32 = 0
    func control(_ picture: (width: [UInt8], height: [UInt8])) -> Chunk {
      defer { number += 1 }
      // Sequence number, size, offset, a tenth of a second, dispose and blend.
      return Chunk(
        "fcTL",
        big.bytes(number) + picture.width + picture.height + [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 10, 0, 0])
    }
    let header = chunks[0].data
    let first = control((Array(header[0..<4]), Array(header[4..<8])))
    var later: [Chunk] = []
    for frame in frames {
      later.append(control((big.bytes(UInt32(frame.width)), big.bytes(UInt32(frame.height)))))
      later.append(Chunk("fdAT", big.bytes(number) + Zlib.packed(frame.rows)))
      number += 1
    }
    let count = Chunk("acTL", big.bytes(UInt32(frames.count + 1)) + [0, 0, 0, 0])
    return adding([count, first]).adding(later, at: .end)
  }
}
