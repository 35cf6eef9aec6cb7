/// Builds the TIFF structure inside EXIF and the multi-picture index.
struct TIFFBuilder {
  enum Value {
    /// A TIFF type, a count and the bytes of the value, in the structure's byte order.
    case bytes(type: Int, count: Int, [UInt8])
    /// The offset of the directory with this number.
    case directory(Int)
    /// The offset of these bytes, which lie behind the directory.
    case blob([UInt8])
  }

  struct Directory {
    var fields: [(tag: Int, value: Value)]
    /// The number of the directory that follows in the chain.
    var next: Int?
  }

  var isBigEndian = true
  var directories: [Directory] = []

  func number(_ value: Int, byteCount: Int) -> [UInt8] {
    let bytes = (0..<byteCount).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    return isBigEndian ? bytes.reversed() : bytes
  }

  func short(_ values: Int...) -> Value {
    .bytes(type: 3, count: values.count, values.flatMap { number($0, byteCount: 2) })
  }

  func long(_ values: Int...) -> Value {
    .bytes(type: 4, count: values.count, values.flatMap { number($0, byteCount: 4) })
  }

  /// One integer of any TIFF integer type.
  func integer(_ value: Int, type: Int) -> Value {
    let sizes = [1: 1, 3: 2, 4: 4, 6: 1, 8: 2, 9: 4]
    return .bytes(type: type, count: 1, number(value, byteCount: sizes[type] ?? 1))
  }

  func text(_ text: String) -> Value {
    .bytes(type: 2, count: text.utf8.count + 1, Array(text.utf8) + [0])
  }

  func undefined(_ bytes: [UInt8]) -> Value { .bytes(type: 7, count: bytes.count, bytes) }

  func rationals(_ values: [(Int, Int)], type: Int = 5) -> Value {
    .bytes(
      type: type, count: values.count,
      values.flatMap { number($0.0, byteCount: 4) + number($0.1, byteCount: 4) })
  }

  /// The structure: the header, then each directory with its values behind it.
  func build() -> [UInt8] {
    var offsets: [Int] = []
    var end = 8
    for directory in directories {
      offsets.append(end)
      end += 2 + directory.fields.count * 12 + 4 + directory.fields.reduce(0) { $0 + outside($1.value) }
    }
    var bytes: [UInt8] = isBigEndian ? Array("MM\0*".utf8) : Array("II*\0".utf8)
    bytes += number(8, byteCount: 4)
    for (index, directory) in directories.enumerated() {
      var values: [UInt8] = []
      var outsideOffset = offsets[index] + 2 + directory.fields.count * 12 + 4
      bytes += number(directory.fields.count, byteCount: 2)
      for (tag, value) in directory.fields {
        bytes += number(tag, byteCount: 2)
        switch value {
        case .bytes(let type, let count, let content):
          bytes += number(type, byteCount: 2) + number(count, byteCount: 4)
          if content.count <= 4 {
            bytes += content + [UInt8](repeating: 0, count: 4 - content.count)
          } else {
            bytes += number(outsideOffset, byteCount: 4)
            values += content
            outsideOffset += content.count
          }
        case .directory(let number):
          bytes += self.number(4, byteCount: 2) + self.number(1, byteCount: 4)
          bytes += self.number(offsets[number], byteCount: 4)
        case .blob(let content):
          bytes += number(4, byteCount: 2) + number(1, byteCount: 4) + number(outsideOffset, byteCount: 4)
          values += content
          outsideOffset += content.count
        }
      }
      bytes += number(directory.next.map { offsets[$0] } ?? 0, byteCount: 4) + values
    }
    return bytes
  }

  private func outside(_ value: Value) -> Int {
    switch value {
    case .bytes(_, _, let content): content.count > 4 ? content.count : 0
    case .directory: 0
    case .blob(let content): content.count
    }
  }
}
