import Foundation
import PhotoFixtures
import Testing

@testable import PhotoPipeline

/// Conversions to sRGB, against Little CMS through Pillow.
@Suite("Color conversion", .needsLittleCMS)
struct ColorConversionTests {
  typealias Primaries = PhotoPipeline.RGBPrimaries

  // MARK: - Samples

  /// Every combination of `steps` values of each of `channels`, interleaved.
  static func grid(steps: Int, channels: Int) -> [UInt8] {
    var samples: [UInt8] = []
    let count = Int(pow(Double(steps), Double(channels)))
    for index in 0..<count {
      var rest = index
      for _ in 0..<channels {
        samples.append(UInt8(rest % steps * 255 / (steps - 1)))
        rest /= steps
      }
    }
    return samples
  }

  /// Converts interleaved samples. Of ink, `samples` say how much there is.
  static func convert(_ conversion: ColorConversion, _ samples: [UInt8]) -> [UInt8] {
    let channels = conversion.channels.rawValue
    let count = samples.count / channels
    var planes = (0..<channels).map { channel in
      (0..<count).map { samples[$0 * channels + channel] }
    }
    if conversion.channels == .cmyk { planes = planes.map { $0.map { 255 - $0 } } }
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: channels * count)
    defer { memory.deallocate() }
    for (index, plane) in planes.enumerated() {
      (memory + index * count).update(from: plane, count: count)
    }
    conversion.convert((0..<channels).map { memory + $0 * count }, count: count)
    return (0..<count).flatMap { pixel in
      (0..<3).map { memory[(conversion.channels == .gray ? 0 : $0) * count + pixel] }
    }
  }

  /// The largest difference of any sample.
  static func worst(_ first: [UInt8], _ second: [UInt8]) -> Int {
    guard first.count == second.count else { return 256 }
    return zip(first, second).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
  }

  // MARK: - Matrix and curves

  static let spaces: [(String, [[Double]])] = [
    ("Display P3", ICCBuilder.displayP3Colorants),
    (
      "Adobe RGB", [[0.60974, 0.31111, 0.01947], [0.20528, 0.62567, 0.06087], [0.14919, 0.06322, 0.74457]]
    ),
    ("ProPhoto", [[0.7977, 0.2880, 0], [0.1352, 0.7119, 0], [0.0313, 0.0001, 0.8249]]),
    ("sRGB", ICCBuilder.sRGBColorants),
    ("sRGB with red and blue exchanged", ICCBuilder.sRGBColorants.reversed()),
  ]
  static let curves: [(String, [UInt8])] = [
    ("sRGB", ICCBuilder.sRGBFunction),
    ("sRGB in 1024 entries", ICCBuilder.sRGBTable(1024)),
    ("sRGB in 4096 entries", ICCBuilder.sRGBTable(4096)),
    ("identity", ICCBuilder.table([])),
    ("gamma 1.8", ICCBuilder.table([461])),
    ("gamma 2.2", ICCBuilder.table([563])),
    ("two entries", ICCBuilder.table([0, 65535])),
    ("function 0", ICCBuilder.parametric(0, [2.2])),
    ("function 1", ICCBuilder.parametric(1, [2.4, 0.95, 0.05])),
    ("function 2", ICCBuilder.parametric(2, [2.2, 1, -0.05, 0])),
    ("function 3", ICCBuilder.parametric(3, [2.222, 0.91, 0.09, 0.222, 0.0812])),
    ("function 4", ICCBuilder.parametric(4, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045, 0, 0])),
    // Black is not black here, so that it must be compensated.
    ("function 4 with a floor", ICCBuilder.parametric(4, [2.4, 0.9, 0.05, 0.08, 0.04, 0.02, 0.02])),
    ("function 2 with a floor", ICCBuilder.parametric(2, [2.2, 0.9, 0.05, 0.03])),
    ("beyond one", ICCBuilder.parametric(3, [2, 1.2, 0, 0, 0])),
  ]

  @Test("A matrix with curves gives what Little CMS gives, within one code value", arguments: curves)
  func matrix(name: String, curve: [UInt8]) throws {
    // All of the range, and the shadows, where a code value is the least light.
    let samples = Self.grid(steps: 14, channels: 3) + Self.grid(steps: 8, channels: 3).map { $0 / 12 }
    for (space, colorants) in Self.spaces {
      let profile = ICCBuilder.matrix("\(space), \(name)", colorants, curve).build()
      guard let conversion = try ColorConversion(profile: profile, channels: .rgb) else {
        #expect(space == "sRGB", "\(space), \(name)")
        continue
      }
      let expected = try LittleCMS.toSRGB(samples, .rgb, profile: profile)
      let worst = Self.worst(Self.convert(conversion, samples), expected)
      #expect(worst <= 1, "\(space), \(name): \(worst)")
    }
  }

  @Test("Gray goes by its curve, within one code value", arguments: curves)
  func gray(name: String, curve: [UInt8]) throws {
    let profile = ICCBuilder.gray(curve).build()
    guard let conversion = try ColorConversion(profile: profile, channels: .gray) else {
      #expect(name.hasPrefix("sRGB") || name == "function 4")
      return
    }
    let samples = [UInt8](0...255)
    let expected = try LittleCMS.toSRGB(samples, .gray, profile: profile)
    let worst = Self.worst(Self.convert(conversion, samples), expected)
    #expect(worst <= 1, "\(name): \(worst)")
  }

  @Test("White stays white and black stays black")
  func ends() throws {
    for (space, colorants) in Self.spaces {
      let profile = ICCBuilder.matrix(space, colorants, ICCBuilder.table([563])).build()
      let conversion = try #require(try ColorConversion(profile: profile, channels: .rgb))
      #expect(Self.convert(conversion, [255, 255, 255, 0, 0, 0]) == [255, 255, 255, 0, 0, 0], "\(space)")
    }
  }

  @Test("Gray pixels stay gray", arguments: [Primaries.p3, .adobeRGB, .bt2020])
  func gray(primaries: Primaries) throws {
    let conversion = try #require(
      ColorConversion(primaries: primaries, transfer: .gamma(2.2), channels: .rgb))
    let converted = Self.convert(conversion, (0..<256).flatMap { [UInt8](repeating: UInt8($0), count: 3) })
    for pixel in 0..<256 { #expect(Set(converted[pixel * 3..<pixel * 3 + 3]).count == 1, "\(pixel)") }
  }

  // MARK: - Numbers

  @Test("Numbers give what the profile of the same space gives")
  func numbers() throws {
    let samples = Self.grid(steps: 18, channels: 3)
    for (primaries, transfer, builder) in [
      (Primaries.p3, TransferFunction.sRGB, FixtureProfile.displayP3()),
      (.adobeRGB, .gamma(563.0 / 256), .adobeRGB()),
      (.bt709, .gamma(1), .init("Linear", .sRGB, .gamma(1), .v4)),
      (.bt709, .gamma(2.8), .init("Gamma 2.8", .sRGB, .gamma(2.8), .v4)),
    ] {
      let conversion = try #require(ColorConversion(primaries: primaries, transfer: transfer, channels: .rgb))
      let expected = try LittleCMS.toSRGB(samples, .rgb, profile: builder.bytes())
      #expect(Self.worst(Self.convert(conversion, samples), expected) <= 1, "\(builder.description)")
    }
  }

  @Test("Numbers that are sRGB's, or nonsense, ask for no conversion")
  func noNumbers() {
    func isNeeded(_ primaries: Primaries, _ transfer: TransferFunction) -> Bool {
      ColorConversion(primaries: primaries, transfer: transfer, channels: .rgb) != nil
    }
    #expect(!isNeeded(.bt709, .sRGB))
    #expect(isNeeded(.bt709, .gamma(2.2)))
    #expect(isNeeded(.bt709, .bt709))
    #expect(isNeeded(.bt2020, .sRGB))
    #expect(!isNeeded(.bt2020, .gamma(.nan)))
    #expect(!isNeeded(.bt2020, .gamma(-1)))
    let point = SIMD2(0.3, 0.3)
    #expect(!isNeeded(Primaries(red: point, green: point, blue: point, white: point), .sRGB))
    #expect(!isNeeded(Primaries(red: .zero, green: .zero, blue: .zero, white: .zero), .sRGB))
    #expect(ColorConversion(primaries: .p3, transfer: .sRGB, channels: .gray) == nil)
    #expect(ColorConversion(primaries: .bt709, transfer: .gamma(1), channels: .gray) != nil)
    #expect(ColorConversion(primaries: .bt709, transfer: .gamma(1), channels: .cmyk) == nil)
  }

  // MARK: - Tables

  @Test("Four inks by the tables of a profile")
  func inks() throws {
    let profile = FixtureProfile.cmyk()
    let conversion = try #require(try ColorConversion(profile: profile, channels: .cmyk))
    let samples = Self.grid(steps: 9, channels: 4)
    let expected = try LittleCMS.toSRGB(samples, .cmyk, profile: profile)
    #expect(Self.worst(Self.convert(conversion, samples), expected) <= 1)
  }

  @Test("RGB by the tables of a profile")
  func tables() throws {
    let profile = FixtureProfile.rgbTable()
    let conversion = try #require(try ColorConversion(profile: profile, channels: .rgb))
    let samples = Self.grid(steps: 18, channels: 3)
    let expected = try LittleCMS.toSRGB(samples, .rgb, profile: profile)
    #expect(Self.worst(Self.convert(conversion, samples), expected) <= 1)
  }

  @Test("A chain of processing elements, of which a small file can hold very many, is passed over")
  func elements() throws {
    let plain = try #require(try ColorConversion(profile: FixtureProfile.rgbTable(), channels: .rgb))
    let chained = FixtureProfile.rgbTable(elements: 400_000)
    #expect(chained.count < ColorConversion.profileLimit)
    let conversion = try #require(try ColorConversion(profile: chained, channels: .rgb))
    let samples = Self.grid(steps: 9, channels: 3)
    #expect(Self.convert(conversion, samples) == Self.convert(plain, samples))
  }

  // MARK: - Profiles that do not count

  @Test("A profile that does not fit, is broken or too large is ignored")
  func ignored() throws {
    let p3 = FixtureProfile.displayP3().bytes()
    let cmyk = FixtureProfile.cmyk()
    let gray = FixtureProfile.gray().bytes()
    func isUsed(_ profile: [UInt8], _ channels: ColorConversion.Channels) throws -> Bool {
      try ColorConversion(profile: profile, channels: channels) != nil
    }
    for (profile, fitting) in [(p3, ColorConversion.Channels.rgb), (cmyk, .cmyk), (gray, .gray)] {
      for channels in [ColorConversion.Channels.gray, .rgb, .cmyk] {
        #expect(try isUsed(profile, channels) == (channels == fitting))
      }
    }
    #expect(try !isUsed(FixtureProfile.sRGB().bytes(), .rgb))
    #expect(try !isUsed([], .rgb))
    #expect(try !isUsed(FixtureProfile.broken(), .rgb))
    #expect(try isUsed(p3 + [UInt8](repeating: 0, count: ColorConversion.profileLimit - p3.count), .rgb))
    #expect(try !isUsed(p3 + [UInt8](repeating: 0, count: ColorConversion.profileLimit), .rgb))
    var link = p3
    link.replaceSubrange(12..<16, with: Array("link".utf8))
    #expect(try !isUsed(link, .rgb))
    // A table that ends too early, and one that says something else than it is.
    #expect(try !isUsed(Array(cmyk.dropLast(200)), .cmyk))
    var odd = cmyk
    let table = try #require(odd.firstRange(of: Array("mft1".utf8)))
    odd.replaceSubrange(table.lowerBound + 8..<table.lowerBound + 11, with: [9, 9, 200])
    #expect(try !isUsed(odd, .cmyk))
  }

  @Test("Spoiled profiles do no harm", arguments: [FixtureProfile.cmyk(), FixtureProfile.rgbTable()])
  func spoiled(profile: [UInt8]) throws {
    var random = SplitMix64(seed: 7)
    let channels: ColorConversion.Channels = profile == FixtureProfile.cmyk() ? .cmyk : .rgb
    let samples = Self.grid(steps: 3, channels: channels.rawValue)
    for _ in 0..<300 {
      var bytes = profile
      for _ in 0..<4 {
        bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
      }
      if let conversion = try ColorConversion(profile: bytes, channels: channels) {
        #expect(Self.convert(conversion, samples).count == samples.count / channels.rawValue * 3)
      }
    }
  }
}

extension Trait where Self == ConditionTrait {
  static var needsLittleCMS: Self {
    .enabled(if: LittleCMS.isInstalled(), "Pillow with Little CMS is not installed for the system's Python")
  }
}
