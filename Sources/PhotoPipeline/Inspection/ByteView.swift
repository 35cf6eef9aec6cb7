/// A stretch of bytes in memory whose every access is checked: what lies outside it is `nil`.
package struct ByteView {
  private let bytes: [UInt8]
  private let base: Int
  package let count: Int

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    base = 0
    count = bytes.count
  }

  private init(bytes: [UInt8], base: Int, count: Int) {
    self.bytes = bytes
    self.base = base
    self.count = count
  }

  /// The `count` bytes from `offset` on, or `nil` if they are not all there.
  package func view(at offset: Int, count: Int) -> ByteView? {
    guard offset >= 0, count >= 0, offset <= self.count, count <= self.count - offset else { return nil }
    return ByteView(bytes: bytes, base: base + offset, count: count)
  }

  /// The bytes from `offset` on, none if it lies behind the end.
  package func dropFirst(_ offset: Int) -> ByteView {
    let skipped = max(0, min(offset, count))
    return ByteView(bytes: bytes, base: base + skipped, count: count - skipped)
  }

  package func uint8(at offset: Int) -> Int? {
    offset >= 0 && offset < count ? Int(bytes[base + offset]) : nil
  }

  package func uint16(at offset: Int, bigEndian: Bool = true) -> Int? {
    unsigned(at: offset, count: 2, bigEndian: bigEndian).map(Int.init)
  }

  package func uint24(at offset: Int, bigEndian: Bool = true) -> Int? {
    unsigned(at: offset, count: 3, bigEndian: bigEndian).map(Int.init)
  }

  package func uint32(at offset: Int, bigEndian: Bool = true) -> Int? {
    unsigned(at: offset, count: 4, bigEndian: bigEndian).map(Int.init)
  }

  package func uint64(at offset: Int, bigEndian: Bool = true) -> UInt64? {
    unsigned(at: offset, count: 8, bigEndian: bigEndian)
  }

  private func unsigned(at offset: Int, count: Int, bigEndian: Bool) -> UInt64? {
    guard offset >= 0, offset <= self.count, count <= self.count - offset else { return nil }
    var value: UInt64 = 0
    for index in 0..<count {
      let place = bigEndian ? index : count - 1 - index
      value = value << 8 | UInt64(bytes[base + offset + place])
    }
    return value
  }

  package func starts(with prefix: [UInt8]) -> Bool {
    count >= prefix.count && slice.starts(with: prefix)
  }

  package func starts(with prefix: String) -> Bool {
    starts(with: Array(prefix.utf8))
  }

  /// The bytes themselves.
  package var slice: ArraySlice<UInt8> { bytes[base..<base + count] }
}

extension String {
  /// The text in `bytes` up to the first NUL, without control characters and outer blanks; `nil` if
  /// nothing is left.
  ///
  /// Control characters go because the text is printed on terminals.
  init?(metadata bytes: some Sequence<UInt8>) {
    let text = String(decoding: Array(bytes.prefix { $0 != 0 }), as: UTF8.self)
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars where scalar.properties.generalCategory != .control {
      scalars.append(scalar)
    }
    // Not by a chain of slices and reversals: their types have the runtime search all conformances of the program,
    // which takes megabytes of it into memory.
    var visible = String(scalars)
    while let last = visible.last, last.isWhitespace { visible.removeLast() }
    let trimmed = visible.drop { $0.isWhitespace }
    guard !trimmed.isEmpty else { return nil }
    self = String(trimmed)
  }
}
