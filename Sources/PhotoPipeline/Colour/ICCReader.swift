import DurableFiles

/// The header and the tags of an ICC profile (ICC.1:2022 §7) that tell what its colours are.
struct ICCReader {
  /// The most tags that are looked at; profiles have about twenty.
  private static let tagLimit = 256

  /// Its data colour space, such as `RGB `.
  let colorSpace: String
  /// What colours are connected through, `XYZ ` or `Lab `.
  let connectionSpace: String
  private let deviceClass: String
  /// Its description, or `nil` if it has none that can be read.
  let name: String?
  /// Whether tables decide the colours in place of a matrix.
  let hasTables: Bool
  /// Red, green and blue as XYZ under D50, if it has a matrix.
  let colorants: [[Double]]?
  /// The curves of red, green and blue, or the one of gray.
  let curves: [ICCCurve]?

  /// - Returns: `nil` if the bytes are no profile, or not a whole one.
  init?(_ source: some ByteSource) throws(FileSystemError) {
    var window = ByteWindow(source, capacity: 64 << 10)
    guard let bytes = try window.bytes(at: 0, count: 132) else { return nil }
    let header = ByteView(bytes)
    // §7.2: the profile's size is its first number, and its signature stands at 36.
    guard let size = header.uint32(at: 0), size >= 132, size <= window.end,
      header.dropFirst(36).starts(with: "acsp"), let tagCount = header.uint32(at: 128)
    else { return nil }
    func text(_ offset: Int) -> String {
      String(decoding: header.view(at: offset, count: 4)?.slice ?? [], as: UTF8.self)
    }
    deviceClass = text(12)
    colorSpace = text(16)
    connectionSpace = text(20)

    var tags: [String: Range<Int>] = [:]
    let table = try window.prefix(at: 132, limit: min(tagCount, Self.tagLimit) * 12)
    let entries = ByteView(table)
    for index in 0..<table.count / 12 {
      guard let offset = entries.uint32(at: index * 12 + 4), let count = entries.uint32(at: index * 12 + 8),
        offset <= size, count <= size - offset
      else { continue }
      let tag = String(decoding: table[index * 12..<index * 12 + 4], as: UTF8.self)
      if tags[tag] == nil { tags[tag] = offset..<offset + count }
    }
    func data(_ tag: String, limit: Int = 64) throws(FileSystemError) -> ByteView? {
      guard let range = tags[tag] else { return nil }
      return ByteView(try window.prefix(at: range.lowerBound, limit: min(range.count, limit)))
    }
    name = try data("desc", limit: 4096).flatMap(Self.description)
    hasTables = ["A2B0", "A2B1", "A2B2", "D2B0", "D2B1", "D2B2"].contains { tags[$0] != nil }

    var points: [[Double]] = []
    for tag in ["rXYZ", "gXYZ", "bXYZ"] {
      if let point = try data(tag).flatMap(Self.point) { points.append(point) }
    }
    colorants = points.count == 3 ? points : nil
    let names = colorSpace == "GRAY" ? ["kTRC"] : ["rTRC", "gTRC", "bTRC"]
    var curves: [ICCCurve] = []
    for tag in names {
      if let curve = try data(tag, limit: ICCCurve.byteLimit).flatMap(ICCCurve.init) { curves.append(curve) }
    }
    self.curves = curves.count == names.count ? curves : nil
  }

  /// Whether it says what its colours are: by tables, or by curves and, but for gray, a matrix.
  var isComplete: Bool {
    hasTables || curves != nil && (colorSpace == "GRAY" || colorants != nil)
  }

  /// Whether it is a profile for pictures: of an input, display or output device, or a colour space.
  var describesPictures: Bool { ["scnr", "mntr", "prtr", "spac"].contains(deviceClass) }

  /// The channels of a picture that it fits; 0 for color spaces that pictures are not decoded to.
  var channelCount: Int {
    switch colorSpace {
    case "GRAY": 1
    case "RGB ": 3
    case "CMYK": 4
    default: 0
    }
  }

  /// §10.31 XYZType: three s15Fixed16 numbers.
  private static func point(_ data: ByteView) -> [Double]? {
    guard data.starts(with: "XYZ ") else { return nil }
    let values = [8, 12, 16].compactMap { data.uint32(at: $0) }
    guard values.count == 3 else { return nil }
    return values.map { Double(Int32(truncatingIfNeeded: $0)) / 65536 }
  }

  /// The text of a version 2 `textDescriptionType` or a version 4 `multiLocalizedUnicodeType` (§10.15).
  private static func description(_ data: ByteView) -> String? {
    if data.starts(with: "desc") {
      guard let count = data.uint32(at: 8) else { return nil }
      return data.view(at: 12, count: min(count, data.count - 12)).flatMap { String(metadata: $0.slice) }
    }
    if data.starts(with: "text") { return String(metadata: data.dropFirst(8).slice) }
    guard data.starts(with: "mluc"), let count = data.uint32(at: 8) else { return nil }
    // English if it is there, else the first language.
    let records = (0..<min(count, 64)).map { 16 + $0 * 12 }
    let english = records.first { data.dropFirst($0).starts(with: "en") }
    guard let record = english ?? records.first, let byteCount = data.uint32(at: record + 4),
      let offset = data.uint32(at: record + 8),
      let text = data.view(at: offset, count: byteCount)
    else { return nil }
    let units = (0..<byteCount / 2).compactMap { text.uint16(at: $0 * 2) }.map { UInt16($0) }
    return String(metadata: String(decoding: units, as: UTF16.self).utf8)
  }
}
