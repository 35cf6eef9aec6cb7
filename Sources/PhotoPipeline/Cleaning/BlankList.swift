/// What is to be blanked in a file of boxes, put together in any order.
struct BlankList {
  private var zeros: [Range<Int>] = []
  private var headers: [BytePatch] = []

  /// Makes a box blank space (ISO/IEC 14496-12 §8.1.2): its size stays, its type becomes `free`.
  mutating func free(_ box: Box) {
    headers.append(BytePatch(Array("free".utf8), at: box.range.lowerBound + 4))
    zero(box.content)
  }

  /// Makes bytes that are no box blank space. Zeros alone would be a box that reaches to the end.
  mutating func free(_ rest: Range<Int>) {
    guard rest.count >= 8 else { return zero(rest) }
    var header = Array("free".utf8)
    var size = [UInt8]()
    let isWide = rest.count > UInt32.max
    if isWide {
      size = [0, 0, 0, 1]
      header += (0..<8).map { UInt8(truncatingIfNeeded: rest.count >> (56 - $0 * 8)) }
    } else {
      size = (0..<4).map { UInt8(truncatingIfNeeded: rest.count >> (24 - $0 * 8)) }
    }
    headers.append(BytePatch(size + header, at: rest.lowerBound))
    zero(rest.dropFirst(isWide ? 16 : 8))
  }

  mutating func zero(_ range: Range<Int>) {
    if !range.isEmpty { zeros.append(range) }
  }

  /// The patches in order, or `nil` if something was to be blanked that holds the header of another box.
  func patches() -> [BytePatch]? {
    var merged: [Range<Int>] = []
    for range in zeros.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, range.lowerBound <= last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    let patches = (merged.map { BytePatch(zeros: $0) } + headers).sorted {
      $0.range.lowerBound < $1.range.lowerBound
    }
    let areApart = zip(patches, patches.dropFirst()).allSatisfy { $0.range.upperBound <= $1.range.lowerBound }
    return areApart ? patches : nil
  }
}
