/// A prefix code of a lossless WebP (RFC 9649 §3.7.2.1).
struct VP8LCode {
  private static let longest = 15
  /// §3.7.2.1.2: in which order the lengths of the code for lengths come.
  private static let order = [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]

  /// How many codes have each length, and the symbols in order of their codes.
  private var counts = [Int](repeating: 0, count: longest + 1)
  private var symbols: [Int] = []

  /// - Parameter lengths: The length of each symbol's code; 0 if it has none.
  private init(lengths: [Int]) {
    for length in lengths where length > 0 { counts[length] += 1 }
    for length in 1...Self.longest where counts[length] > 0 {
      symbols += lengths.indices.filter { lengths[$0] == length }
    }
  }

  /// Reads a code of `alphabet` symbols; `nil` if it is broken.
  init?(_ bits: inout VP8LBits, alphabet: Int) {
    var lengths = [Int](repeating: 0, count: alphabet)
    guard let isSimple = bits.bit() else { return nil }
    if isSimple == 1 {
      guard let second = bits.bit(), let isWide = bits.bit(), let first = bits.number(isWide == 1 ? 8 : 1),
        first < alphabet
      else { return nil }
      lengths[first] = 1
      if second == 1 {
        guard let symbol = bits.number(8), symbol < alphabet else { return nil }
        lengths[symbol] = 1
      }
    } else {
      guard let code = Self.codeOfLengths(&bits), Self.read(&lengths, by: code, from: &bits) else {
        return nil
      }
    }
    self.init(lengths: lengths)
    if symbols.isEmpty { return nil }
  }

  private static func codeOfLengths(_ bits: inout VP8LBits) -> VP8LCode? {
    guard let count = bits.number(4) else { return nil }
    var lengths = [Int](repeating: 0, count: order.count)
    for index in order.prefix(4 + count) {
      guard let length = bits.number(3) else { return nil }
      lengths[index] = length
    }
    let code = VP8LCode(lengths: lengths)
    return code.symbols.isEmpty ? nil : code
  }

  private static func read(_ lengths: inout [Int], by code: VP8LCode, from bits: inout VP8LBits) -> Bool {
    var left = lengths.count
    guard let isLimited = bits.bit() else { return false }
    if isLimited == 1 {
      guard let size = bits.number(3), let limit = bits.number(2 + 2 * size) else { return false }
      left = 2 + limit
    }
    var index = 0
    var previous = 8
    while index < lengths.count, left > 0 {
      left -= 1
      guard let symbol = code.symbol(&bits) else { return false }
      if symbol < 16 {
        lengths[index] = symbol
        if symbol > 0 { previous = symbol }
        index += 1
        continue
      }
      let (extra, least) = [(2, 3), (3, 3), (7, 11)][symbol - 16]
      guard let more = bits.number(extra), index + least + more <= lengths.count else { return false }
      for _ in 0..<least + more {
        lengths[index] = symbol == 16 ? previous : 0
        index += 1
      }
    }
    return true
  }

  /// The next symbol; a code of one symbol takes no bits.
  func symbol(_ bits: inout VP8LBits) -> Int? {
    if symbols.count == 1 { return symbols[0] }
    var code = 0
    var first = 0
    var index = 0
    for length in 1...Self.longest {
      guard let bit = bits.bit() else { return nil }
      code |= bit
      if code - first < counts[length] { return symbols[index + code - first] }
      index += counts[length]
      first = (first + counts[length]) << 1
      code <<= 1
    }
    return nil
  }
}
