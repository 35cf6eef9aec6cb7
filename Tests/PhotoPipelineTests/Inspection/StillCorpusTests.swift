import DurableFiles
import Foundation
import PhotoFixtures
import Testing

@testable import PhotoPipeline

/// PNG, WebP and GIF, compared with what ExifTool reads in them.
@Suite("PNG, WebP and GIF as ExifTool reads them", .enabled(if: ExifTool.path != nil, "\(ExifTool.absence)"))
struct StillCrossCheckTests {
  typealias Tags = [String: String]

  static func tags(of path: String) throws -> Tags {
    let data = try ExifTool.output(["-a", "-G1", "-s", "-n", "-j", path])
    let list = try JSONSerialization.jsonObject(with: data) as? [[String: Any]]
    return (list?.first ?? [:]).mapValues { "\($0)" }
  }

  /// Compares size, turn, place, profile and kinds.
  static func compare(_ inspection: PhotoInspection, _ structure: PhotoStructure, with tags: Tags) {
    func number(_ names: String...) -> Double? {
      names.lazy.compactMap { tags[$0] }.first.flatMap { Double($0) }
    }
    func sees(_ prefix: String) -> Bool { tags.keys.contains { $0.hasPrefix(prefix) } }
    let size = (
      number("PNG:ImageWidth", "RIFF:ImageWidth", "GIF:ImageWidth"),
      number("PNG:ImageHeight", "RIFF:ImageHeight", "GIF:ImageHeight")
    )
    let isSideways = structure.orientation >= 5
    #expect(size.0.map { Int($0) } == (isSideways ? inspection.height : inspection.width))
    #expect(size.1.map { Int($0) } == (isSideways ? inspection.width : inspection.height))
    #expect(inspection.orientation == number("IFD0:Orientation").map { Int($0) })
    #expect(inspection.colorProfile == tags["ICC_Profile:ProfileDescription"])
    #expect(inspection.camera?.hasSuffix(tags["IFD0:Model"] ?? "") ?? (tags["IFD0:Model"] == nil))

    let latitude = number("GPS:GPSLatitude").map { tags["GPS:GPSLatitudeRef"] == "S" ? -$0 : $0 }
    let longitude = number("GPS:GPSLongitude").map { tags["GPS:GPSLongitudeRef"] == "W" ? -$0 : $0 }
    let place = (latitude ?? number("XMP-exif:GPSLatitude"), longitude ?? number("XMP-exif:GPSLongitude"))
    #expect((inspection.location == nil) == (place.0 == nil))
    if let location = inspection.location, let latitude = place.0, let longitude = place.1 {
      #expect(abs(location.latitude - latitude) < 1e-6 && abs(location.longitude - longitude) < 1e-6)
    }

    let kinds = Set(inspection.kinds)
    #expect(kinds.contains(.exif) == (sees("IFD0:") || sees("ExifIFD:")))
    #expect(kinds.contains(.gps) == sees("GPS:"))
    #expect(kinds.contains(.xmp) == sees("XMP-"))
    #expect(kinds.contains(.iptc) == sees("IPTC:"))
    #expect(kinds.contains(.icc) == (sees("ICC") || tags["PNG:ProfileName"] != nil))
    #expect(kinds.contains(.thumbnail) == (tags["IFD1:ThumbnailImage"] != nil))
    let describing = [
      "ImageWidth", "ImageHeight", "BitDepth", "ColorType", "Compression", "Filter", "Interlace", "Gamma",
      "WhitePointX", "WhitePointY", "RedX", "RedY", "GreenX", "GreenY", "BlueX", "BlueY", "Palette",
      "BackgroundColor", "SRGBRendering", "ProfileName", "Transparency", "AnimationFrames", "AnimationPlays",
    ].map { "PNG:\($0)" }
    if inspection.format == .png {
      let texts = tags.keys.filter { $0.hasPrefix("PNG:") && !describing.contains($0) }
      #expect(kinds.contains(.text) == !texts.isEmpty, "\(texts)")
      #expect(kinds.contains(.mpf) == sees("PNG:AnimationFrames"))
    }
    if inspection.format == .gif {
      #expect(kinds.contains(.comment) == (tags["GIF:Comment"] != nil || tags["File:Comment"] != nil))
    }
  }

