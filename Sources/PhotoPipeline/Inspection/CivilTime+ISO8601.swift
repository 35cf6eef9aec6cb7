#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension CivilTime {
  /// The time that ISO 8601 writes as `YYYY-MM-DDThh:mm:ss`, with or without fractions and a zone such as
  /// `Z`, `+hh:mm` or `+hhmm`.
  ///
  /// - Returns: `nil` for anything else, a date alone among it.
  static func date(iso8601 text: ArraySlice<UInt8>) -> Date? {
    let time = text.prefix(19)
    guard time.count == 19, time[time.startIndex + 4] == UInt8(ascii: "-") else { return nil }
    let zone = text.dropFirst(19).drop { $0 == UInt8(ascii: ".") || (0x30...0x39).contains($0) }
    let digits = zone.dropFirst().prefix(5).filter { $0 != UInt8(ascii: ":") }
    guard let sign = zone.first, sign != UInt8(ascii: "Z"), digits.count >= 4 else {
      return date(exif: time, zone: nil)
    }
    return date(exif: time, zone: [sign] + digits[..<2] + [UInt8(ascii: ":")] + digits[2..<4])
  }
}
