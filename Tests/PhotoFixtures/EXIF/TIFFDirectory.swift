/// An image file directory: fields by tag (TIFF 6.0 §2).
public struct TIFFDirectory: Sendable {
  /// The fields; they are written in ascending order of their tags, as TIFF demands.
  public var fields: [UInt16: TIFFValue]

  public init(_ fields: [UInt16: TIFFValue] = [:]) {
    self.fields = fields
  }

  public subscript(tag: UInt16) -> TIFFValue? {
    get { fields[tag] }
    set { fields[tag] = newValue }
  }

  /// The directory's own bytes, then what its fields point to.
  ///
  /// - Parameters:
  ///   - base: Where the bytes will lie, counted from the TIFF header.
  ///   - next: The offset of the next directory, from the bytes that this one takes.
  func encoded(at base: Int, _ order: ByteOrder, next: (_ end: Int) -> Int = { _ in 0 }) -> [UInt8] {
    var entries = order.bytes(UInt16(fields.count))
    var data: [UInt8] = []
    let dataStart = base + 2 + fields.count * 12 + 4
    for (tag, value) in fields.sorted(by: { $0.key < $1.key }) {
      let (type, count, bytes) = value.encoded(order)
      let position = UInt32(dataStart + data.count)
      entries += order.bytes(tag) + order.bytes(type) + order.bytes(count)
      switch value {
      case .directory(let child):
        entries += order.bytes(position)
        data += child.encoded(at: Int(position), order)
      case .offset(let blob):
        entries += order.bytes(position)
        data += blob
      default:
        if bytes.count <= 4 {
          entries += bytes + [UInt8](repeating: 0, count: 4 - bytes.count)
        } else {
          entries += order.bytes(position)
          data += bytes
        }
      }
      // "The Value is expected to begin on a word boundary" (TIFF 6.0 §2).
      if data.count % 2 == 1 { data.append(0) }
    }
    let end = dataStart + data.count
    return entries + order.bytes(UInt32(next(end))) + data
  }

  /// A whole TIFF structure: header, this directory and those chained behind it.
  public func tiff(_ order: ByteOrder, chained: [TIFFDirectory] = []) -> [UInt8] {
    var bytes = order == .littleEndian ? Array("II".utf8) : Array("MM".utf8)
    bytes += order.bytes(UInt16(42)) + order.bytes(UInt32(8))
    let all = [self] + chained
    for (index, directory) in all.enumerated() {
      bytes += directory.encoded(at: bytes.count, order) { index + 1 < all.count ? $0 : 0 }
    }
    return bytes
  }
}
