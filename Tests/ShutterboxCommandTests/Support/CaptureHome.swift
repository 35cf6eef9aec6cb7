import CaptureStorage
import DurableFiles
import Foundation
import PhotoFixtures

/// A home folder that tests put captures into and the program is run on.
struct CaptureHome {
  let scratch: ScratchFolder
  var path: String { "\(scratch.path)/home" }

  init() throws {
    scratch = try ScratchFolder()
  }

  /// Runs the program to its end.
  func run(_ arguments: String..., input: [UInt8] = [], environment: [String] = []) throws -> Tool.Result {
    try Shutterbox.run(
      arguments, in: scratch, input: input, environment: ["SHUTTERBOX_HOME=\(path)"] + environment)
  }

  /// Makes an entry that owns files of a few bytes.
  ///
  /// - Parameter time: When it is made, in seconds since 1970.
  @discardableResult
  func add(
    text: String? = nil, photos: Int = 1, movies: Int = 0, at time: TimeInterval = 1_714_559_400
  ) async throws -> Entry {
    var surroundings = CaptureStore.Surroundings()
    surroundings.now = { Date(timeIntervalSince1970: time) }
    let store = try await CaptureStore.open(home: URL(fileURLWithPath: path), surroundings: surroundings)
    let draft = await store.newEntry(text: text)
    for index in 0..<photos {
      let photo = NewMedia.photo(
        jpeg: Data("photo \(index)".utf8), width: 2048, height: 1536, source: .camera,
        removed: ["exif", "gps"])
      _ = try await store.add(photo, to: .draft(draft))
    }
    for index in 0..<movies {
      let bytes = MemoryByteSource(Array("movie \(index)".utf8), name: "movie")
      _ = try await store.add(
        .movie(bytes, fileExtension: "mov", width: 1920, height: 1080, source: .file), to: .draft(draft))
    }
    return try await store.entry(draft.id)
  }

  /// Has the `sqlite3` command change or ask the ledger, past all that the program sees to.
  @discardableResult
  func sql(_ statements: String) throws -> String {
    String(decoding: try Tool.output("sqlite3", ["\(path)/ledger.sqlite", statements]), as: UTF8.self)
  }

  /// Writes that all media of an entry have been sent.
  func markSent(_ entry: Entry) throws {
    try sql("DELETE FROM upload WHERE media IN (SELECT id FROM media WHERE entry = '\(entry.id)')")
  }

  /// The files of captures, relative to the home folder.
  func files() throws -> [String] {
    try scratch.files().filter { $0.hasPrefix("home/captures/") }.map { String($0.dropFirst(5)) }
  }

  /// A photo of 64 by 48 pixels that is to be turned, with a place and more.
  static func cameraPhoto() throws -> [UInt8] {
    var camera = EXIFBuilder(orientation: 6, gps: GPSPosition(latitude: 46.5, longitude: 8.25))
    camera.make = "Maker"
    return try JPEGFile(.gradient(width: 64, height: 48)).adding(camera).bytes
  }

  /// A movie that says where it was recorded.
  static func placedMovie() -> [UInt8] {
    let position = GPSPosition(latitude: 46.5, longitude: 8.25)
    return MoviePlace.text.plant("+46.5000+008.2500/", position, in: MovieFile()).bytes()
  }
}
