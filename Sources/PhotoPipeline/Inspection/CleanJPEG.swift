package import DurableFiles

/// The proof that a JPEG carries a picture and nothing else.
///
/// It lists what is allowed and refuses the rest, so a kind of metadata that nobody has thought of is
/// refused too: SOI, one JFIF segment without thumbnail, quantization tables, one baseline frame,
/// Huffman tables and perhaps a restart interval, one scan, EOI. It shares no code with the inspection
/// but the reading of bytes.
package enum CleanJPEG {
  /// - Returns: Why `source` is not clean, or `nil` if it is.
  package static func reason(against source: any ByteSource) throws(FileSystemError) -> String? {
    var check = Check(window: ByteWindow(source))
    return try check.run()
  }

  /// - Returns: Why `bytes` is not clean, or `nil` if it is.
  package static func reason(against bytes: [UInt8]) throws(FileSystemError) -> String? {
    try reason(against: MemoryByteSource(bytes, name: "result"))
  }
}

extension CleanJPEG {
  private struct Check {
    var window: ByteWindow
    private var position = 0
    private var quantizationTables: Set<Int> = []
    private var huffmanTables: Set<Int> = []
    private var neededQuantizationTables: Set<Int> = []
    private var componentIDs: [Int] = []
    private var hasRestartInterval = false
    private var restartInterval = 0

    init(window: ByteWindow) { self.window = window }

    mutating func run() throws(FileSystemError) -> String? {
      guard try window.uint16(at: 0) == 0xFFD8 else { return "it does not start with SOI" }
      position = 2
      guard try window.uint16(at: 2) == 0xFFE0, let jfif = try segment(), isPlainJFIF(jfif) else {
        return "SOI is not followed by a plain JFIF segment"
      }
      while true {
        guard let marker = try window.uint16(at: position) else { return "it ends without a scan" }
        guard let payload = try segment() else { return "segment \(hex(marker)) is cut off" }
        let reason: String? =
          switch marker {
          case 0xFFDB: readQuantization(payload)
          case 0xFFC0: readFrame(payload)
          case 0xFFC4: readHuffman(payload)
          case 0xFFDD: readRestartInterval(payload)
          case 0xFFDA: readScan(payload)
          default: "segment \(hex(marker)) is not allowed"
          }
        if let reason { return reason }
        if marker == 0xFFDA { return try readCodedData() }
      }
    }

    private func hex(_ marker: Int) -> String { String(marker, radix: 16, uppercase: true) }

    /// The content of the segment at the position, which moves behind it.
    private mutating func segment() throws(FileSystemError) -> ByteView? {
      guard let length = try window.uint16(at: position + 2), length >= 2,
        let bytes = try window.bytes(at: position + 4, count: length - 2)
      else { return nil }
      position += 2 + length
      return ByteView(bytes)
    }

    /// ITU-T T.871 §10.1, without a thumbnail.
    private func isPlainJFIF(_ payload: ByteView) -> Bool {
      payload.count == 14 && payload.starts(with: "JFIF\0\u{1}")
        && payload.uint8(at: 6).map { $0 <= 2 } ?? false
        && payload.uint8(at: 7).map { $0 <= 2 } ?? false
        && payload.uint16(at: 12) == 0
    }

    /// ITU-T T.81 §B.2.4.1: tables of 8-bit values, each defined once.
    private mutating func readQuantization(_ payload: ByteView) -> String? {
      guard componentIDs.isEmpty else { return "a quantization table follows the frame header" }
      guard payload.count > 0, payload.count % 65 == 0 else {
        return "a quantization table has surplus bytes"
      }
      for start in stride(from: 0, to: payload.count, by: 65) {
        guard let id = payload.uint8(at: start), id <= 3, quantizationTables.insert(id).inserted else {
          return "a quantization table is defined twice or has a wrong number"
        }
        guard payload.view(at: start + 1, count: 64)?.slice.allSatisfy({ $0 > 0 }) == true else {
          return "a quantization table holds a zero"
        }
      }
      return nil
    }

