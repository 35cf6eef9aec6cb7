/// A WebP as a list of RIFF chunks, so that a fixture can add, move, change and spoil them.
public struct WebPFile: Sendable, Hashable {
  /// Four characters, a length, data, and a zero if they are odd.
  public struct Chunk: Sendable, Hashable {
    public var type: String
    public var data: [UInt8]
    /// Whether odd data are followed by a zero, as they must be.
    public var isPadded = true

    public init(_ type: String, _ data: [UInt8]) {
      self.type = type
      self.data = data
    }

    /// The chunk as the file holds it.
    public var bytes: [UInt8] {
      Array(type.utf8) + ByteOrder.littleEndian.bytes(UInt32(data.count)) + data
        + (isPadded && data.count % 2 == 1 ? [0] : [])
    }
  }

  public var chunks: [Chunk]
  /// The size that the container claims, if it is not the right one.
  public var claimedSize: UInt32?
  /// What follows the container.
  public var trailer: [UInt8] = []

  public init(_ chunks: [Chunk]) {
    self.chunks = chunks
  }

  /// The whole file.
  public var bytes: [UInt8] {
    let content = Array("WEBP".utf8) + chunks.flatMap(\.bytes)
    let size = claimedSize ?? UInt32(content.count)
    return Array("RIFF".utf8) + ByteOrder.littleEndian.bytes(size) + content + trailer
  }

  /// A picture alone, in the simple form of the file.
  public static func simple(_ picture: VP8LPicture) -> WebPFile {
    WebPFile([Chunk("VP8L", picture.bytes)])
  }

  /// A picture with a canvas and the chunks around it in the order that RFC 9649 §2.7 wants: profile,
  /// picture, the others. The flags of the canvas are set for what is there.
  public static func extended(_ picture: VP8LPicture, _ metadata: [Chunk] = []) -> WebPFile {
    let flags = flags(metadata) | (picture.hasAlpha ? 0x10 : 0)
    return WebPFile(
      [canvas(width: picture.width, height: picture.height, flags: flags)]
        + metadata.filter { $0.type == "ICCP" } + [Chunk("VP8L", picture.bytes)]
        + metadata.filter { $0.type != "ICCP" })
  }

  /// An animation whose frames lie at the offsets that are given, on a canvas.
  public static func animation(
    width: Int, height: Int, _ frames: [(picture: VP8LPicture, left: Int, top: Int)],
    _ metadata: [Chunk] = []
  ) -> WebPFile {
    let all = frames.map { frame in
      let numbers = [frame.left / 2, frame.top / 2, frame.picture.width - 1, frame.picture.height - 1, 100]
      return Chunk(
        "ANMF", numbers.flatMap { threeBytes($0) } + [0] + Chunk("VP8L", frame.picture.bytes).bytes)
    }
    return WebPFile(
      [canvas(width: width, height: height, flags: flags(metadata) | 0x12)]
        + metadata.filter { $0.type == "ICCP" } + [Chunk("ANIM", [255, 255, 255, 255, 0, 0])] + all
        + metadata.filter { $0.type != "ICCP" })
  }

  /// `VP8X`, sensible or not.
  public static func canvas(width: Int, height: Int, flags: UInt8) -> Chunk {
    Chunk("VP8X", [flags, 0, 0, 0] + threeBytes(width - 1) + threeBytes(height - 1))
  }

  private static func flags(_ chunks: [Chunk]) -> UInt8 {
    chunks.reduce(0) { flags, chunk in
      flags | (["ICCP": 0x20, "EXIF": 0x08, "XMP ": 0x04] as [String: UInt8])[chunk.type, default: 0]
    }
  }

  private static func threeBytes(_ value: Int) -> [UInt8] {
    Array(ByteOrder.littleEndian.bytes(UInt32(truncatingIfNeeded: value)).prefix(3))
  }
}

extension WebPFile.Chunk {
  /// EXIF; some writers put before it the name that it has in JPEG.
  public static func exif(_ exif: EXIFBuilder, isNamed: Bool = false) -> Self {
    Self("EXIF", isNamed ? exif.payload() : exif.tiff())
  }

  public static func xmp(_ packet: XMPPacket) -> Self { Self("XMP ", Array(packet.packet().utf8)) }

  public static func profile(_ profile: [UInt8]) -> Self { Self("ICCP", profile) }

  /// A lossy picture of which there is no more than the header (RFC 6386 §9.1).
  public static func lossyHeader(width: UInt16, height: UInt16) -> Self {
    let tag: [UInt8] = [0x10, 0, 0]
    return Self(
      "VP8 ",
      tag + [0x9D, 0x01, 0x2A] + ByteOrder.littleEndian.bytes(width) + ByteOrder.littleEndian.bytes(height)
        + [UInt8](repeating: 0, count: 10))
  }
}
