/// A chunk of a PNG (PNG §5.3): a length, a type, data and a checksum.
struct PNGChunk {
  /// The bytes around the data.
  static let frameByteCount = 12
  /// §5.3: a length stays below 2^31.
  static let lengthLimit = (1 << 31) - 1

  /// Four ASCII letters.
  let type: String
  /// Whether a decoder must understand it.
  let isCritical: Bool
  /// Where the data lie in the file.
  let data: Range<Int>
  /// Whether its checksum is that of its type and data.
  let isIntact: Bool

  /// All of its bytes.
  var byteCount: Int { data.count + Self.frameByteCount }
  /// Where the next chunk starts.
  var end: Int { data.upperBound + 4 }
}

extension PNGChunk {
  /// The lengths of the chunks that describe how the picture looks and nothing else (§11.3).
  ///
  /// One of another length, one that comes twice, or one behind the picture's data says nothing, and is
  /// listed.
  static let describingLengths: [String: ClosedRange<Int>] = [
    "tRNS": 1...256, "cHRM": 32...32, "gAMA": 4...4, "sRGB": 1...1, "cICP": 4...4, "mDCV": 24...24,
    "cLLI": 8...8, "sBIT": 1...4, "bKGD": 1...6, "hIST": 2...512, "pHYs": 9...9,
  ]
}
