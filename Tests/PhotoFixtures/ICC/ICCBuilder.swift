import Foundation

/// Writes ICC profiles of the simple kinds: a matrix with curves for RGB, one curve for gray.
public struct ICCBuilder: Sendable {
  /// The version of the standard, which decides how texts and curves are written.
  public enum Version: Sendable, Hashable, CaseIterable {
    /// ICC.1:2001-04, texts as `desc`, curves as `curv`.
    case v2
    /// ICC.1:2010, texts as `mluc`, curves as `para`.
    case v4
  }

  public var version: Version
  /// The name that programs show.
  public var description: String
  public var copyright = "No copyright, use freely"
  public var primaries: ColorPrimaries
  public var curve: ToneCurve
  /// Gray profiles have a white point and one curve; their primaries do not count.
  public var isGray = false

  public init(
    _ description: String, _ primaries: ColorPrimaries, _ curve: ToneCurve, _ version: Version = .v2
  ) {
    self.description = description
    self.primaries = primaries
    self.curve = curve
    self.version = version
  }

  public static func sRGB(_ version: Version = .v2) -> ICCBuilder {
    ICCBuilder("sRGB built by code", .sRGB, .sRGB, version)
  }

  public static func displayP3(_ version: Version = .v4) -> ICCBuilder {
    ICCBuilder("Display P3 built by code", .displayP3, .sRGB, version)
  }

  /// Adobe RGB (1998): gamma 2 + 51/256.
  public static func adobeRGB(_ version: Version = .v2) -> ICCBuilder {
    ICCBuilder("Adobe RGB built by code", .adobeRGB, .gamma(563.0 / 256), version)
  }

  public static func gray(gamma: Double = 2.2, _ version: Version = .v2) -> ICCBuilder {
    var builder = ICCBuilder("Gray built by code", .sRGB, .gamma(gamma), version)
    builder.isGray = true
    return builder
  }

  /// The profile.
  public func bytes() -> [UInt8] {
    var tags: [(signature: String, data: [UInt8])] = [
      ("desc", ICCEncoding.description(description, version)),
      ("cprt", ICCEncoding.text(copyright, version)),
      ("wtpt", ICCEncoding.xyz(ColorPrimaries.d50)),
    ]
    let tone = ICCEncoding.curve(curve, version)
    if isGray {
      tags.append(("kTRC", tone))
    } else {
      let columns = primaries.columnsD50()
      tags += zip(["rXYZ", "gXYZ", "bXYZ"], columns).map { ($0, ICCEncoding.xyz($1)) }
      tags += ["rTRC", "gTRC", "bTRC"].map { ($0, tone) }
    }
    return ICCEncoding.profile(version, deviceClass: "mntr", space: isGray ? "GRAY" : "RGB ", tags: tags)
  }

  /// A profile of twelve bytes: a reader that trusts a header must not run over its end.
  public static func broken() -> [UInt8] {
    [0, 0, 2, 0x30] + Array("brokenic".utf8)
  }

  /// A profile for RGB whose table exchanges red and blue.
  ///
  /// - Parameter elements: The links of a chain of processing elements (ICC.1:2010 §10.14), all of them one and
  ///   the same matrix that changes nothing; no chain if 0.
  public static func rgbTable(
    _ description: String = "Table built by code", elements: Int = 0
  ) -> [UInt8] {
    ICCEncoding.profile(
      .v2, deviceClass: "mntr", space: "RGB ", connection: "Lab ",
      tags: [
        ("desc", ICCEncoding.description(description, .v2)),
        ("cprt", ICCEncoding.text("No copyright, use freely", .v2)),
        ("wtpt", ICCEncoding.xyz(ColorPrimaries.d50)),
        ("A2B0", ICCEncoding.exchangingTable()),
      ] + (elements > 0 ? [("D2B0", ICCEncoding.chain(elements))] : []))
  }

  /// An output profile for CMYK whose table holds the sixteen corners of plain subtractive mixing.
  public static func cmyk(_ description: String = "CMYK built by code") -> [UInt8] {
    ICCEncoding.profile(
      .v2, deviceClass: "prtr", space: "CMYK", connection: "Lab ",
      tags: [
        ("desc", ICCEncoding.description(description, .v2)),
        ("cprt", ICCEncoding.text("No copyright, use freely", .v2)),
        ("wtpt", ICCEncoding.xyz(ColorPrimaries.d50)),
        ("A2B0", ICCEncoding.subtractiveTable()),
      ])
  }
}
