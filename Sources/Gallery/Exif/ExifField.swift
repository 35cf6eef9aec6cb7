/// One field of a directory, its value in the byte order of the block.
struct ExifField: Hashable {
  /// As TIFF 6.0 §2 numbers them.
  enum Kind {
    static let byte = 1
    static let ascii = 2
    static let short = 3
    static let long = 4
    static let rational = 5
    static let undefined = 7
    static let directory = 13
  }

  var type: Int
  /// How many values there are.
  var count: Int
  var bytes: [UInt8]
  /// Where the value must lie in the block; `nil` for anywhere.
  var place: Int?

  /// The bytes that it takes outside its directory, to an even number.
  var outsideByteCount: Int { bytes.count <= 4 || place != nil ? 0 : (bytes.count + 1) & ~1 }
}

/// Makes fields for a block of one byte order.
struct ExifFieldMaker {
  let isBigEndian: Bool

  func short(_ value: Int) -> ExifField {
    ExifField(type: ExifField.Kind.short, count: 1, bytes: bytes(value, count: 2))
  }

  func long(_ value: Int) -> ExifField {
    ExifField(type: ExifField.Kind.long, count: 1, bytes: bytes(value, count: 4))
  }

  func text(_ text: String) -> ExifField {
    let bytes = Array(text.utf8) + [0]
    return ExifField(type: ExifField.Kind.ascii, count: bytes.count, bytes: bytes)
  }

  func rationals(_ values: [(top: Int, bottom: Int)]) -> ExifField {
    ExifField(
      type: ExifField.Kind.rational, count: values.count,
      bytes: values.flatMap { bytes($0.top, count: 4) + bytes($0.bottom, count: 4) })
  }

  /// The last `count` bytes of a number.
  func bytes(_ value: Int, count: Int) -> [UInt8] {
    let rising = (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    return isBigEndian ? rising.reversed() : rising
  }
}
