import Foundation
import PhotoFixtures
import Testing

@testable import PhotoPipeline

/// A result carries a picture and nothing else, whatever the original carried.
@Suite("Clean results", .needsReferencePrograms, .needsExifTool)
struct CleanResultTests {
  private static let token = "SENTINEL-73519"

  /// The kinds that each carrier must be reported as, at least.
  static let kinds: [MetadataCarrier: Set<MetadataKind>] = [
    .exifTexts: [.exif], .exifUserComment: [.exif], .exifMakerNote: [.exif, .makerNote],
    .exifThumbnail: [.exif, .thumbnail], .gpsTexts: [.exif, .gps], .jfifThumbnail: [.thumbnail],
    .jfifExtension: [.thumbnail], .xmp: [.xmp], .extendedXMP: [.xmp], .iptc: [.photoshop, .iptc],
    .photoshopResource: [.photoshop], .photoshopThumbnail: [.photoshop, .thumbnail],
    .iccDescription: [.icc], .comment: [.comment], .commentBehindScan: [.comment],
    .applicationSegments: [.app(1), .app(3), .app(13), .app(15)], .multiPicture: [.mpf],
    .gainMap: [.xmp, .mpf, .gainMap], .samsungMotion: [.motionVideo], .googleMotion: [.xmp, .motionVideo],
    .trailer: [.trailer],
  ]

  private static func file(_ options: JPEGTool.Options = .init()) throws -> JPEGFile {
    try JPEGFile(.gradient(width: 48, height: 40), options)
  }

  /// Looks for all that must not be there.
  private func expectClean(
    _ jpeg: [UInt8], _ comment: Comment, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let isPlanted = Data(jpeg).range(of: Data(Self.token.utf8)) != nil
    #expect(!isPlanted, comment, sourceLocation: sourceLocation)
    let foreign = try CleanResult.foreignTags(jpeg)
    #expect(foreign.isEmpty, comment, sourceLocation: sourceLocation)
    let markers = CleanResult.markers(jpeg)
    #expect(markers == CleanResult.expectedMarkers(isGray: false), comment, sourceLocation: sourceLocation)
  }

  @Test("Nothing of a carrier survives, and its kind is reported", arguments: MetadataCarrier.allCases)
  func carrier(carrier: MetadataCarrier) throws {
    let planted = try carrier.plant(Self.token, in: Self.file()).bytes
    #expect(Data(planted).range(of: Data(Self.token.utf8)) != nil)
    let photo = try Preparing.photo(planted)
    try expectClean([UInt8](photo.jpeg), "\(carrier)")
    let expected = try #require(Self.kinds[carrier])
    #expect(expected.isSubset(of: photo.removed), "\(photo.removed)")
    #expect(photo.hadLocation == expected.contains(.gps))
    #expect(photo.original.blocks.map(\.byteCount).min() ?? 0 > 0)
    // The picture is the one that it would be without the carrier.
    #expect([UInt8](photo.jpeg) == (try Preparing.jpeg(Self.file().bytes)))
  }

  @Test("Nothing of all carriers together survives", arguments: [false, true], [85, 5])
  func everything(isProgressive: Bool, quality: Int) throws {
    let file = try Self.file(.init(quality: quality, isProgressive: isProgressive))
    let planted = try MetadataCarrier.plantEverywhere(Self.token, in: file).bytes
    let photo = try Preparing.photo(planted)
    try expectClean([UInt8](photo.jpeg), "\(photo.removed)")
    #expect(Set(Self.kinds.values.joined()).isSubset(of: photo.removed))
    #expect(photo.hadLocation)
  }

  @Test("A clean original has nothing to remove")
  func clean() throws {
    let photo = try Preparing.photo(Self.file().bytes)
    #expect(photo.removed.isEmpty)
    #expect(photo.original.isClean)
    #expect(!photo.hadLocation)
  }

  @Test("Each kind of picture becomes the same sequence of markers")
  func markers() throws {
    for options: JPEGTool.Options in [
      .init(), .init(sampling: .s444), .init(isProgressive: true), .init(isOptimized: true),
      .init(restartRows: 1), .init(colorSpace: .rgb), .init(colorSpace: .grayscale),
    ] {
      for orientation in [1, 7] {
        let file = try Self.file(options).adding(EXIFBuilder(orientation: orientation))
        let jpeg = try Preparing.jpeg(file.bytes)
        let isGray = options.colorSpace == .grayscale
        #expect(CleanResult.markers(jpeg) == CleanResult.expectedMarkers(isGray: isGray))
        #expect(try CleanResult.foreignTags(jpeg).isEmpty)
        #expect(try JPEGTool.decode(jpeg).width == (orientation == 1 ? 48 : 40))
      }
    }
  }

  @Test("Of several pictures the first is taken, also where another is larger")
  func firstPicture() throws {
    let larger = try JPEGTool.encode(.solid(width: 300, height: 200, .black))
    let file = try JPEGFile(.cornerCard(width: 64, height: 48))
    for (name, bytes) in [
      ("listed", file.addingPictures([larger], kind: .largeThumbnailFullHD).bytes),
      ("listed as panorama", file.addingPictures([larger, larger], kind: .panorama).bytes),
      ("glued behind", file.bytes + larger),
      ("as a gain map", try file.addingGainMap(.gradient(width: 128, height: 96)).bytes),
    ] {
      let photo = try Preparing.photo(bytes)
      #expect((photo.width, photo.height) == (64, 48), "\(name)")
      #expect([UInt8](photo.jpeg) == (try Preparing.jpeg(file.bytes)), "\(name)")
    }
  }

  @Test("Errors name the photo, not its place, and hide what it says")
  func errors() throws {
    var exif = EXIFBuilder(gps: GPSPosition(latitude: 46.5, longitude: 8))
    exif.userComment = Self.token
    let file = try Self.file().adding(exif)
    let error = try #require(Preparing.refusal(file.cut(keeping: 0.3)))
    #expect("\(error)".hasPrefix("a.jpg: damaged: "))
    #expect(!"\(error)".contains(Self.token))
    #expect(!"\(error)".contains("46."))
  }
}
