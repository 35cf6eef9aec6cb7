import Foundation
import PhotoFixtures
import Testing

@testable import PhotoPipeline

/// Which color profiles a photo may have.
@Suite("Color profiles", .needsReferencePrograms)
struct ColorProfileTests {
  typealias Profile = FixtureProfile

  private static let raster = Raster.gradient(width: 24, height: 16)

  private func file(_ colorSpace: JPEGTool.Options.ColorSpace = .yCbCr) throws -> JPEGFile {
    try JPEGFile(Self.raster, .init(colorSpace: colorSpace))
  }

  private func named(_ name: String, _ profile: Profile) -> [UInt8] {
    var copy = profile
    copy.description = name
    return copy.bytes()
  }

  @Test("Colors that are not sRGB are converted, whatever their name", arguments: [Profile.Version.v2, .v4])
  func otherColors(version: Profile.Version) throws {
    for colorSpace in [JPEGTool.Options.ColorSpace.yCbCr, .rgb] {
      let plain = try Preparing.jpeg(file(colorSpace).bytes)
      for profile in [
        Profile.displayP3(version), .adobeRGB(version), .init("Wide and linear", .sRGB, .gamma(1), version),
        .init("sRGB IEC61966-2.1", .displayP3, .sRGB, version),
      ] {
        let bytes = profile.bytes()
        let whole = try Preparing.photo(file(colorSpace).adding(profile: bytes).bytes)
        let pieces = JPEGSegment.icc(bytes, chunks: 4)
        let shuffled = try file(colorSpace).adding([2, 0, 3, 1].map { pieces[$0] })
        #expect([UInt8](whole.jpeg) != plain)
        #expect(whole.removed.contains(.icc))
        // The name of a profile is free text.
        #expect(whole.jpeg.firstRange(of: Data("built by code".utf8)) == nil)
        #expect(whole.jpeg.firstRange(of: Data("ICC_PROFILE".utf8)) == nil)
        #expect(try Preparing.jpeg(shuffled.bytes) == [UInt8](whole.jpeg))
      }
    }
  }

  @Test("A profile that is sRGB by its numbers or does not count changes no byte of the result")
  func accepted() throws {
    let p3 = Profile.displayP3().bytes()
    let pieces = JPEGSegment.icc(p3, chunks: 3)
    let colored: [(String, JPEGFile)] = [
      ("sRGB, version 2", try file().adding(profile: Profile.sRGB(.v2).bytes())),
      ("sRGB, version 4", try file().adding(profile: Profile.sRGB(.v4).bytes(), chunks: 3)),
      ("sRGB by another name", try file().adding(profile: named("Display P3", .sRGB()))),
      ("twelve bytes", try file().adding(profile: Profile.broken())),
      ("cut off", try file().adding(profile: Array(p3.dropLast(200)))),
      ("a piece missing", try file().adding([pieces[0], pieces[2]])),
      (
        "a piece twice with other bytes",
        try file().adding(
          [pieces[0], pieces[1], pieces[1], pieces[2]].enumerated().map { index, piece in
            var copy = piece
            if index == 2 { copy.payload[copy.payload.count - 1] ^= 1 }
            return copy
          })
      ),
      ("numbered from 0", try file().adding(.app(2, "ICC_PROFILE", [0, 1] + p3))),
      ("no profile at all", try file().adding(.app(2, "ICC_PROFILE", []))),
      ("for gray", try file().adding(profile: Profile.gray().bytes())),
      ("for inks", try file().adding(profile: Profile.cmyk())),
    ]
    let expected = try Preparing.jpeg(file().bytes)
    for (name, file) in colored {
      let photo = Preparing.accepted(file.bytes, "\(name)")
      #expect(photo.map { [UInt8]($0.jpeg) } == expected, "\(name)")
      #expect(photo?.removed == [.icc], "\(name)")
    }
    let gray = try file(.grayscale)
    let expectedGray = try Preparing.jpeg(gray.bytes)
    for profile in [Profile.sRGB().bytes(), p3, Profile.cmyk()] {
      #expect(try Preparing.jpeg(gray.adding(profile: profile).bytes) == expectedGray)
    }
  }

  private func ratio(_ first: [UInt8], _ second: [UInt8]) throws -> Double {
    try #require(
      try PhotoComparison.psnr(
        MemoryByteSource(first, name: "first.jpg"), MemoryByteSource(second, name: "second.jpg")))
  }

  @Test("EXIF that says Adobe RGB counts where no profile does")
  func exif() throws {
    var exif = EXIFBuilder()
    exif.interoperability = "R03"
    exif.colorSpace = 65535
    let adobe = try file().adding(exif)
    let expected = try Preparing.jpeg(file().bytes)
    let converted = try Preparing.jpeg(file().adding(profile: Profile.adobeRGB().bytes()).bytes)
    #expect(converted != expected)
    // The numbers of the profile are rounded, so the two are alike and not the same.
    let named = try Preparing.jpeg(adobe.bytes)
    #expect(try ratio(named, converted) > 40)
    #expect(try ratio(named, converted) > ratio(named, expected) + 6)
    #expect(try Preparing.jpeg(adobe.adding(profile: Profile.sRGB().bytes()).bytes) == expected)
    exif.interoperability = "R98"
    #expect(try Preparing.jpeg(file().adding(exif).bytes) == expected)
    exif.interoperability = nil
    #expect(try Preparing.jpeg(file().adding(exif).bytes) == expected)
  }
}

/// The builder of the fixtures, which the tests of profiles share their own one's name with.
typealias FixtureProfile = PhotoFixtures.ICCBuilder
