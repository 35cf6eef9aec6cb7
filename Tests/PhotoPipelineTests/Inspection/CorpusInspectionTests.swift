import DurableFiles
import Foundation
import Testing

@testable import PhotoPipeline

@Suite(.enabled(if: InspectionCorpus.isPresent, "\(InspectionCorpus.absence)"))
struct CorpusInspectionTests {
  private static let photos = InspectionCorpus.files(in: "photos", type: "jpg")
  private static let everything =
    InspectionCorpus.files(in: "photos") + InspectionCorpus.files(in: "hostile")
    + InspectionCorpus.files(in: "movies")

  @Test("Size, orientation, place and profile are those of the facts", arguments: photos)
  func facts(path: String) throws {
    let name = "photos/" + URL(fileURLWithPath: path).lastPathComponent
    let fact = try #require(try InspectionCorpus.facts()[name])
    let (inspection, photo) = try PhotoInspection.read(FileByteSource(path: path))
    #expect(inspection.byteCount == Int(fact["bytes"] ?? ""))
    let structure = try #require(photo.jpeg)
    #expect(structure.width == Int(fact["stored_width"] ?? ""))
    #expect(structure.height == Int(fact["stored_height"] ?? ""))
    #expect(inspection.width == Int(fact["upright_width"] ?? ""))
    #expect(inspection.height == Int(fact["upright_height"] ?? ""))
    #expect(inspection.orientation == Int(fact["exif_orientation"] ?? ""))
    #expect(inspection.colorProfile ?? "" == fact["icc_profile"])
    let latitude = Double(fact["latitude"] ?? "")
    let longitude = Double(fact["longitude"] ?? "")
    #expect((inspection.location == nil) == (latitude == nil))
    if let location = inspection.location, let latitude, let longitude {
      #expect(abs(location.latitude - latitude) < 1e-6)
      #expect(abs(location.longitude - longitude) < 1e-6)
    }
  }

