/// A PNG as a list of chunks, so that a fixture can add, move, change and spoil them.
///
/// Each editing method returns a changed copy; ``bytes`` puts the chunks together.
public struct PNGFile: Sendable, Hashable {
  /// A length, a type, data and a checksum.
  public struct Chunk: Sendable, Hashable {
    /// Four letters.
    public var type: String
    public var data: [UInt8]
    /// Whether the checksum is wrong.
    public var hasWrongChecksum = false

    public init(_ type: String, _ data: [UInt8] = []) {
      self.type = type
      self.data = data
    }

    /// The chunk as the file holds it.
    public var bytes: [UInt8] {
      let checked = Array(type.utf8) + data
      let checksum = Zlib.crc32(checked) ^ (hasWrongChecksum ? 1 : 0)
      return ByteOrder.bigEndian.bytes(UInt32(data.count)) + checked + ByteOrder.bigEndian.bytes(checksum)
    }
  }

  /// Where ``adding(_:at:)`` puts chunks.
  public enum Place: Sendable, Hashable {
    /// Right behind `IHDR`.
    case start
    /// Right before the first `IDAT`.
    case beforeData
    /// Right before `IEND`, or at the end if there is none.
    case end
  }

  public static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  public var chunks: [Chunk]
  /// What follows the chunks.
  public var trailer: [UInt8] = []

  /// A file of a header, the palette if one is given, the picture's data and `IEND`.
  ///
  /// - Parameters:
  ///   - palette: The entries of `PLTE`, red, green and blue.
  ///   - dataChunkCount: Over how many `IDAT` the data are spread.
  public init(_ picture: PNGPicture, palette: [Raster.Color] = [], dataChunkCount: Int = 1) {
    chunks = [
      Chunk(
        "IHDR",
        Self.header(
          width: picture.width, height: picture.height, bitDepth: picture.bitDepth,
          colorType: picture.colorType.rawValue, interlacing: picture.isInterlaced ? 1 : 0))
    ]
    if !palette.isEmpty { chunks.append(Chunk("PLTE", palette.flatMap { [$0.red, $0.green, $0.blue] })) }
    let data = Zlib.packed(picture.rows)
    let step = max(1, (data.count + dataChunkCount - 1) / dataChunkCount)
    for start in stride(from: 0, to: data.count, by: step) {
      chunks.append(Chunk("IDAT", Array(data[start..<min(data.count, start + step)])))
    }
    chunks.append(Chunk("IEND"))
  }

  /// The content of `IHDR`, sensible or not.
  public static func header(
    width: Int, height: Int, bitDepth: Int = 8, colorType: UInt8 = 2, packing: UInt8 = 0, filter: UInt8 = 0,
    interlacing: UInt8 = 0
  ) -> [UInt8] {
    ByteOrder.bigEndian.bytes(UInt32(truncatingIfNeeded: width))
      + ByteOrder.bigEndian.bytes(UInt32(truncatingIfNeeded: height))
      + [UInt8(truncatingIfNeeded: bitDepth), colorType, packing, filter, interlacing]
  }

  /// The whole file.
  public var bytes: [UInt8] { Self.signature + chunks.flatMap(\.bytes) + trailer }

  /// Adds chunks, in their order.
  public func adding(_ added: [Chunk], at place: Place = .beforeData) -> PNGFile {
    var copy = self
    let index =
      switch place {
      case .start: 1
      case .beforeData: chunks.firstIndex { $0.type == "IDAT" } ?? chunks.endIndex
      case .end: chunks.lastIndex { $0.type == "IEND" } ?? chunks.endIndex
      }
    copy.chunks.insert(contentsOf: added, at: min(index, chunks.endIndex))
    return copy
  }

  /// Adds one chunk.
  public func adding(_ chunk: Chunk, at place: Place = .beforeData) -> PNGFile {
    adding([chunk], at: place)
  }

  /// Adds bytes behind everything else.
  public func adding(trailer bytes: [UInt8]) -> PNGFile {
    var copy = self
    copy.trailer += bytes
    return copy
  }

  /// Drops all chunks of a type.
  public func removing(_ type: String) -> PNGFile {
    var copy = self
    copy.chunks.removeAll { $0.type == type }
    return copy
  }

  /// Makes the checksums of all chunks of a type wrong.
  public func spoilingChecksum(of type: String) -> PNGFile {
    var copy = self
    for index in chunks.indices where chunks[index].type == type {
      copy.chunks[index].hasWrongChecksum = true
    }
    return copy
  }

  /// Writes another header than the data have.
  public func claiming(_ header: [UInt8]) -> PNGFile {
    var copy = self
    copy.chunks[0].data = header
    return copy
  }

  /// The bytes of a PNG with the checksum of each chunk set right, as far as they are chunks.
  public static func withRightChecksums(_ bytes: [UInt8]) -> [UInt8] {
    var result = bytes
    var position = signature.count
    while position + 12 <= bytes.count {
      let length = bytes[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
      guard length <= bytes.count - position - 12 else { break }
      let end = position + 8 + length
      result.replaceSubrange(
        end..<end + 4, with: ByteOrder.bigEndian.bytes(Zlib.crc32(Array(bytes[position + 4..<end]))))
      position = end + 4
    }
    return result
  }
}
