import DurableFiles
import Foundation
import PhotoFixtures
import Testing

@testable import PhotoPipeline

/// The values are compared with those of ExifTool, which calls some tags otherwise.
@Suite("The original's metadata and ExifTool", .needsExifTool) struct OriginalMetadataReaderTests {
  private static let otherNames = [
    "DateTime": "ModifyDate", "DateTimeDigitized": "CreateDate", "PhotographicSensitivity": "ISO",
    "PixelXDimension": "ExifImageWidth", "PixelYDimension": "ExifImageHeight", "ImageLength": "ImageHeight",
    "ExposureBiasValue": "ExposureCompensation", "FocalLengthIn35mmFilm": "FocalLengthIn35mmFormat",
    "CameraOwnerName": "OwnerName", "BodySerialNumber": "SerialNumber", "LensSpecification": "LensInfo",
    "JPEGInterchangeFormat": "ThumbnailOffset", "JPEGInterchangeFormatLength": "ThumbnailLength",
    "OECF": "Opto-ElectricConvFactor", "CFAPattern": "CFAPattern", "Temperature": "AmbientTemperature",
  ]
  /// ExifTool shows these in a form of its own.
  private static let computed: Set = [
    "GPSTimeStamp", "ShutterSpeedValue", "ApertureValue", "MaxApertureValue", "FileSource", "SceneType",
    "CFAPattern", "UserComment", "GPSProcessingMethod", "GPSAreaInformation", "SubSecTime",
    "LensSpecification",
    "GPSVersionID", "ComponentsConfiguration", "GPSAltitudeRef",
  ]

  /// How many values were compared, and what differed.
  private func compare(_ bytes: [UInt8]) throws -> (count: Int, differences: [String]) {
    let object = try OriginalMetadataTests.metadata(bytes)
    let tags = try PhotoFixtures.ExifTool.tags(bytes)
    var count = 0
    var differences: [String] = []
    for (directory, group) in [("ifd0", "IFD0"), ("exif", "ExifIFD"), ("gps", "GPS")] {
      let values = (object["exif"] as? [String: Any])?[directory] as? [String: Any] ?? [:]
      for (name, value) in values where !Self.computed.contains(name) && !name.hasPrefix("0x") {
        // Without a denominator there is no number.
        if value is NSNull || (value as? [Any])?.contains(where: { $0 is NSNull }) == true { continue }
        if (value as? [String: Any])?["bytes"] != nil { continue }
        guard let tag = tags["\(group):\(Self.otherNames[name] ?? name)"] else {
          differences.append("\(group):\(name) is unknown to ExifTool: \(value)")
          continue
        }
        count += 1
        if !Self.isSame(value, tag) { differences.append("\(group):\(name) \(value) is \(tag)") }
      }
    }
    return (count, differences)
  }

  private static func isSame(_ value: Any, _ tag: String) -> Bool {
    func isClose(_ one: Double, _ other: Double) -> Bool {
      abs(one - other) <= 1e-6 * max(1, abs(one))
    }
    if let list = value as? [Double] {
      let numbers = tag.split(separator: " ").compactMap { Double($0) }
      if numbers.count == 1, list.count == 3 {
        return isClose(list[0] + list[1] / 60 + list[2] / 3600, numbers[0])
      }
      return numbers.count == list.count && zip(numbers, list).allSatisfy(isClose)
    }
    if let number = value as? Double, let other = Double(tag) { return isClose(number, other) }
    func plain(_ text: String) -> String { text.trimmingCharacters(in: .whitespacesAndNewlines) }
    let text = plain("\(value)")
    // ExifTool prints a text that looks like a number as one.
    if let number = Double(text), let other = Double(tag) { return isClose(number, other) }
    return text == plain(tag)
  }

  @Test("Fixtures have the same values", arguments: [ByteOrder.littleEndian, .bigEndian])
  func fixtures(order: ByteOrder) throws {
    var exif = StillSamples.exif(order)
    exif.location = GPSPosition.allFields(token: "Token")
    exif.photo[0x829A] = .rational([.init(1, 250)])
    exif.photo[0x9204] = .signedRational([(-1, 3)])
    exif.photo[0x8827] = .short([640])
    exif.photo[0xA405] = .short([26])
    let result = try compare(JPEGParts.file(JPEGParts.app(1, "Exif\0\0", exif.tiff())))
    #expect(result.count > 25)
    #expect(result.differences.isEmpty)
  }

  @Test(
    "Photos of cameras have the same values",
    .enabled(if: InspectionCorpus.isPresent, "\(InspectionCorpus.absence)"))
  func corpus() throws {
    var count = 0
    for path in InspectionCorpus.files(in: "photos") {
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
      guard (try? PhotoInspection(source: MemoryByteSource(bytes, name: path))) != nil else { continue }
      let result = try compare(bytes)
      count += result.count
      #expect(result.differences.isEmpty, "\(path)")
    }
    #expect(count > 100)
  }

  @Test(
    "Hostile files give bounded JSON or a typed error",
    .enabled(if: InspectionCorpus.isPresent, "\(InspectionCorpus.absence)"))
  func hostile() throws {
    for path in InspectionCorpus.files(in: "hostile") + InspectionCorpus.files(in: "movies") {
      do {
        let json = try OriginalMetadata(contentsOf: FileByteSource(path: path)).json
        #expect(json.utf8.count <= OriginalMetadata.byteLimit)
        #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(json.utf8)) }
      } catch is PhotoPreparer.Error {
      }
    }
  }
}
