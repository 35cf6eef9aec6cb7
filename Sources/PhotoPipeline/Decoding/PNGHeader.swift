/// What the header of a PNG says of its pixels (PNG, third edition, §11.2.1).
struct PNGHeader: Sendable, Hashable {
  /// The color types.
  enum Color: Int, Sendable {
    case gray = 0
    case rgb = 2
    case palette = 3
    case grayAlpha = 4
    case rgbAlpha = 6

    var channels: Int {
      switch self {
      case .gray, .palette: 1
      case .grayAlpha: 2
      case .rgb: 3
      case .rgbAlpha: 4
      }
    }

    /// Bits a sample may have.
    var depths: Set<Int> {
      switch self {
      case .gray: [1, 2, 4, 8, 16]
      case .palette: [1, 2, 4, 8]
      case .grayAlpha, .rgb, .rgbAlpha: [8, 16]
      }
    }
  }

  /// In pixels, each side at least 1 and below 2^31.
  let size: PixelSize
  /// Bits of a sample.
  let depth: Int
  let color: Color
  let isInterlaced: Bool

  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  /// Bytes from the start of the file to the end of the header's checksum.
  static let byteCount = 33

  /// Reads the header of `source`; its checksum is not looked at.
  ///
  /// - Throws: ``PhotoPreparer/Error`` if it is no PNG or says what PNG does not allow,
  ///   ``FileSystemError`` if it cannot be read.
  init(_ source: any ByteSource) throws {
    let file = source.name
    var window = ByteWindow(source, capacity: Self.byteCount)
    let head = ByteView(try window.prefix(at: 0, limit: Self.byteCount))
    guard head.starts(with: Self.signature) else {
      throw PhotoPreparer.Error.notAnImage(file: file, reason: "it has no PNG signature")
    }
    if head.dropFirst(12).starts(with: "CgBI") {
      throw PhotoPreparer.Error.unsupported(
        file: file, reason: "a PNG in the form that apps for iPhone are built with (CgBI) is not decoded")
    }
    guard head.count == Self.byteCount, head.uint32(at: 8) == 13, head.dropFirst(12).starts(with: "IHDR"),
      let width = head.uint32(at: 16), let height = head.uint32(at: 20), let depth = head.uint8(at: 24),
      let color = head.uint8(at: 25), let compression = head.uint8(at: 26), let filter = head.uint8(at: 27),
      let interlacing = head.uint8(at: 28)
    else { throw PhotoPreparer.Error.damaged(file: file, reason: "its header is missing") }
    guard (1..<1 << 31).contains(width), (1..<1 << 31).contains(height), let color = Color(rawValue: color),
      color.depths.contains(depth), compression == 0, filter == 0, interlacing <= 1
    else {
      throw PhotoPreparer.Error.damaged(file: file, reason: "its header says what PNG does not allow")
    }
    size = PixelSize(width: width, height: height)
    self.depth = depth
    self.color = color
    isInterlaced = interlacing == 1
  }

  /// Whether the samples are one plane of gray. A palette is taken for color, whatever its entries.
  var isGray: Bool { color == .gray || color == .grayAlpha }

  /// Bytes of a row of `width` pixels as it is stored, without the byte that names its filter.
  func rowBytes(width: Int) -> Int { (width * color.channels * depth + 7) / 8 }
}
