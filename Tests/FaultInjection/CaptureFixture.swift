import Foundation
import PhotoFixtures

/// A home folder with two captures, made once by the program itself and copied for each run.
///
/// The first entry owns a photo, the second a photo and a movie.
enum CaptureFixture {
  private struct Made {
    let folder: ScratchFolder
    let entries: [String]
  }

  private static let made: Result<Made, any Error> = Result {
    let folder = try ScratchFolder()
    try writeInputs(folder)
    func entry(_ names: String...) throws -> String {
      let output = try run(folder, ["add", "--json"] + names.map { "\(folder.path)/\($0)" })
      let json = try JSONSerialization.jsonObject(with: Data(output)) as? [String: Any]
      guard let id = json?["id"] as? String else { throw FixtureError("add printed no id") }
      return id
    }
    let first = try entry("one.jpg")
    let second = try entry("two.jpg", "two.mov")
    return Made(folder: folder, entries: [first, second])
  }

  /// Fills `root` with the inputs and a copy of the home folder.
  ///
  /// - Parameter sharing: Whether there is a drop in the inbox.
  static func setUp(_ root: ScratchFolder, sharing: Bool = false) throws {
    let made = try made.get()
    try writeInputs(root)
    _ = try Tool.output("cp", ["-a", "\(made.folder.path)/home", "\(root.path)/home"])
    if sharing { _ = try run(root, ["share", "\(root.path)/new.jpg", "\(root.path)/new.mov"]) }
  }

  /// The id of the entry that owns a photo and a movie.
  static func secondEntry(in root: String) -> String {
    // Without a home folder the set-up has failed, which that tells.
    (try? made.get().entries[1]) ?? "none"
  }

  /// The names of the inputs, and what they hold.
  static let inputs: [(name: String, bytes: [UInt8])] = {
    func photo(_ shade: UInt8) -> [UInt8] {
      let raster = Raster(width: 64, height: 48) { x, y in .init(shade, UInt8(x * 2), UInt8(y * 2)) }
      // Fails nowhere but without djpeg's brother, which other tests tell.
      return (try? JPEGTool.encode(raster)) ?? []
    }
    func movie(_ size: Int) -> [UInt8] {
      var movie = MovieFile()
      movie.tail = BoxBytes.box("free", [UInt8](repeating: 7, count: size))
      return movie.bytes()
    }
    return [
      ("one.jpg", photo(10)), ("two.jpg", photo(90)), ("two.mov", movie(300_000)), ("new.jpg", photo(170)),
      ("new.mov", movie(400_000)),
    ]
  }()

  private static func writeInputs(_ folder: ScratchFolder) throws {
    for input in inputs { try folder.write(input.bytes, as: input.name) }
  }

  private static func run(_ folder: ScratchFolder, _ arguments: [String]) throws -> [UInt8] {
    try Tool.output(
      "env", ["SHUTTERBOX_HOME=\(folder.path)/home", BuiltProgram.path("shutterbox")] + arguments)
  }
}
