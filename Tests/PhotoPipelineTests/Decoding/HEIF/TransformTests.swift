import DurableFiles
import Foundation
import PhotoFixtures
import Testing

@testable import PhotoPipeline

/// The boxes `irot`, `imir` and `clap` decide how a HEIF picture is shown, and EXIF does not.
@Suite("Turned and cropped HEIF pictures", .needsHEIFPrograms)
struct TransformTests {
  private static let card = Result { try CodedTile(.cornerCard(width: 128, height: 96)) }

  /// No mirroring, or an axis.
  static let mirrors: [UInt8?] = [nil, 0, 1]

  /// libheif's own reading of the same file is the reference.
  private func expectSamePicture(_ file: HEIFFile, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let bytes = file.bytes()
    let reference = try HEIFTool.decode(bytes)
    let prepared = try Pillow.decode(try Preparing.jpeg(bytes) { $0.quality = 1 })
    #expect(
      (prepared.width, prepared.height) == (reference.width, reference.height), sourceLocation: sourceLocation
    )
    let distances = zip(prepared.quadrantColors(), reference.quadrantColors()).map { $0.distance(to: $1) }
    #expect(distances.allSatisfy { $0 <= 12 }, "\(distances)", sourceLocation: sourceLocation)
    // A shift by one pixel would give 24 dB at most.
    let ratio = try #require(prepared.peakSignalToNoise(reference))
    #expect(ratio > 26, sourceLocation: sourceLocation)
  }

  @Test("Every turn with every mirroring", arguments: [UInt8(0), 1, 2, 3], mirrors)
  func turned(turns: UInt8, axis: UInt8?) throws {
    let properties = [HEIFFile.Property.turn(turns)] + (axis.map { [.mirror($0)] } ?? [])
    try expectSamePicture(try Self.card.get().file(properties))
  }

  @Test("Every turn of a part of the picture", arguments: [UInt8(0), 1, 2, 3], mirrors)
  func cropped(turns: UInt8, axis: UInt8?) throws {
    let crop = HEIFFile.Property.crop(x: 40, y: 16, width: 66, height: 58, of: (128, 96))
    let properties = [crop, .turn(turns)] + (axis.map { [.mirror($0)] } ?? [])
    try expectSamePicture(try Self.card.get().file(properties))
  }

  @Test(
    "A part that begins between two samples of chroma", arguments: [(41, 16), (40, 17), (41, 17)],
    ["420", "422"])
  func oddCrop(origin: (Int, Int), chroma: String) throws {
    let picture = Raster.gradient(width: 128, height: 96)
    var options = HEIFTool.Options()
    options.chroma = chroma
    let crop = HEIFFile.Property.crop(x: origin.0, y: origin.1, width: 65, height: 57, of: (128, 96))
    let source = MemoryByteSource(try CodedTile(picture, options).file([crop]).bytes(), name: "a.heic")
    let expected = Raster(width: 65, height: 57) { picture[$0 + origin.0, $1 + origin.1] }
    for usesTiles in [true, false] {
      let decoded = try DecodedPlanes(heif: source, usesTiles: usesTiles)
      #expect(try #require(decoded.raster.peakSignalToNoise(expected)) > 36)
    }
  }

  @Test("Nothing outside the crop can be seen")
  func hiddenPart() throws {
    let picture = Raster(width: 96, height: 96) { x, _ in x < 48 ? .black : Raster.Color(255, 0, 0) }
    let crop = HEIFFile.Property.crop(x: 0, y: 0, width: 40, height: 96, of: (96, 96))
    let prepared = try Pillow.decode(try Preparing.jpeg(try CodedTile(picture).file([crop]).bytes()))
    #expect((prepared.width, prepared.height) == (40, 96))
    #expect(prepared.rgb.allSatisfy { $0 < 24 })
  }

  @Test("EXIF orientation is ignored, alone and beside a turn", arguments: [UInt8(0), 3])
  func exif(turns: UInt8) throws {
    let card = try Self.card.get()
    let plain = card.file([.turn(turns)])
    let exif = EXIFBuilder(orientation: 6)
    let pictures = try [plain, plain.adding(.exif(2, exif, of: 1))].map { try Preparing.jpeg($0.bytes()) }
    #expect(pictures[0] == pictures[1])
  }
}
