/// Where and when a photo was taken, as EXIF 2.32 §4.6.6 writes it.
public struct GPSPosition: Sendable, Hashable {
  /// Degrees, south is negative.
  public var latitude: Double
  /// Degrees, west is negative.
  public var longitude: Double
  /// Meters above sea level, negative below.
  public var altitude: Double?
  /// The UTC date, `YYYY:MM:DD`.
  public var date: String?
  /// Hours, minutes and seconds in UTC.
  public var time: [UInt32]?
  /// The direction of the camera in degrees from true north.
  public var direction: Double?

  public init(
    latitude: Double, longitude: Double, altitude: Double? = nil, date: String? = nil,
    time: [UInt32]? = nil, direction: Double? = nil
  ) {
    self.latitude = latitude
    self.longitude = longitude
    self.altitude = altitude
    self.date = date
    self.time = time
    self.direction = direction
  }

  /// The fields of the GPS directory.
  public var directory: TIFFDirectory {
    var fields = TIFFDirectory([
      0: .byte([2, 3, 0, 0]),
      1: .ascii(latitude < 0 ? "S" : "N"), 2: .rational(Self.sexagesimal(latitude)),
      3: .ascii(longitude < 0 ? "W" : "E"), 4: .rational(Self.sexagesimal(longitude)),
    ])
    if let altitude {
      fields[5] = .byte([altitude < 0 ? 1 : 0])
      fields[6] = .rational([.init(UInt32((altitude.magnitude * 100).rounded()), 100)])
    }
    if let time { fields[7] = .rational(time.map { .init($0, 1) }) }
    if let direction {
      fields[16] = .ascii("T")
      fields[17] = .rational([.init(UInt32((direction * 100).rounded()), 100)])
    }
    if let date { fields[29] = .ascii(date) }
    return fields
  }

  /// Degrees, minutes and ten-thousandths of seconds (about 3 mm on the ground).
  static func sexagesimal(_ degrees: Double) -> [TIFFValue.Rational] {
    let units = Int((degrees.magnitude * 3600 * 10_000).rounded())
    return [
      .init(UInt32(units / 36_000_000), 1), .init(UInt32(units / 600_000 % 60), 1),
      .init(UInt32(units % 600_000), 10_000),
    ]
  }

  /// Every field of the GPS directory that the standard knows, 0 to 31, the texts ending in `token`.
  public static func allFields(token: String) -> TIFFDirectory {
    let one = [TIFFValue.Rational(1, 1)]
    let text = Array("ASCII\0\0\0".utf8) + Array(token.utf8)
    var fields = GPSPosition(
      latitude: 46.5, longitude: 8, altitude: 1850, date: "2024:09:21", time: [17, 20, 5], direction: 214
    ).directory
    for (tag, value) in [
      8: .ascii("07 \(token)"), 9: .ascii("A"), 10: .ascii("3"), 11: .rational(one), 12: .ascii("K"),
      13: .rational(one), 14: .ascii("T"), 15: .rational(one), 18: .ascii("WGS-84 \(token)"),
      19: .ascii("N"), 20: .rational(sexagesimal(46.6)), 21: .ascii("E"),
      22: .rational(sexagesimal(8.1)), 23: .ascii("T"), 24: .rational(one), 25: .ascii("K"),
      26: .rational(one), 27: .undefined(text), 28: .undefined(text), 30: .short([0]),
      31: .rational(one),
    ] as [UInt16: TIFFValue] {
      fields[tag] = value
    }
    return fields
  }
}
