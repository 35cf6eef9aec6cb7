/// Places as movies write them.
enum PointLocation {
  /// ISO 6709 annex H: latitude, longitude and perhaps altitude, each with its sign, such as
  /// `+52.5200+013.4000+034.5/` in degrees, `+5231.20+01324.00/` in degrees and minutes, or
  /// `+523112+0132400/` with seconds.
  ///
  /// - Parameter text: May have something before the first sign.
  static func parse(iso6709 text: some Sequence<UInt8>) -> PhotoInspection.Location? {
    var numbers: [(sign: Double, whole: [UInt8], fraction: [UInt8])] = []
    var isFraction = false
    scan: for byte in text.prefix(128) {
      switch byte {
      case UInt8(ascii: "+"), UInt8(ascii: "-"):
        guard numbers.count < 3 else { break scan }
        numbers.append((byte == UInt8(ascii: "-") ? -1 : 1, [], []))
        isFraction = false
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        guard let last = numbers.indices.last else { continue }
        if isFraction { numbers[last].fraction.append(byte) } else { numbers[last].whole.append(byte) }
      case UInt8(ascii: "."), UInt8(ascii: ","):
        isFraction = true
      default:
        // A solidus ends the place, letters name its datum; before the first sign nothing counts.
        if !numbers.isEmpty { break scan }
      }
    }
    guard numbers.count >= 2,
      let latitude = degrees(numbers[0], digits: 2), let longitude = degrees(numbers[1], digits: 3)
    else { return nil }
    let altitude = numbers.count > 2 ? number(numbers[2].whole, numbers[2].fraction) : nil
    return PhotoInspection.Location(
      checkedLatitude: latitude, longitude: longitude, altitude: altitude.map { $0 * numbers[2].sign })
  }

  /// - Parameter digits: How many digits whole degrees have; minutes and seconds have two more each.
  private static func degrees(
    _ value: (sign: Double, whole: [UInt8], fraction: [UInt8]), digits: Int
  ) -> Double? {
    let whole = value.whole
    guard !whole.isEmpty else { return nil }
    // Writers that do not fill up with zeros write degrees.
    guard whole.count == digits + 2 || whole.count == digits + 4 else {
      return number(whole, value.fraction).map { $0 * value.sign }
    }
    var size = number(Array(whole[..<digits]), []) ?? 0
    let hasSeconds = whole.count == digits + 4
    let minutes = Array(whole[digits..<digits + 2])
    size += (number(minutes, hasSeconds ? [] : value.fraction) ?? 0) / 60
    if hasSeconds { size += (number(Array(whole[(digits + 2)...]), value.fraction) ?? 0) / 3600 }
    return size * value.sign
  }

  private static func number(_ whole: [UInt8], _ fraction: [UInt8]) -> Double? {
    Double(String(decoding: whole + [UInt8(ascii: ".")] + fraction + [UInt8(ascii: "0")], as: UTF8.self))
  }

  /// The content of a `loci` box (3GPP TS 26.244 §8.10): language, a name, a role, then longitude,
  /// latitude and altitude with 16 fractional bits each.
  static func parse(loci content: ByteView) -> PhotoInspection.Location? {
    guard let full = Box.Full(content) else { return nil }
    let name = full.body.dropFirst(2)
    // A name in UTF-16 starts with its byte order mark and ends with two NULs.
    let isWide = name.starts(with: [0xFE, 0xFF]) || name.starts(with: [0xFF, 0xFE])
    var end = 0
    if isWide {
      while let unit = name.uint16(at: end), unit != 0 { end += 2 }
      end += 2
    } else {
      while let byte = name.uint8(at: end), byte != 0 { end += 1 }
      end += 1
    }
    let numbers = [1, 5, 9].compactMap { name.uint32(at: end + $0) }
      .map { Double(Int32(truncatingIfNeeded: $0)) / 65536 }
    guard numbers.count == 3 else { return nil }
    return PhotoInspection.Location(
      checkedLatitude: numbers[1], longitude: numbers[0], altitude: numbers[2])
  }
}