  @Test(
    "The values are those that ExifTool reads",
    .enabled(if: ExifTool.path != nil, "\(ExifTool.absence)"), arguments: photos)
  func values(path: String) throws {
    let tags = try ExifTool.tags(of: path)
    let inspection = try PhotoInspection(contentsOf: URL(fileURLWithPath: path))
    #expect(inspection.orientation == tags["EXIF:IFD0:Orientation"].flatMap { Int($0) })
    #expect(
      inspection.colorProfile == tags["ICC_Profile:ICC_Profile:ProfileDescription"]
        ?? tags["ICC_Profile:ProfileDescription"])
    let time = tags["EXIF:ExifIFD:DateTimeOriginal"] ?? tags["EXIF:IFD0:ModifyDate"]
    let shown = inspection.takenAt.map {
      $0.formatted(.iso8601.year().month().day().time(includingFractionalSeconds: false))
    }
    func digits(_ text: String?) -> String? { text.map { $0.filter(\.isNumber) } }
    #expect(digits(shown) == digits(time))
    if let model = tags["EXIF:IFD0:Model"]?.trimmingCharacters(in: .whitespaces), !model.isEmpty {
      #expect(inspection.camera?.hasSuffix(model) == true)
    }
    if let latitude = tags["EXIF:GPS:GPSLatitude"].flatMap({ Double($0) }) {
      let isSouth = tags["EXIF:GPS:GPSLatitudeRef"]?.hasPrefix("S") == true
      let location = try #require(inspection.location)
      #expect(abs(location.latitude - (isSouth ? -latitude : latitude)) < 1e-6)
    }
  }

  @Test(
    "Each segment that ExifTool sees is a block of its size, and each block is a segment",
    .enabled(if: ExifTool.path != nil, "\(ExifTool.absence)"), arguments: photos)
  func segments(path: String) throws {
    let blocks = try PhotoInspection(contentsOf: URL(fileURLWithPath: path)).blocks
    let (segments, trailer) = try ExifTool.segments(of: path)
    // A plain JFIF segment has 14 bytes and belongs to the picture.
    let expected = segments.filter { segment in
      segment.name == "COM" || segment.name.hasPrefix("APP") && segment != ("APP0", 14)
    }
    let inner: Set<MetadataKind> = [.gps, .makerNote, .thumbnail, .iptc, .depth, .trailer]
    let outer = blocks.filter { !inner.contains($0.kind) }
    #expect(outer.map(\.byteCount) == expected.map { $0.byteCount + 4 })
    for (block, segment) in zip(outer, expected) {
      let numbers: [MetadataKind: String] = [
        .exif: "APP1", .xmp: "APP1", .photoshop: "APP13", .icc: "APP2", .comment: "COM",
      ]
      #expect(
        numbers[block.kind] ?? block.kind.description.uppercased().replacing("-", with: "") == segment.name)
    }
    #expect(blocks.filter { $0.kind == .trailer }.reduce(0) { $0 + $1.byteCount } == trailer)
  }

  @Test(
    "The kinds are those that ExifTool sees",
    .enabled(if: ExifTool.path != nil, "\(ExifTool.absence)"), arguments: photos)
  func kinds(path: String) throws {
    let inspection = try PhotoInspection(contentsOf: URL(fileURLWithPath: path))
    let tags = try ExifTool.tags(of: path)
    let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    func sees(_ pattern: String) -> Bool { tags.keys.contains { $0.contains(pattern) } }

    let kinds = Set(inspection.kinds)
    #expect(kinds.contains(.exif) == (sees("IFD0:") || sees("ExifIFD:")))
    #expect(kinds.contains(.gps) == sees("EXIF:GPS:"))
    #expect(kinds.contains(.xmp) == sees("XMP:"))
    #expect(kinds.contains(.iptc) == sees("IPTC:"))
    #expect(kinds.contains(.icc) == sees("ICC_Profile:"))
    #expect(kinds.contains(.app(14)) == sees("Adobe:"))
    #expect(kinds.contains(.mpf) == sees("MPF"))
    #expect(kinds.contains(.depth) == sees("GDepth:DepthImage"))
    #expect(kinds.contains(.comment) == sees("File:Comment"))
    #expect(!kinds.contains(.gainMap) && !kinds.contains(.motionVideo))
    // A Photoshop block that holds IPTC alone shows nothing of its own in ExifTool.
    #expect(kinds.contains(.photoshop) == (sees("Photoshop:") || name == "iptc"))
    // Two notes are in a form that ExifTool does not understand, and so it has no tag for them.
    let unread = ["oppo-r7-13mp-portrait-gps", "flir-thermal"]
    #expect(kinds.contains(.makerNote) == (sees("MakerNotes:") || unread.contains(name)))

    // ExifTool shows the JPEG inside Photoshop's thumbnail without the 28 bytes of its header.
    let thumbnails = tags.keys.filter {
      $0.contains("EXIF:IFD1:ThumbnailImage") || $0.contains("PhotoshopThumbnail")
    }
    .compactMap { key -> Int? in
      let size = tags[key]?.firstMatch(of: /Binary data (\d+) bytes/).flatMap { Int($0.1) }
      return size.map { key.contains("Photoshop") ? $0 + 28 : $0 }
    }
    let found = inspection.blocks.filter { $0.kind == .thumbnail }.map(\.byteCount)
    #expect(found.sorted() == thumbnails.sorted())
  }

  @Test("Every file, hostile or not, gives a result or a typed error within a second", arguments: everything)
  func everyFile(path: String) throws {
    let source = try FileByteSource(path: path)
    let elapsed = try ContinuousClock().measure {
      do {
        let (inspection, _) = try PhotoInspection.read(source)
        #expect(inspection.width > 0 && inspection.height > 0)
      } catch let error as PhotoPreparer.Error {
        #expect(error.file == path && !error.reason.isEmpty)
      }
    }
    #expect(elapsed < .seconds(1))
    _ = try CleanJPEG.reason(against: source)
  }

  @Test("Pictures are told from movies and noise")
  func photosInFolders() throws {
    for path in InspectionCorpus.files(in: "photos") {
      #expect(try FormatSniffer.isPhoto(FileByteSource(path: path)), "\(path)")
    }
    for path in InspectionCorpus.files(in: "movies") + InspectionCorpus.files(in: "hostile", type: "bin") {
      #expect(try !FormatSniffer.isPhoto(FileByteSource(path: path)), "\(path)")
    }
  }

  @Test("No photo from a camera is clean enough for a result", arguments: photos)
  func camerasAreNotClean(path: String) throws {
    #expect(try CleanJPEG.reason(against: FileByteSource(path: path)) != nil)
  }
}
