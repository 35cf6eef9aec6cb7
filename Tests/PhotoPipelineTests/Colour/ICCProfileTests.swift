import Testing

@testable import PhotoPipeline

@Suite struct ICCProfileTests {
  /// The verdict on `profile` in a picture of `componentCount` components, and the name shown.
  private func verdict(
    _ profile: [UInt8], componentCount: Int = 3
  ) throws -> (profile: ICCProfile, name: String?) {
    let segment = JPEGParts.icc(profile, number: 1, count: 1)
    let (inspection, structure) = try inspected(
      JPEGParts.file(segment, componentCount: componentCount))
    return (structure.profile, inspection.colorProfile)
  }

  @Test(
    "sRGB is told by its numbers in every way of writing its curve",
    arguments: [
      ICCBuilder.sRGBFunction, ICCBuilder.sRGBTable(1024), ICCBuilder.sRGBTable(4096),
      ICCBuilder.sRGBTable(64),
      ICCBuilder.parametric(4, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045, 0, 0]),
    ])
  func sRGBCurves(curve: [UInt8]) throws {
    let found = try verdict(ICCBuilder.sRGB(named: "odd name", curve: curve).build())
    #expect(found.profile == .sRGB)
    #expect(found.name == "odd name")
  }

  @Test(
    "Another curve is another space",
    arguments: [
      ICCBuilder.table([]), ICCBuilder.table([Int(1.8 * 256)]), ICCBuilder.table([Int(2.2 * 256)]),
      ICCBuilder.table([0, 65535]), ICCBuilder.table([65535, 0]),
      ICCBuilder.parametric(0, [2.2]), ICCBuilder.parametric(1, [2.4, 1, 0]),
      ICCBuilder.parametric(2, [2.4, 1, 0, 0]),
      ICCBuilder.parametric(3, [2.222, 0.91, 0.09, 0.222, 0.0812]),
      ICCBuilder.parametric(0, [-1]),
    ])
  func otherCurves(curve: [UInt8]) throws {
    let found = try verdict(ICCBuilder.sRGB(named: "sRGB IEC61966-2.1", curve: curve).build())
    #expect(found.profile == .other(name: "sRGB IEC61966-2.1"))
  }

  @Test("The name decides nothing")
  func nameIsNoEvidence() throws {
    let displayP3 = ICCBuilder.matrix(
      "sRGB IEC61966-2.1", ICCBuilder.displayP3Colorants, ICCBuilder.sRGBFunction)
    #expect(try verdict(displayP3.build()).profile == .other(name: "sRGB IEC61966-2.1"))
    #expect(try verdict(ICCBuilder.sRGB(named: "Display P3").build()).profile == .sRGB)
  }

  @Test("Colorants may be off by a rounding, not by another set of primaries")
  func colorants() throws {
    // ITU-R BT.601 with 625 lines differs from sRGB in its green primary alone.
    let bt601 = [[0.4552, 0.2323, 0.0145], [0.3676, 0.7078, 0.0980], [0.1413, 0.0599, 0.7124]]
    let found = try verdict(ICCBuilder.matrix("BT.601", bt601, ICCBuilder.sRGBFunction).build())
    #expect(found.profile == .other(name: "BT.601"))
    for (shift, expected) in [(0.001, ICCProfile.sRGB), (-0.001, .sRGB), (0.003, .other(name: "near"))] {
      for index in 0..<9 {
        var near = ICCBuilder.sRGBColorants
        near[index / 3][index % 3] += shift
        let profile = ICCBuilder.matrix("near", near, ICCBuilder.sRGBFunction)
        #expect(try verdict(profile.build()).profile == expected)
      }
    }
  }

  @Test("One curve that differs from the others makes another space")
  func oneCurve() throws {
    for index in 4...6 {
      var profile = ICCBuilder.sRGB()
      profile.tags[index].data = ICCBuilder.table([Int(1.8 * 256)])
      #expect(try verdict(profile.build()).profile == .other(name: "sRGB"))
    }
  }

  @Test("Tables decide over the matrix, and so make another space")
  func tables() throws {
    for tag in ["A2B0", "A2B1", "D2B0"] {
      var profile = ICCBuilder.sRGB()
      profile.tags.append((tag, Array("mft2".utf8)))
      #expect(try verdict(profile.build()).profile == .other(name: "sRGB"))
    }
  }

  @Test("A profile that does not fit the picture is ignored, but its name is shown")
  func misfits() throws {
    let rgb = ICCBuilder.sRGB().build()
    let gray = ICCBuilder.gray(ICCBuilder.sRGBFunction).build()
    var cmyk = ICCBuilder(colorSpace: "CMYK", connectionSpace: "Lab ")
    cmyk.tags = [("desc", ICCBuilder.description("SWOP")), ("A2B0", [1, 2, 3, 4])]
    #expect(try verdict(rgb, componentCount: 1) == (.none, "sRGB"))
    #expect(try verdict(rgb, componentCount: 4) == (.none, "sRGB"))
    #expect(try verdict(gray, componentCount: 3) == (.none, "Gray"))
    #expect(try verdict(cmyk.build(), componentCount: 3) == (.none, "SWOP"))
    #expect(try verdict(cmyk.build(), componentCount: 4) == (.other(name: "SWOP"), "SWOP"))
    var link = ICCBuilder.sRGB()
    link.deviceClass = "link"
    #expect(try verdict(link.build()).profile == .none)
  }

  @Test("A gray profile is judged by its curve")
  func gray() throws {
    let sRGB = ICCBuilder.gray(ICCBuilder.sRGBTable(256)).build()
    let dot = ICCBuilder.gray(ICCBuilder.table([Int(1.75 * 256)])).build()
    #expect(try verdict(sRGB, componentCount: 1).profile == .sRGB)
    #expect(try verdict(dot, componentCount: 1).profile == .other(name: "Gray"))
  }

  @Test("Names are read in both versions, English first")
  func names() throws {
    func name(_ data: [UInt8]) throws -> String? {
      var profile = ICCBuilder.sRGB()
      profile.tags[0].data = data
      return try verdict(profile.build()).name
    }
    #expect(try name(ICCBuilder.description("Größe\0rest")) == "Größe")
    #expect(try name(ICCBuilder.localized([("deDE", "Bildschirm"), ("enUS", "Display ✓")])) == "Display ✓")
    #expect(try name(ICCBuilder.localized([("deDE", "Bildschirm"), ("frFR", "Écran")])) == "Bildschirm")
    #expect(try name(ICCBuilder.localized([])) == nil)
    #expect(try name(Array("desc\0\0\0\0".utf8)) == nil)
    #expect(try name([]) == nil)
  }

  @Test("A profile in pieces is put together in any order")
  func pieces() throws {
    let profile = ICCBuilder.sRGB(curve: ICCBuilder.sRGBTable(1024)).build()
    let size = profile.count / 3 + 1
    let cuts = stride(from: 0, to: profile.count, by: size).map {
      Array(profile[$0..<min(profile.count, $0 + size)])
    }
    let whole = (0..<3).map { JPEGParts.icc(cuts[$0], number: UInt8($0 + 1), count: 3) }
    func verdict(_ segments: [[UInt8]]) throws -> ICCProfile {
      let file = JPEGParts.file(segments.flatMap { $0 })
      let (inspection, structure) = try inspected(file)
      #expect(inspection.blocks.count == segments.count && inspection.kinds == [.icc])
      #expect((inspection.colorProfile == nil) == (structure.profile == .none))
      return structure.profile
    }
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
      #expect(try verdict(order.map { whole[$0] }) == .sRGB)
    }
    for missing in 0..<3 { #expect(try verdict((0..<3).filter { $0 != missing }.map { whole[$0] }) == .none) }
    #expect(try verdict(whole + [whole[1]]) == .sRGB)
    var changed = cuts[1]
    changed[5] ^= 1
    #expect(try verdict(whole + [JPEGParts.icc(changed, number: 2, count: 3)]) == .none)
    #expect(try verdict(whole + [JPEGParts.icc([1], number: 2, count: 3)]) == .none)
    #expect(try verdict(whole + [JPEGParts.icc(cuts[0], number: 1, count: 4)]) == .none)
    for number: UInt8 in [0, 4, 255] {
      #expect(try verdict(whole + [JPEGParts.icc([1], number: number, count: 3)]) == .none)
    }
    #expect(try verdict([JPEGParts.icc(profile, number: 0, count: 0)]) == .none)
    #expect(try verdict([JPEGParts.app(2, "ICC_PROFILE\0", [1])]) == .none)
  }

  @Test("Cut anywhere, a profile is none")
  func truncation() throws {
    let profile = ICCBuilder.sRGB().build()
    for count in 0..<profile.count {
      #expect(try verdict(Array(profile[..<count])).profile == .none)
    }
  }

  @Test("A tag that points outside the profile counts as absent")
  func tagOutside() throws {
    var profile = ICCBuilder.sRGB().build()
    // The offset of the second tag, `rXYZ`.
    profile.replaceSubrange(132 + 12 + 4..<132 + 12 + 8, with: [0xFF, 0xFF, 0xFF, 0xFF])
    #expect(try verdict(profile) == (.none, "sRGB"))
  }
}
