import Foundation

/// The building blocks of a profile's file.
enum ICCEncoding {
  /// Header, tag table and tags; equal data are stored once.
  static func profile(
    _ version: ICCBuilder.Version, deviceClass: String, space: String, connection: String = "XYZ ",
    tags: [(signature: String, data: [UInt8])]
  ) -> [UInt8] {
    var table: [UInt8] = []
    table.appendBigEndian(UInt32(tags.count))
    var data: [UInt8] = []
    var places: [[UInt8]: Int] = [:]
    let start = 128 + 4 + tags.count * 12
    for tag in tags {
      let place = places[tag.data] ?? start + data.count
      if places.updateValue(place, forKey: tag.data) == nil {
        data += tag.data + [UInt8](repeating: 0, count: (4 - tag.data.count % 4) % 4)
      }
      table += Array(tag.signature.utf8)
      table.appendBigEndian(UInt32(place))
      table.appendBigEndian(UInt32(tag.data.count))
    }

    // ICC.1:2010 §7.2.
    var header: [UInt8] = []
    header.appendBigEndian(UInt32(start + data.count))
    header += [0, 0, 0, 0] + (version == .v2 ? [2, 0x10, 0, 0] : [4, 0x20, 0, 0])
    header += Array((deviceClass + space + connection).utf8)
    for number: UInt16 in [2024, 9, 21, 12, 0, 0] { header.appendBigEndian(number) }
    header += Array("acsp".utf8) + [UInt8](repeating: 0, count: 28)
    header += numbers(ColorPrimaries.d50)
    header += [UInt8](repeating: 0, count: 128 - header.count)
    return header + table + data
  }

  /// A number as s15Fixed16.
  private static func fixed(_ value: Double) -> [UInt8] {
    ByteOrder.bigEndian.bytes(Int32((value * 65_536).rounded()))
  }

  private static func numbers(_ vector: SIMD3<Double>) -> [UInt8] {
    fixed(vector.x) + fixed(vector.y) + fixed(vector.z)
  }

  private static func element(_ signature: String, _ data: [UInt8]) -> [UInt8] {
    Array(signature.utf8) + [0, 0, 0, 0] + data
  }

  static func xyz(_ vector: SIMD3<Double>) -> [UInt8] {
    element("XYZ ", numbers(vector))
  }

  static func text(_ text: String, _ version: ICCBuilder.Version) -> [UInt8] {
    version == .v2 ? element("text", Array(text.utf8) + [0]) : localized(text)
  }

  static func description(_ text: String, _ version: ICCBuilder.Version) -> [UInt8] {
    guard version == .v2 else { return localized(text) }
    let ascii = Array(text.utf8) + [0]
    // ICC.1:2001-04 §6.5.17: an empty Unicode text and an empty one of 67 bytes for the Macintosh follow.
    return element(
      "desc",
      ByteOrder.bigEndian.bytes(UInt32(ascii.count)) + ascii
        + [UInt8](repeating: 0, count: 4 + 4 + 2 + 1 + 67))
  }

  /// One text in English, ICC.1:2010 §10.13.
  private static func localized(_ text: String) -> [UInt8] {
    let unicode = text.utf16.flatMap { ByteOrder.bigEndian.bytes($0) }
    let order = ByteOrder.bigEndian
    return element(
      "mluc",
      order.bytes(UInt32(1)) + order.bytes(UInt32(12)) + Array("enUS".utf8)
        + order.bytes(UInt32(unicode.count)) + order.bytes(UInt32(28)) + unicode)
  }

  static func curve(_ curve: ToneCurve, _ version: ICCBuilder.Version) -> [UInt8] {
    switch (curve, version) {
    case (.gamma(let exponent), .v4):
      return element("para", [0, 0, 0, 0] + fixed(exponent))
    case (.sRGB, .v4):
      // ICC.1:2010 §10.16, function type 3: (a·x + b)^g from d on, c·x below.
      let parameters = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]
      return element("para", [0, 3, 0, 0] + parameters.flatMap(fixed))
    case (.gamma(let exponent), .v2):
      // A single entry is a power as u8Fixed8.
      let power = UInt16((exponent * 256).rounded())
      return element("curv", ByteOrder.bigEndian.bytes(UInt32(1)) + ByteOrder.bigEndian.bytes(power))
    case (.sRGB, .v2):
      let samples = (0..<1024).map { UInt16((curve.linear(Double($0) / 1023) * 65_535).rounded()) }
      return element(
        "curv", ByteOrder.bigEndian.bytes(UInt32(1024)) + samples.flatMap { ByteOrder.bigEndian.bytes($0) })
    }
  }

  /// A table (ICC.1:2001-04 §6.5.8, `mft1`) of two points for each ink, from CMYK to Lab.
  static func subtractiveTable() -> [UInt8] {
    let ramp = [UInt8](0...255)
    let identity = [1.0, 0, 0, 0, 1, 0, 0, 0, 1].flatMap(fixed)
    let columns = ColorPrimaries.sRGB.columnsD50()
    // The first ink varies slowest.
    let corners = (0..<16).flatMap { index -> [UInt8] in
      let black = index & 1 == 1
      let light = [8, 4, 2].map { black || index & $0 != 0 ? 0.0 : 1.0 }
      return lab(columns[0] * light[0] + columns[1] * light[1] + columns[2] * light[2])
    }
    return element(
      "mft1",
      [4, 3, 2, 0] + identity + ramp + ramp + ramp + ramp + corners + ramp + ramp + ramp)
  }

  /// A table of two points for each channel, from RGB to Lab, with red and blue exchanged.
  static func exchangingTable() -> [UInt8] {
    let ramp = [UInt8](0...255)
    let identity = [1.0, 0, 0, 0, 1, 0, 0, 0, 1].flatMap(fixed)
    let columns = ColorPrimaries.sRGB.columnsD50()
    let corners = (0..<8).flatMap { index -> [UInt8] in
      let light = [1, 2, 4].map { index & $0 != 0 ? 1.0 : 0.0 }
      return lab(columns[0] * light[0] + columns[1] * light[1] + columns[2] * light[2])
    }
    return element(
      "mft1", [3, 3, 2, 0] + identity + ramp + ramp + ramp + corners + ramp + ramp + ramp)
  }

  /// A chain of `count` links that share one matrix, the identity, from three channels to three.
  static func chain(_ count: Int) -> [UInt8] {
    let order = ByteOrder.bigEndian
    let numbers: [Float] = [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]
    let channels = order.bytes(UInt16(3)) + order.bytes(UInt16(3))
    let matrix = element("matf", channels + numbers.flatMap { order.bytes($0.bitPattern) })
    let place = order.bytes(UInt32(16 + count * 8)) + order.bytes(UInt32(matrix.count))
    return element(
      "mpet",
      channels + order.bytes(UInt32(count)) + (0..<count).flatMap { _ in place } + matrix)
  }

  /// CIE 1976 L*a*b* in eight bits: L* over 0 to 100, a* and b* with an offset of 128.
  private static func lab(_ xyz: SIMD3<Double>) -> [UInt8] {
    let ratio = xyz / ColorPrimaries.d50
    func response(_ value: Double) -> Double {
      value > 216.0 / 24_389 ? cbrt(value) : (value * 24_389 / 27 + 16) / 116
    }
    let (x, y, z) = (response(ratio.x), response(ratio.y), response(ratio.z))
    return [(116 * y - 16) * 2.55, 500 * (x - y) + 128, 200 * (y - z) + 128].map {
      UInt8(max(0, min(255, $0.rounded())))
    }
  }
}
