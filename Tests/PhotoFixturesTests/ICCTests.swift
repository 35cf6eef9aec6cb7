import PhotoFixtures
import Testing

@Suite("Color profiles")
struct ICCTests {
  @Test(
    "The primaries adapted to D50 are those that the vendors publish",
    arguments: [
      // The colorants of the sRGB profile of the ICC, of Apple's Display P3 and of Adobe RGB (1998).
      (ColorPrimaries.sRGB, SIMD3(0.43607, 0.22249, 0.01392), SIMD3(0.14307, 0.06061, 0.71410)),
      (.displayP3, SIMD3(0.51512, 0.24120, -0.00105), SIMD3(0.15710, 0.06657, 0.78407)),
      (.adobeRGB, SIMD3(0.60974, 0.31111, 0.01947), SIMD3(0.14919, 0.06322, 0.74457)),
    ])
  func colorants(primaries: ColorPrimaries, red: SIMD3<Double>, blue: SIMD3<Double>) {
    let columns = primaries.columnsD50()
    for (found, expected) in [(columns[0], red), (columns[2], blue)] {
      let difference = found - expected
      #expect((difference * difference).sum() < 1e-7, "\(found) is not \(expected)")
    }
  }

  @Test(
    "The description is read by ExifTool in both versions", .needsExifTool,
    arguments: ICCBuilder.Version.allCases)
  func descriptions(version: ICCBuilder.Version) throws {
    let profile = ICCBuilder("Example profile", .displayP3, .sRGB, version).bytes()
    let jpeg = try JPEGFile(.solid(width: 8, height: 8)).adding(profile: profile, chunks: 3).bytes
    let tags = try ExifTool.tags(jpeg)
    #expect(tags["ICC_Profile:ProfileDescription"] == "Example profile")
    #expect(tags["ICC-header:ColorSpaceData"] == "RGB ")
    #expect(try ExifTool.binary("ICC_Profile", of: jpeg) == profile)
  }

  @Test("Little CMS converts with the profiles as the colors say", .needsPillow)
  func conversions() throws {
    // Half-way gray keeps its level in each space with the curve of sRGB; full P3 red lies outside sRGB.
    let script = """
      import sys, io
      from PIL import Image, ImageCms
      data = sys.stdin.buffer.read()
      mode, values = sys.argv[1], tuple(int(v) for v in sys.argv[2].split(','))
      profile = ImageCms.ImageCmsProfile(io.BytesIO(data))
      source = Image.new(mode, (1, 1), values if len(values) > 1 else values[0])
      out = ImageCms.profileToProfile(source, profile, ImageCms.createProfile('sRGB'), outputMode='RGB')
      print(*out.getpixel((0, 0)))
      """
    func convert(_ profile: [UInt8], _ mode: String, _ values: String) throws -> [Int] {
      let output = try Pillow.run(script, [mode, values], input: profile)
      return String(decoding: output, as: UTF8.self).split { $0 == " " || $0 == "\n" }.compactMap { Int($0) }
    }
    func near(_ found: [Int], _ expected: [Int], _ tolerance: Int = 2) -> Bool {
      found.count == 3 && zip(found, expected).allSatisfy { abs($0 - $1) <= tolerance }
    }
    for version in ICCBuilder.Version.allCases {
      #expect(near(try convert(ICCBuilder.sRGB(version).bytes(), "RGB", "10,128,200"), [10, 128, 200]))
      #expect(
        near(try convert(ICCBuilder.displayP3(version).bytes(), "RGB", "128,128,128"), [128, 128, 128]))
      // The P3 color (200, 100, 80) is (214, 95, 74) in sRGB by the matrices of CSS Color 4.
      #expect(near(try convert(ICCBuilder.displayP3(version).bytes(), "RGB", "200,100,80"), [214, 95, 74]))
      #expect(near(try convert(ICCBuilder.adobeRGB(version).bytes(), "RGB", "255,255,255"), [255, 255, 255]))
      // 128 with gamma 1.0 is linear 0.502, which is 188 in sRGB.
      #expect(near(try convert(ICCBuilder.gray(gamma: 1, version).bytes(), "L", "128"), [188, 188, 188]))
    }
    let cmyk = ICCBuilder.cmyk()
    #expect(near(try convert(cmyk, "CMYK", "0,0,0,0"), [255, 255, 255], 4))
    #expect(near(try convert(cmyk, "CMYK", "0,0,0,255"), [0, 0, 0], 4))
    #expect(near(try convert(cmyk, "CMYK", "0,255,255,0"), [255, 0, 0], 12))
  }

  @Test("Chunks are numbered from one and hold the profile in order")
  func chunks() {
    let profile = ICCBuilder.sRGB().bytes()
    let segments = JPEGSegment.icc(profile, chunks: 4)
    #expect(segments.map { $0.payload[12] } == [1, 2, 3, 4])
    #expect(segments.allSatisfy { $0.payload[13] == 4 })
    #expect(segments.flatMap { $0.payload.dropFirst(14) } == profile)
    #expect(JPEGSegment.icc(profile, claimed: 9)[0].payload[13] == 9)
  }
}