    /// §B.2.2: baseline, 8 bits, gray or three components.
    private mutating func readFrame(_ payload: ByteView) -> String? {
      guard componentIDs.isEmpty else { return "it has two frame headers" }
      guard let count = payload.uint8(at: 5), count == 1 || count == 3, payload.count == 6 + 3 * count,
        payload.uint8(at: 0) == 8, let height = payload.uint16(at: 1), let width = payload.uint16(at: 3),
        height > 0, width > 0
      else { return "the frame header is not a baseline picture's" }
      for index in 0..<count {
        guard let id = payload.uint8(at: 6 + index * 3), let sampling = payload.uint8(at: 7 + index * 3),
          let table = payload.uint8(at: 8 + index * 3), !componentIDs.contains(id),
          (1...4).contains(sampling >> 4), (1...4).contains(sampling & 15)
        else { return "the frame header is not a baseline picture's" }
        componentIDs.append(id)
        neededQuantizationTables.insert(table)
      }
      return neededQuantizationTables == quantizationTables
        ? nil : "the quantization tables are not those that the picture uses"
    }

    /// §B.2.4.2: two tables of a class at most, each defined once, with no more codes than it can have.
    private mutating func readHuffman(_ payload: ByteView) -> String? {
      guard !componentIDs.isEmpty else { return "a Huffman table precedes the frame header" }
      var start = 0
      repeat {
        guard let id = payload.uint8(at: start), id & 0xEE == 0, huffmanTables.insert(id).inserted,
          let counts = payload.view(at: start + 1, count: 16)?.slice
        else { return "a Huffman table is defined twice, cut off or has a wrong number" }
        let codeCount = counts.reduce(0) { $0 + Int($1) }
        // §K.3: 12 differences for DC, 162 run and size pairs for AC.
        guard (1...(id < 0x10 ? 12 : 162)).contains(codeCount),
          let values = payload.view(at: start + 17, count: codeCount)?.slice,
          Set(values).count == codeCount
        else { return "a Huffman table holds more than codes" }
        start += 17 + codeCount
      } while start < payload.count
      return nil
    }

    private mutating func readRestartInterval(_ payload: ByteView) -> String? {
      guard !hasRestartInterval, payload.count == 2, let interval = payload.uint16(at: 0) else {
        return "the restart interval is defined twice or has surplus bytes"
      }
      hasRestartInterval = true
      restartInterval = interval
      return nil
    }

    /// §B.2.3: one scan of all components.
    private func readScan(_ payload: ByteView) -> String? {
      let count = componentIDs.count
      guard count > 0 else { return "the scan precedes the frame header" }
      guard payload.count == 4 + 2 * count, payload.uint8(at: 0) == count,
        payload.uint8(at: 1 + 2 * count) == 0, payload.uint8(at: 2 + 2 * count) == 63,
        payload.uint8(at: 3 + 2 * count) == 0
      else { return "the scan is not that of a baseline picture" }
      var needed: Set<Int> = []
      for index in 0..<count {
        guard payload.uint8(at: 1 + index * 2) == componentIDs[index],
          let tables = payload.uint8(at: 2 + index * 2)
        else { return "the scan is not that of a baseline picture" }
        needed.insert(tables >> 4)
        needed.insert(0x10 | (tables & 15))
      }
      return needed == huffmanTables ? nil : "the Huffman tables are not those that the scan uses"
    }

    /// §B.1.1.5: a byte FF is stuffed; restart markers are numbered in turn; EOI is the last thing.
    private mutating func readCodedData() throws(FileSystemError) -> String? {
      let start = position
      var restarts = 0
      while let hit = try window.firstIndex(of: 0xFF, from: position, limit: window.end) {
        guard let next = try window.byte(at: hit + 1) else { return "it ends inside a marker" }
        position = hit + 2
        switch next {
        case 0x00:
          continue
        case 0xD0...0xD7:
          guard restartInterval > 0, Int(next & 7) == restarts % 8 else {
            return "a restart marker is out of turn"
          }
          restarts += 1
        case 0xD9:
          guard hit > start else { return "the scan is empty" }
          return position == window.end ? nil : "\(window.end - position) bytes follow EOI"
        default:
          return "marker \(hex(0xFF00 | Int(next))) stands in the coded data"
        }
      }
      return "it does not end with EOI"
    }
  }
}
