import PhotoFixtures
import Testing

@testable import PhotoPipeline

/// What the files of each format say of their colors, against Little CMS.
@Suite("Colors of HEIC, AVIF, PNG and WebP", .needsReferencePrograms, .needsLittleCMS)
struct FormatColorTests {
  private static let side = 64
  private static let columns = 6

  /// Corners, grays and colors between them, which every space below holds.
  private static let colors: [Raster.Color] = {
    var colors: [Raster.Color] = []
    for red: UInt8 in [0, 120, 255] {
      for green: UInt8 in [0, 90, 255] { colors += [0, 255].map { .init(red, green, $0) } }
    }
    return colors + [16, 48, 90, 128, 200, 250].map { .init($0, $0, $0) }
  }()

  private static let chart = Raster(width: columns * side, height: colors.count / columns * side) { x, y in
    colors[y / side * columns + x / side]
  }

  private static let samples = colors.flatMap { [$0.red, $0.green, $0.blue] }

  /// The largest difference of any channel in the middle of any patch of the prepared picture.
  ///
  /// - Parameter darkest: Values that are both below it count as equal: there a step of the stored sample is
  ///   many steps of sRGB, whose curve begins at a slope of 12.92.
  private static func worst(_ bytes: [UInt8], _ expected: [UInt8], darkest: Int = 0) throws -> Int {
    let prepared = try JPEGTool.decode(
      Preparing.jpeg(bytes) {
        $0.quality = 1
        $0.longEdge = columns * side / 2
        $0.usesSecondThread = true
      })
    let half = side / 2
    return colors.indices.reduce(0) { worst, index in
      let color = prepared[index % columns * half + half / 2, index / columns * half + half / 2]
      return [color.red, color.green, color.blue].enumerated().reduce(worst) {
        let (found, wanted) = (Int($1.element), Int(expected[3 * index + $1.offset]))
        return max(found, wanted) < darkest ? $0 : max($0, abs(found - wanted))
      }
    }
  }

  /// What Little CMS makes of the patches.
  ///
  /// - Parameter stored: The picture as a reader without color management sees it, if coding changed it.
  private static func expected(_ profile: FixtureProfile, stored: Raster? = nil) throws -> [UInt8] {
    guard let stored else { return try LittleCMS.toSRGB(samples, .rgb, profile: profile.bytes()) }
    let patches = colors.indices.flatMap { index in
      let color = stored[index % columns * side + side / 2, index / columns * side + side / 2]
      return [color.red, color.green, color.blue]
    }
    return try LittleCMS.toSRGB(patches, .rgb, profile: profile.bytes())
  }

  private static let png = PNGFile(PNGPicture(chart))

  /// Writes the chart with a profile by Pillow.
  private static func saved(_ format: String, _ options: String, profile: [UInt8]) throws -> [UInt8] {
    let script = """
      import sys, io
      from PIL import Image
      data = sys.stdin.buffer.read()
      count = int(sys.argv[1])
      out = io.BytesIO()
      Image.open(io.BytesIO(data[count:])).convert('RGB').save(
          out, '\(format)', icc_profile=data[:count], \(options))
      sys.stdout.buffer.write(out.getvalue())
      """
    return try Pillow.run(script, ["\(profile.count)"], input: profile + chart.ppm())
  }

  @Test(
    "Profiles in PNG and WebP", arguments: [("PNG", ""), ("WEBP", "lossless=True"), ("WEBP", "quality=98")])
  func profiles(format: String, options: String) throws {
    for profile in [FixtureProfile.displayP3(), .adobeRGB()] {
      let file = try Self.saved(format, options, profile: profile.bytes())
      // Luma and chroma of limited range are rounded once more than Pillow rounds them.
      let darkest = options.hasPrefix("quality") ? 24 : 0
      let expected = try Self.expected(profile, stored: Pillow.decode(file))
      #expect(try Self.worst(file, expected, darkest: darkest) <= 3)
    }
  }

  @Test("Profiles in HEIC and AVIF", .needsHEIFPrograms, arguments: ["heic", "avif"])
  func profilesInHEIF(kind: String) throws {
    let profile = FixtureProfile.displayP3()
    let scratch = try ScratchFolder()
    let input = try scratch.write(Self.png.adding(.profile(profile.bytes())).bytes, as: "in.png")
    let output = "\(scratch.path)/out.\(kind)"
    let coding = kind == "avif" ? ["-A", "-p", "speed=9"] : []
    _ = try Tool.output("heif-enc", coding + ["-q", "98", "-o", output, input])
    let file = try scratch.read("out.\(kind)")
    #expect(try Self.worst(file, Self.expected(profile, stored: HEIFTool.decode(file))) <= 3)
  }

  @Test("PNG's gAMA and cHRM count, 0.45455 alone means sRGB")
  func numbers() throws {
    let adobe: [UInt32] = [31270, 32900, 64000, 33000, 21000, 71000, 15000, 6000]
    let wide = Self.png.adding([.chromaticities(adobe), .gamma(45471)], at: .start)
    #expect(try Self.worst(wide.bytes, Self.expected(.adobeRGB())) <= 2)
    let linear = Self.png.adding([.gamma(100_000)], at: .start)
    #expect(try Self.worst(linear.bytes, Self.expected(.init("Linear", .sRGB, .gamma(1)))) <= 2)
    #expect(try Self.worst(Self.png.adding([.gamma(45455)], at: .start).bytes, Self.samples) <= 2)
  }

  @Test("cICP counts before iCCP, iCCP before sRGB, and that before gAMA")
  func order() throws {
    let p3 = FixtureProfile.displayP3()
    let codePoints = Self.png.adding([.codePoints(primaries: 12, transfer: 13), .sRGB()], at: .start)
    #expect(try Self.worst(codePoints.bytes, Self.expected(p3)) <= 2)
    let both = Self.png.adding(
      [.codePoints(primaries: 1, transfer: 13), .profile(p3.bytes())], at: .start)
    #expect(try Self.worst(both.bytes, Self.samples) <= 2)
    let profile = Self.png.adding([.profile(p3.bytes()), .gamma(100_000)], at: .start)
    #expect(try Self.worst(profile.bytes, Self.expected(p3)) <= 2)
    let named = Self.png.adding([.sRGB(), .gamma(100_000)], at: .start)
    #expect(try Self.worst(named.bytes, Self.samples) <= 2)
  }

  @Test(
    "HDR is refused by its name, never shown washed out",
    arguments: [(16, "PQ"), (18, "HLG")] as [(UInt8, String)])
  func highDynamicRange(transfer: UInt8, name: String) throws {
    let file = Self.png.adding(.codePoints(primaries: 9, transfer: transfer), at: .start)
    let error = Preparing.refusal(file.bytes)
    #expect(error?.code == "unsupported" && error?.reason.contains(name) == true)
  }
}