  private static func samples() -> [(name: String, bytes: [UInt8])] {
    let exif = StillSamples.exif()
    let sRGB = PhotoFixtures.ICCBuilder.sRGB().bytes()
    let png = StillSamples.png
    let picture = VP8LPicture(StillSamples.raster)
    let pngs: [(String, PNGFile)] = [
      ("plain", png), ("exif", png.adding(.exif(exif))), ("late exif", png.adding(.exif(exif), at: .end)),
      ("named exif", png.adding(.init("eXIf", exif.payload()))),
      ("xmp", png.adding(.xmp(StillSamples.packet))),
      ("packed xmp", png.adding(.xmp(StillSamples.packet, isPacked: true))),
      ("raw exif", png.adding(.rawProfile("exif", EXIFBuilder(gps: exif.gps).payload()))),
      ("raw APP1", png.adding(.rawProfile("APP1", EXIFBuilder(gps: exif.gps).payload()))),
      ("raw iptc", png.adding(.rawProfile("iptc", PhotoshopResource.iptc([90: "Here"]).bytes))),
      ("profile", png.adding(.profile(sRGB))), ("text", png.adding([.text("Author", "A"), .time])),
      ("colors", png.adding([.sRGB(), .gamma(45455), .sRGBChromaticities])),
      ("animation", png.animated([PNGPicture(StillSamples.raster)])),
    ]
    let webps: [(String, WebPFile)] = [
      ("simple", .simple(picture)), ("extended", .extended(picture)),
      ("exif", .extended(picture, [.exif(exif)])),
      ("named exif", .extended(picture, [.exif(exif, isNamed: true)])),
      ("xmp", .extended(picture, [.xmp(StillSamples.packet)])),
      ("profile", .extended(picture, [.profile(sRGB)])),
      ("lossy", WebPFile([.lossyHeader(width: 300, height: 200)])),
      ("animation", .animation(width: 30, height: 20, [(picture, 2, 4), (picture, 0, 0)], [.exif(exif)])),
    ]
    let gifs: [(String, GIFFile)] = [
      ("plain", StillSamples.gif), ("comment", StillSamples.gif.adding(GIFFile.comment("hello"))),
      ("xmp", StillSamples.gif.adding(GIFFile.xmp(StillSamples.packet))),
      ("profile", StillSamples.gif.adding(GIFFile.profile(sRGB))),
    ]
    return pngs.map { ("\($0).png", $1.bytes) } + webps.map { ("\($0).webp", $1.bytes) }
      + gifs.map { ("\($0).gif", $1.bytes) }
  }

  @Test("Fixtures of every kind are seen alike")
  func fixtures() throws {
    let scratch = try ScratchFolder()
    for (name, bytes) in Self.samples() {
      let tags = try Self.tags(of: scratch.write(bytes, as: name))
      let (inspection, structure) = try PhotoInspection.read(MemoryByteSource(bytes, name: name))
      Self.compare(inspection, structure, with: tags)
    }
  }
}

@Suite(.enabled(if: InspectionCorpus.isPresent, "\(InspectionCorpus.absence)"))
struct StillCorpusTests {
  private static let photos = ["png", "webp", "gif"].flatMap {
    InspectionCorpus.files(in: "photos", type: $0)
  }

  @Test("Size, orientation and place are those of the facts", arguments: photos)
  func facts(path: String) throws {
    let name = "photos/" + URL(fileURLWithPath: path).lastPathComponent
    let fact = try #require(try InspectionCorpus.facts()[name])
    let (inspection, structure) = try PhotoInspection.read(FileByteSource(path: path))
    #expect(inspection.byteCount == Int(fact["bytes"] ?? ""))
    #expect(inspection.width == Int(fact["upright_width"] ?? ""))
    #expect(inspection.height == Int(fact["upright_height"] ?? ""))
    #expect(inspection.orientation == Int(fact["exif_orientation"] ?? ""))
    #expect(structure.orientation == inspection.orientation ?? 1)
    #expect(inspection.colorProfile ?? "" == fact["icc_profile"])
    #expect(inspection.location == nil && fact["latitude"] == "")
  }

  @Test(
    "Kinds and values are those that ExifTool sees",
    .enabled(if: ExifTool.path != nil, "\(ExifTool.absence)"), arguments: photos)
  func values(path: String) throws {
    let (inspection, structure) = try PhotoInspection.read(FileByteSource(path: path))
    StillCrossCheckTests.compare(inspection, structure, with: try StillCrossCheckTests.tags(of: path))
  }

  @Test("A PNG whose profile is broken is read without it")
  func brokenProfile() throws {
    let path = InspectionCorpus.folder.appendingPathComponent("hostile/broken-iccp.png").path
    let (inspection, structure) = try PhotoInspection.read(FileByteSource(path: path))
    guard case .png(let png) = structure else { throw FixtureError("it is no PNG") }
    #expect(png.profile == .none && png.profileBytes == nil && inspection.kinds == [.icc])
  }

  @Test("A PNG that claims to be 15 million pixels high is refused at once")
  func vast() throws {
    let path = InspectionCorpus.folder.appendingPathComponent("hostile/claims-309x15403836.png").path
    #expect(throws: PhotoPreparer.Error.self) { try PhotoInspection.read(FileByteSource(path: path)) }
  }
}
