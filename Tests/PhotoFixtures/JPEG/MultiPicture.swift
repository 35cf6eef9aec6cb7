/// Further pictures behind the primary one, and the index that lists them (CIPA DC-007).
struct MultiPicture: Sendable {
  /// Whole JPEGs.
  var pictures: [[UInt8]] = []
  /// The type code of the primary picture.
  var primaryKind: UInt32
  /// The type codes of the further pictures.
  var kinds: [UInt32] = []

  /// The primary picture with an index segment, and the further pictures behind it.
  ///
  /// - Parameter assemble: Makes the primary picture of its segments.
  func join(_ segments: [JPEGSegment], assemble: ([JPEGSegment]) -> [UInt8]) -> [UInt8] {
    let place = segments.firstIndex { !JPEGMarker.isMetadata($0.marker) } ?? segments.endIndex
    func primary(size: Int, base: Int) -> [UInt8] {
      var all = segments
      all.insert(index(primarySize: size, base: base), at: place)
      return assemble(all)
    }
    // DC-007 §5.2.3.3: offsets count from the byte order mark of the index, which lies behind SOI, the
    // segments before, and the marker, length and signature of its own.
    let base = 2 + segments[..<place].map { $0.bytes.count }.reduce(0, +) + 8
    // The index has one length whatever it says, so any size that is not less than the base measures it.
    let size = primary(size: base, base: base).count
    return primary(size: size, base: base) + pictures.flatMap { $0 }
  }

  private func index(primarySize: Int, base: Int) -> JPEGSegment {
    let order = ByteOrder.bigEndian
    // The first picture is told by the offset 0.
    var entries =
      order.bytes(primaryKind) + order.bytes(UInt32(primarySize)) + [UInt8](repeating: 0, count: 8)
    var position = primarySize
    for (picture, kind) in zip(pictures, kinds) {
      entries += order.bytes(kind) + order.bytes(UInt32(picture.count))
      entries += order.bytes(UInt32(position - base)) + [0, 0, 0, 0]
      position += picture.count
    }
    let directory = TIFFDirectory([
      0xB000: .undefined(Array("0100".utf8)),
      0xB001: .long([UInt32(pictures.count + 1)]),
      0xB002: .undefined(entries),
    ])
    return .app(2, "MPF", directory.tiff(order))
  }
}
