import Foundation
import PhotoFixtures
import Testing

@testable import PhotoPipeline

/// Solid patches in many color spaces: each must come out as the color that Little CMS makes of it.
@Suite("Color charts", .needsReferencePrograms, .needsLittleCMS)
struct ColorChartTests {
  typealias Profile = FixtureProfile

  /// The pixels of a patch; whole MCUs, also with subsampled chroma.
  private static let patch = 32
  private static let columns = 6

  /// Corners, grays and colors between them; colors that sRGB holds and that it does not.
  private static let colors: [Raster.Color] = {
    var colors: [Raster.Color] = []
    for red: UInt8 in [0, 120, 255] {
      for green: UInt8 in [0, 90, 255] {
        colors += [0, 140, 255].map { .init(red, green, $0) }
      }
    }
    return colors + [16, 48, 200].map { .init($0, $0, $0) }
  }()

  private static let chart = Raster(width: columns * patch, height: colors.count / columns * patch) { x, y in
    colors[y / patch * columns + x / patch]
  }

  /// The middle of each patch of a picture that may be smaller than the chart.
  private static func patches(_ raster: Raster) -> [Raster.Color] {
    colors.indices.map { index in
      let side = raster.width / columns
      return raster[index % columns * side + side / 2, index / columns * side + side / 2]
    }
  }

  /// The largest difference of any channel of any patch.
  private static func worst(_ found: [Raster.Color], _ expected: [UInt8]) -> Int {
    found.enumerated().reduce(0) { worst, item in
      let (index, color) = item
      let channels = [color.red, color.green, color.blue]
      return channels.enumerated().reduce(worst) {
        max($0, abs(Int($1.element) - Int(expected[index * 3 + $1.offset])))
      }
    }
  }

  /// What is stored: the colors that a reader without color management sees.
  private func stored(_ file: JPEGFile) throws -> [UInt8] {
    try Self.patches(JPEGTool.decode(file.bytes)).flatMap { [$0.red, $0.green, $0.blue] }
  }

  /// Prepares the chart as it is, smaller, turned, and with a second thread, and compares each time.
  private func check(
    _ file: JPEGFile, _ expected: [UInt8], _ name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for (longEdge, usesSecondThread) in [(2048, false), (192, true), (96, false), (96, true)] {
      let jpeg = try Preparing.jpeg(file.bytes) {
        $0.longEdge = longEdge
        $0.quality = 1
        $0.usesSecondThread = usesSecondThread
      }
      let worst = Self.worst(Self.patches(try JPEGTool.decode(jpeg)), expected)
      #expect(worst <= 2, "\(name) at \(longEdge): \(worst)", sourceLocation: sourceLocation)
    }
    let turned = file.adding(EXIFBuilder(orientation: 3))
    let jpeg = try Preparing.jpeg(turned.bytes) { $0.quality = 1 }
    let found = Self.patches(try JPEGTool.decode(jpeg)).reversed() as [Raster.Color]
    #expect(Self.worst(found, expected) <= 2, "\(name), turned", sourceLocation: sourceLocation)
  }

  private static let profiles: [(String, Profile)] = [
    ("Display P3", .displayP3()), ("Display P3, version 2", .displayP3(.v2)), ("Adobe RGB", .adobeRGB()),
    (
      "sRGB with red and blue exchanged",
      .init(
        "Swapped",
        ColorPrimaries(
          red: ColorPrimaries.sRGB.blue, green: ColorPrimaries.sRGB.green, blue: ColorPrimaries.sRGB.red),
        .sRGB)
    ),
    ("gamma 1.8", .init("Gamma 1.8", .sRGB, .gamma(1.8))),
  ]

  @Test("RGB and luma with chroma, by a matrix and curves", arguments: profiles)
  func matrix(name: String, profile: Profile) throws {
    let bytes = profile.bytes()
    for options in [
      JPEGTool.Options(quality: 100), .init(quality: 100, sampling: .s444, isProgressive: true),
      .init(quality: 100, colorSpace: .rgb),
    ] {
      let file = try JPEGFile(Self.chart, options)
      let expected = try LittleCMS.toSRGB(stored(file), .rgb, profile: bytes)
      try check(file.adding(profile: bytes), expected, "\(name), \(options.colorSpace)")
    }
  }

  @Test("RGB by the tables of a profile")
  func tables() throws {
    let file = try JPEGFile(Self.chart, .init(quality: 100))
    let profile = Profile.rgbTable()
    try check(
      file.adding(profile: profile),
      LittleCMS.toSRGB(stored(file), .rgb, profile: profile, exactly: false), "tables")
  }

  @Test("Gray stays gray", arguments: [1.0, 1.8, 2.2])
  func gray(gamma: Double) throws {
    let profile = Profile.gray(gamma: gamma).bytes()
    let file = try JPEGFile(Self.chart, .init(quality: 100, colorSpace: .grayscale))
    let luma = try Self.patches(JPEGTool.decode(file.bytes)).map(\.red)
    try check(file.adding(profile: profile), LittleCMS.toSRGB(luma, .gray, profile: profile), "gray")
    let result = try PhotoFixtures.ExifTool.tags(Preparing.jpeg(file.adding(profile: profile).bytes))
    #expect(result["File:ColorComponents"] == "1")
  }

  @Test("EXIF that says Adobe RGB counts as its profile")
  func exif() throws {
    let file = try JPEGFile(Self.chart, .init(quality: 100))
    var exif = EXIFBuilder()
    exif.interoperability = "R03"
    exif.colorSpace = 65535
    let expected = try LittleCMS.toSRGB(stored(file), .rgb, profile: Profile.adobeRGB().bytes())
    for orientation in [1, 3] {
      exif.orientation = orientation
      let jpeg = try Preparing.jpeg(file.adding(exif).bytes) { $0.quality = 1 }
      let found = try Self.patches(JPEGTool.decode(jpeg))
      #expect(Self.worst(orientation == 1 ? found : found.reversed(), expected) <= 2)
    }
  }

  @Test("Four inks with a profile, stored in every way", arguments: [false, true])
  func inks(isYCCK: Bool) throws {
    let profile = Profile.cmyk()
    let file = try JPEGFile.inks(Self.chart, .init(isYCCK: isYCCK), quality: 100)
    let expected = try LittleCMS.toSRGB(storedInks(file), .cmyk, profile: profile, exactly: false)
    try check(file.adding(profile: profile), expected, "inks")
  }

  /// How much of each ink Pillow reads in each patch.
  private func storedInks(_ file: JPEGFile) throws -> [UInt8] {
    let script = """
      import sys, io
      from PIL import Image
      picture = Image.open(io.BytesIO(sys.stdin.buffer.read()))
      assert picture.mode == 'CMYK'
      side, columns, count = map(int, sys.argv[1:])
      for index in range(count):
          place = (index % columns * side + side // 2, index // columns * side + side // 2)
          sys.stdout.buffer.write(bytes(picture.getpixel(place)))
      """
    return try Pillow.run(
      script, ["\(Self.patch)", "\(Self.columns)", "\(Self.colors.count)"], input: file.bytes)
  }
}
