import DurableFiles
import Foundation
import PhotoFixtures
import Testing

@testable import PhotoPipeline

@Suite(
  "HEIF files and movies of the corpus",
  .enabled(if: InspectionCorpus.isPresent, "\(InspectionCorpus.absence)"))
struct CorpusBoxTests {
  private static let photos =
    InspectionCorpus.files(in: "photos", type: "heic") + InspectionCorpus.files(in: "photos", type: "avif")
  private static let movies = InspectionCorpus.files(in: "movies")

  private func fact(of path: String) throws -> [String: String] {
    let parts = URL(fileURLWithPath: path).pathComponents.suffix(2)
    return try #require(try InspectionCorpus.facts()[parts.joined(separator: "/")])
  }

  private func expect(_ inspection: PhotoInspection, at fact: [String: String]) {
    let latitude = Double(fact["latitude"] ?? "")
    let longitude = Double(fact["longitude"] ?? "")
    #expect((inspection.location == nil) == (latitude == nil))
    if let location = inspection.location, let latitude, let longitude {
      #expect(abs(location.latitude - latitude) < 1e-4)
      #expect(abs(location.longitude - longitude) < 1e-4)
    }
    #expect(inspection.byteCount == Int(fact["bytes"] ?? ""))
  }

  @Test("Size, place and profile of a photo are those of the facts", arguments: photos)
  func photo(path: String) throws {
    let fact = try fact(of: path)
    let (inspection, photo) = try PhotoInspection.read(FileByteSource(path: path))
    let structure = try #require(photo.heif)
    #expect(structure.image.width == Int(fact["stored_width"] ?? ""))
    #expect(structure.image.height == Int(fact["stored_height"] ?? ""))
    #expect(inspection.width == Int(fact["upright_width"] ?? ""))
    #expect(inspection.height == Int(fact["upright_height"] ?? ""))
    #expect(inspection.colorProfile ?? "" == fact["icc_profile"])
    #expect(inspection.format.rawValue == fact["format"]?.lowercased())
    expect(inspection, at: fact)
    #expect(structure.image.unusual == nil)
    #expect(structure.image.tiles.count == structure.image.rows * structure.image.columns)
    #expect(structure.image.tiles.allSatisfy { $0.configuration.count >= 4 })
  }

  @Test("libheif sees the same", .needsHEIFInfo, arguments: photos)
  func libheif(path: String) throws {
    let picture = try HEIFInfo.picture(in: path)
    let inspection = try PhotoInspection(contentsOf: URL(fileURLWithPath: path))
    #expect((inspection.width, inspection.height) == (picture.width, picture.height))
    #expect(inspection.blocks.first { $0.kind == .exif }?.byteCount ?? 0 == picture.exifByteCount)
    let hasThumbnail =
      inspection.blocks.first?.kind == .thumbnail
      || inspection.blocks.contains {
        $0.kind == .thumbnail && $0.byteCount > 9000
      }
    #expect(hasThumbnail == picture.hasThumbnail)
  }

  @Test("ExifTool sees the same", .needsExifTool, arguments: photos)
  func exifTool(path: String) throws {
    let tags = try ExifTool.tags(of: path)
    let inspection = try PhotoInspection(contentsOf: URL(fileURLWithPath: path))
    func sees(_ pattern: String) -> Bool { tags.keys.contains { $0.contains(pattern) } }
    let kinds = Set(inspection.kinds)
    #expect(kinds.contains(.exif) == (sees("IFD0:") || sees("ExifIFD:")))
    #expect(kinds.contains(.gps) == sees("EXIF:GPS:"))
    #expect(kinds.contains(.xmp) == sees("XMP:"))
    #expect(kinds.contains(.icc) == sees("ICC_Profile:"))
    // Samsung's box at the end of the file counts as a note for ExifTool.
    #expect((kinds.contains(.makerNote) || kinds.contains(.trailer)) == sees("MakerNotes:"))
    if let model = tags["EXIF:IFD0:Model"] { #expect(inspection.camera?.hasSuffix(model) == true) }
  }

  @Test(
    "Size and place of a movie are those of the facts, turned as ExifTool says", .needsExifTool,
    arguments: movies)
  func movie(path: String) throws {
    let fact = try fact(of: path)
    let inspection = try PhotoInspection(contentsOf: URL(fileURLWithPath: path))
    // The facts give the size of the frames.
    let turn = try #require(try ExifTool.tags(of: path)["Composite:Rotation"].flatMap { Int($0) })
    let isSideways = turn == 90 || turn == 270
    #expect((isSideways ? inspection.height : inspection.width) == Int(fact["stored_width"] ?? ""))
    #expect((isSideways ? inspection.width : inspection.height) == Int(fact["stored_height"] ?? ""))
    #expect(inspection.orientation == [0: 1, 90: 6, 180: 3, 270: 8][turn])
    expect(inspection, at: fact)
    #expect(inspection.kinds.contains(.xmp) == path.hasSuffix("xmp.mov"))
    #expect(inspection.kinds.contains(.movieLocation) == path.contains("gps"))
  }

  @Test("Four fifths of a movie are damaged", arguments: movies)
  func fragment(path: String) throws {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(try refusal(of: Array(bytes.prefix(bytes.count * 4 / 5)))?.hasPrefix("damaged: ") == true)
  }
}
