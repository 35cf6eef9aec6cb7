import Foundation
import PhotoFixtures
import Testing

@testable import PhotoPipeline

/// JPEGs of four components, and those that store red, green and blue.
@Suite("Inks and stored RGB", .needsReferencePrograms, .needsPillow)
struct InkTests {
  private static let picture = Raster.gradient(width: 96, height: 64)

  /// Adobe's way, and that of files that lost its segment. Inks that are not inverted cannot be told from them,
  /// and no program tries to.
  private static let options = InkOptions.allCases.filter(\.isInverted)

  /// The largest difference of any sample of two pictures.
  private func worst(_ first: Raster, _ second: Raster) -> Int {
    guard first.width == second.width, first.height == second.height else { return 256 }
    return zip(first.rgb, second.rgb).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
  }

  private func prepared(_ bytes: [UInt8]) throws -> Raster {
    try JPEGTool.decode(Preparing.jpeg(bytes) { $0.quality = 1 })
  }

  @Test("Without a profile the light that inks leave is multiplied, as other programs do", arguments: options)
  func plain(options: InkOptions) throws {
    let file = try JPEGFile.inks(Self.picture, options, quality: 100)
    let result = try prepared(file.bytes)
    // Chroma is halved in the result, and in the inks' own luma and chroma.
    #expect(worst(result, try Pillow.decode(file.bytes)) <= 8)
    #expect(worst(result, try JPEGTool.decode(file.bytes)) <= 8)
    #expect(worst(result, Self.picture) <= 12)
  }

  @Test("Paper stays white and black stays black", arguments: options)
  func paper(options: InkOptions) throws {
    for color in [Raster.Color.white, .black] {
      let file = try JPEGFile.inks(.solid(width: 40, height: 24, color), options, quality: 100)
      for bytes in [file.bytes, file.adding(profile: FixtureProfile.cmyk()).bytes] {
        let result = try prepared(bytes)
        let darkest = result.rgb.min() ?? 0
        let lightest = result.rgb.max() ?? 0
        #expect(color == .white ? darkest >= 253 : lightest <= 3, "\(darkest) to \(lightest)")
      }
    }
  }

  @Test("A profile for another kind of picture, or a broken one, is ignored", arguments: options)
  func ignoredProfiles(options: InkOptions) throws {
    let file = try JPEGFile.inks(Self.picture, options)
    let expected = try Preparing.jpeg(file.bytes)
    var odd = FixtureProfile.cmyk()
    odd.replaceSubrange(20..<24, with: Array("Luv ".utf8))
    for profile in [
      FixtureProfile.sRGB().bytes(), FixtureProfile.displayP3().bytes(), FixtureProfile.gray().bytes(),
      FixtureProfile.broken(), odd,
    ] {
      let photo = Preparing.accepted(file.adding(profile: profile).bytes)
      #expect(photo.map { [UInt8]($0.jpeg) } == expected)
      #expect(photo?.removed.contains(.icc) == true)
    }
  }

  @Test("Subsampled chroma of inks, progressive coding and turns give the picture", .needsLittleCMS)
  func codings() throws {
    let scratch = try ScratchFolder()
    for subsampling in 0...2 {
      for isProgressive in [false, true] {
        let file = try subsampled(subsampling, isProgressive: isProgressive)
        let expected = try Pillow.decode(file.bytes)
        #expect(worst(try prepared(file.bytes), expected) <= 14, "\(subsampling), \(isProgressive)")
        let turned = file.adding(EXIFBuilder(orientation: 6)).bytes
        let upright = try Pillow.decode(turned, upright: true)
        #expect(worst(try prepared(turned), upright) <= 14, "\(subsampling), \(isProgressive), turned")
        _ = try scratch.write(turned, as: "\(subsampling)-\(isProgressive).jpg")
      }
    }
  }

  /// YCCK of a soft picture whose luma and chroma of inks are sampled as Pillow's option says: 0 in full, 1
  /// halved across, 2 halved both ways.
  private func subsampled(_ subsampling: Int, isProgressive: Bool) throws -> JPEGFile {
    let script = """
      import sys, io
      from PIL import Image
      picture = Image.open(io.BytesIO(sys.stdin.buffer.read()))
      # 255 less of each, as red, green and blue; black from what they share.
      key = Image.new('L', picture.size, 40)
      inks = Image.merge('CMYK', [channel.point(lambda v: 255 - v) for channel in picture.split()] + [key])
      out = io.BytesIO()
      inks.save(out, 'JPEG', quality=97, subsampling=int(sys.argv[1]), progressive=sys.argv[2] == 'true')
      sys.stdout.buffer.write(out.getvalue())
      """
    return try JPEGFile(
      Pillow.run(script, ["\(subsampling)", "\(isProgressive)"], input: Self.picture.ppm()))
  }

  @Test("The memory that a progressive picture of inks needs is computed before it is decoded")
  func memory() throws {
    let file = try subsampled(0, isProgressive: true).claiming(width: 20_000, height: 16_000)
    let error = Preparing.refusal(file.bytes)
    #expect(error?.code == "too_large")
    #expect(error?.reason.contains("progressive") == true)
  }

  @Test("Red, green and blue are told by Adobe's segment or by the names of the components")
  func storedRGB() throws {
    let file = try JPEGFile(Self.picture, .init(quality: 100, colorSpace: .rgb))
    let named = file.removing(JPEGMarker.app(14)).naming(Array("RGB".utf8))
    let numbered = file.naming([1, 2, 3])
    for bytes in [file.bytes, named.bytes, numbered.bytes] {
      let expected = try JPEGTool.decode(bytes)
      #expect(worst(expected, Self.picture) <= 3)
      #expect(worst(try prepared(bytes), expected) <= 8)
    }
    // Neither says so: luma and chroma, as any other reader has it.
    let unnamed = file.removing(JPEGMarker.app(14)).naming([1, 2, 3])
    let expected = try JPEGTool.decode(unnamed.bytes)
    #expect(worst(expected, Self.picture) > 100)
    #expect(try Preparing.photo(unnamed.bytes).width == 96)
  }
}

extension JPEGFile {
  /// Gives the components of the frame and of the scans other ids.
  fileprivate func naming(_ ids: [UInt8]) -> JPEGFile {
    var copy = self
    for index in segments.indices where JPEGMarker.isFrame(segments[index].marker) {
      for (component, id) in ids.enumerated() { copy.segments[index].payload[6 + component * 3] = id }
    }
    // The header of the one scan: marker, length, count, then an id and a table's number for each.
    for (component, id) in ids.enumerated() { copy.scans[5 + component * 2] = id }
    return copy
  }
}
