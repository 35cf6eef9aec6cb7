import DurableFiles

/// The first frame in a WebP file: where its bytes are and where it lies on the canvas.
///
/// From Google's "WebP Container Specification", and RFC 6386 §9.1 and the "WebP Lossless Bitstream" for the
/// first bytes of the two codings. All numbers are little-endian.
struct WebPFrame: Sendable, Hashable {
  /// In pixels; equal to ``size`` unless the file is animated.
  let canvas: PixelSize
  /// Where the left upper corner of the frame lies on the canvas.
  private(set) var x = 0
  private(set) var y = 0
  /// Of the frame, in pixels; each side is 1 to 16384.
  let size: PixelSize
  let isLossless: Bool
  let hasAlpha: Bool
  /// Whether a plane of alpha beside lossy pixels is itself compressed.
  private(set) var hasCompressedAlpha = false
  /// The alpha plane of a lossy frame, without its chunk's header.
  private(set) var alpha: Chunk?
  /// The coded picture, without its chunk's header.
  let picture: Chunk

  /// The data of a chunk.
  struct Chunk: Sendable, Hashable {
    let type: String
    let offset: Int
    /// What the header of the chunk says.
    let byteCount: Int
    /// How much of that is in the file.
    let available: Int
  }

  /// Whether the frame is all there is of the canvas.
  var coversCanvas: Bool { canvas == size && x == 0 && y == 0 }

  /// Finds the first frame of `source`.
  ///
  /// - Throws: ``PhotoPreparer/Error`` if it is no WebP or there is no frame, ``FileSystemError`` if it
  ///   cannot be read.
  init(_ source: any ByteSource) throws {
    var reader = ChunkReader(source)
    guard let riff = try reader.view(at: 0, count: 12), riff.starts(with: "RIFF"),
      riff.dropFirst(8).starts(with: "WEBP")
    else { throw PhotoPreparer.Error.notAnImage(file: source.name, reason: "it has no WebP signature") }

    var declared: PixelSize?
    var isAnimated = false
    var frame: PixelSize?
    var alpha: Chunk?
    var offset = 12
    while let chunk = try reader.chunk(at: offset) {
      switch chunk.type {
      case "VP8X":
        guard let header = try reader.view(at: chunk.offset, count: 10) else { throw reader.noPicture }
        isAnimated = (header.uint8(at: 0) ?? 0) & 0x02 != 0
        declared = header.webPSize(at: 4)
      case "ANMF" where isAnimated && frame == nil:
        // The chunks of the frame follow the frame's own header and are read next.
        guard let header = try reader.view(at: chunk.offset, count: 16) else { throw reader.noPicture }
        x = 2 * (header.uint24(at: 0, bigEndian: false) ?? 0)
        y = 2 * (header.uint24(at: 3, bigEndian: false) ?? 0)
        frame = header.webPSize(at: 6)
        offset = chunk.offset + 16
        continue
      case "ALPH" where alpha == nil: alpha = chunk
      case "VP8 ", "VP8L":
        guard let coded = try reader.bitstream(chunk) else { throw reader.noPicture }
        size = PixelSize(width: coded.width, height: coded.height)
        guard frame == nil || frame == size, isAnimated || declared == nil || declared == size else {
          throw reader.noPicture
        }
        canvas = isAnimated ? declared ?? size : size
        isLossless = coded.coding == .lossless
        self.alpha = isLossless ? nil : alpha
        hasAlpha = isLossless ? coded.hasAlpha : alpha != nil
        picture = chunk
        // The first byte of the alpha plane: its lowest two bits name the compression.
        if let place = self.alpha?.offset, let head = try reader.view(at: place, count: 1) {
          hasCompressedAlpha = (head.uint8(at: 0) ?? 0) & 3 != 0
        }
        guard x + size.width <= canvas.width, y + size.height <= canvas.height else { throw reader.noPicture }
        return
      default: break
      }
      offset = chunk.offset + chunk.byteCount + chunk.byteCount % 2
    }
    throw reader.noPicture
  }
}

/// Reads the chunks of a RIFF file one by one.
private struct ChunkReader {
  private let file: String
  private var window: ByteWindow

  init(_ source: any ByteSource) {
    file = source.name
    window = ByteWindow(source, capacity: 4096)
  }

  var noPicture: PhotoPreparer.Error {
    .damaged(file: file, reason: "its header contradicts itself, or there is no picture")
  }

  mutating func view(at offset: Int, count: Int) throws -> ByteView? {
    try window.bytes(at: offset, count: count).map { ByteView($0) }
  }

  mutating func chunk(at offset: Int) throws -> WebPFrame.Chunk? {
    guard let header = try view(at: offset, count: 8),
      let byteCount = header.uint32(at: 4, bigEndian: false)
    else { return nil }
    return WebPFrame.Chunk(
      type: String(decoding: header.slice.prefix(4), as: UTF8.self), offset: offset + 8, byteCount: byteCount,
      available: min(byteCount, max(0, window.end - offset - 8)))
  }

  /// What the coded picture itself says of its size and alpha; `nil` if its header is broken.
  mutating func bitstream(_ chunk: WebPFrame.Chunk) throws -> WebPStructure.Bitstream? {
    let head = try window.prefix(at: chunk.offset, limit: WebPStructure.Bitstream.headByteCount)
    return WebPStructure.Bitstream(chunk.type, ByteView(head))
  }
}

extension ByteView {
  /// Width and height, each stored as one less in 24 bits.
  fileprivate func webPSize(at offset: Int) -> PixelSize? {
    guard let width = uint24(at: offset, bigEndian: false),
      let height = uint24(at: offset + 3, bigEndian: false)
    else { return nil }
    return PixelSize(width: width + 1, height: height + 1)
  }
}
