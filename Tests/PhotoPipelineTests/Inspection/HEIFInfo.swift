import PhotoFixtures
import Testing

/// `heif-info` of libheif: an independent reader of HEIF.
enum HEIFInfo {
  /// What it says of the main picture.
  struct Picture: Equatable {
    /// Width of the upright picture in pixels.
    let width: Int
    /// Height of the upright picture in pixels.
    let height: Int
    let hasThumbnail: Bool
    /// The bytes of EXIF; 0 without it.
    let exifByteCount: Int
  }

  /// - Throws: ``FixtureError`` if it cannot be run or prints no main picture.
  static func picture(in path: String) throws -> Picture {
    // It decodes the picture at last and fails where that is noise; everything is printed before.
    let text = try Tool.run("heif-info", [path]).text
    let parts = text.split(separator: "image: ").map(String.init)
    guard let part = parts.first(where: { $0.contains(", primary") }),
      let size = part.firstMatch(of: /^(\d+)x(\d+)/), let width = Int(size.1), let height = Int(size.2)
    else { throw FixtureError("heif-info tells no main picture: \(text)") }
    return Picture(
      width: width, height: height, hasThumbnail: part.contains("thumbnail:"),
      exifByteCount: part.firstMatch(of: /Exif: (\d+) bytes/).flatMap { Int($0.1) } ?? 0)
  }
}

extension Trait where Self == ConditionTrait {
  static var needsHEIFInfo: Self {
    .enabled(if: Tool.isInstalled("heif-info"), "heif-info is not installed (libheif-examples)")
  }
}
