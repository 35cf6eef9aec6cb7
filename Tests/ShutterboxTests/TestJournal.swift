import Foundation
import PhotoFixtures
import Shutterbox

/// A journal in a home folder of its own.
struct TestJournal {
  let scratch: ScratchFolder
  let journal: CaptureJournal
  var home: String { "\(scratch.path)/home" }

  init() async throws {
    scratch = try ScratchFolder()
    journal = try await CaptureJournal.open(home: URL(fileURLWithPath: "\(scratch.path)/home"))
  }

  /// Writes a file beside the home folder.
  func write(_ bytes: [UInt8], as name: String) throws -> URL {
    URL(fileURLWithPath: try scratch.write(bytes, as: name))
  }

  func read(_ media: Media) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: URL(fileURLWithPath: "\(home)/\(media.file)")))
  }

  /// Every file in the home folder with the endings of photos and movies.
  func mediaFiles() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: home).filter {
      ["jpg", "mov", "mp4", "part"].contains(($0 as NSString).pathExtension)
    }.sorted()
  }

  /// A new entry to add to.
  func draft() async -> CaptureStore.Target { .draft(await journal.store.newEntry()) }

  /// A photo of a phone: turned, with a place. Photos of different `shade` are different photos.
  static func photo(_ shade: UInt8 = 0, token: String = "TOKEN123") throws -> [UInt8] {
    let raster = Raster(width: 96, height: 64) { x, y in .init(shade, UInt8(x * 2), UInt8(y * 3)) }
    var exif = EXIFBuilder(.bigEndian, orientation: 6, gps: .init(latitude: 46.5, longitude: 8.25))
    exif.make = token
    return try JPEGFile(JPEGTool.encode(raster)).adding(exif).bytes
  }

  /// A movie that says where it was recorded.
  static func movie() -> [UInt8] {
    MoviePlace.text.plant(
      "+46.5000+008.2500/TOKEN123", .init(latitude: 46.5, longitude: 8.25), in: MovieFile()
    )
    .bytes()
  }
}
