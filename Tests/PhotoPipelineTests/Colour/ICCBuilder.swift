import Foundation

/// Builds small ICC profiles.
struct ICCBuilder {
  var deviceClass = "mntr"
  var colorSpace = "RGB "
  var connectionSpace = "XYZ "
  var tags: [(name: String, data: [UInt8])] = []

  private static func number(_ value: Int) -> [UInt8] { TIFFBuilder().number(value, byteCount: 4) }
  private static func short(_ value: Int) -> [UInt8] { TIFFBuilder().number(value, byteCount: 2) }
  private static func fixed(_ value: Double) -> [UInt8] { number(Int((value * 65536).rounded())) }

  static func point(_ values: [Double]) -> [UInt8] {
    Array("XYZ \0\0\0\0".utf8) + values.flatMap(fixed)
  }

  static func table(_ entries: [Int]) -> [UInt8] {
    Array("curv\0\0\0\0".utf8) + number(entries.count) + entries.flatMap(short)
  }

  static func parametric(_ type: Int, _ parameters: [Double]) -> [UInt8] {
    Array("para\0\0\0\0".utf8) + short(type) + [0, 0] + parameters.flatMap(fixed)
  }

  static func description(_ text: String) -> [UInt8] {
    Array("desc\0\0\0\0".utf8) + number(text.utf8.count + 1) + Array(text.utf8)
      + [UInt8](repeating: 0, count: 79)
  }

  /// A version 4 description in several languages.
  static func localized(_ texts: [(language: String, text: String)]) -> [UInt8] {
    var records: [UInt8] = []
    var strings: [UInt8] = []
    for (language, text) in texts {
      let units = text.utf16.flatMap { short(Int($0)) }
      records += Array(language.utf8) + number(units.count) + number(16 + texts.count * 12 + strings.count)
      strings += units
    }
    return Array("mluc\0\0\0\0".utf8) + number(texts.count) + number(12) + records + strings
  }

  /// IEC 61966-2-1 §5.2: stored values to linear light.
  static func linear(_ stored: Double) -> Double {
    stored <= 0.04045 ? stored / 12.92 : pow((stored + 0.055) / 1.055, 2.4)
  }

  static let sRGBFunction = parametric(3, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])

  static func sRGBTable(_ count: Int) -> [UInt8] {
    table((0..<count).map { Int((linear(Double($0) / Double(count - 1)) * 65535).rounded()) })
  }

  static let sRGBColorants = [
    [0.43607, 0.22249, 0.01392], [0.38515, 0.71687, 0.09708], [0.14307, 0.06061, 0.7141],
  ]
  static let displayP3Colorants = [
    [0.51512, 0.2412, -0.00105], [0.29198, 0.69225, 0.04189], [0.1571, 0.06657, 0.78407],
  ]

  static func matrix(_ name: String, _ colorants: [[Double]], _ curve: [UInt8]) -> ICCBuilder {
    var builder = ICCBuilder()
    builder.tags = [
      ("desc", description(name)), ("rXYZ", point(colorants[0])), ("gXYZ", point(colorants[1])),
      ("bXYZ", point(colorants[2])), ("rTRC", curve), ("gTRC", curve), ("bTRC", curve),
    ]
    return builder
  }

  static func sRGB(named name: String = "sRGB", curve: [UInt8] = sRGBFunction) -> ICCBuilder {
    matrix(name, sRGBColorants, curve)
  }

  static func gray(_ curve: [UInt8]) -> ICCBuilder {
    ICCBuilder(colorSpace: "GRAY", tags: [("desc", description("Gray")), ("kTRC", curve)])
  }

  func build() -> [UInt8] {
    var table = Self.number(tags.count)
    var data: [UInt8] = []
    for (name, content) in tags {
      table += Array(name.utf8) + Self.number(132 + tags.count * 12 + data.count) + Self.number(content.count)
      data += content + [UInt8](repeating: 0, count: (4 - content.count % 4) % 4)
    }
    var header = Self.number(128 + table.count + data.count) + Array("lcms".utf8) + [4, 0x20, 0, 0]
    header += Array((deviceClass + colorSpace + connectionSpace).utf8) + [UInt8](repeating: 0, count: 12)
    header += Array("acsp".utf8) + [UInt8](repeating: 0, count: 128 - 40)
    return header + table + data
  }
}
