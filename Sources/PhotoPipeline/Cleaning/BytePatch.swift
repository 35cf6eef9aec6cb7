/// Bytes of a file that are to be replaced by as many others.
package struct BytePatch: Hashable, Sendable {
  /// What comes in their place.
  package enum Replacement: Hashable, Sendable {
    /// Zeros, however long the range.
    case zeros
    /// Exactly as many bytes as the range has.
    case bytes([UInt8])
  }

  /// Bytes of the file.
  package let range: Range<Int>
  package let replacement: Replacement

  /// Replaces all bytes in `range` by zeros.
  package init(zeros range: Range<Int>) {
    self.range = range
    replacement = .zeros
  }

  /// Replaces the bytes from `offset` on by `bytes`.
  package init(_ bytes: [UInt8], at offset: Int) {
    range = offset..<offset + bytes.count
    replacement = .bytes(bytes)
  }
}

extension [BytePatch] {
  /// The index of the first patch that ends behind `offset`; the patches are in order and apart.
  func firstIndex(endingAfter offset: Int) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle].range.upperBound <= offset { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Whether any patch touches a byte in `range`; the patches are in order and apart.
  func touch(_ range: Range<Int>) -> Bool {
    guard !range.isEmpty else { return false }
    let index = firstIndex(endingAfter: range.lowerBound)
    return index < count && self[index].range.lowerBound < range.upperBound
  }
}
