import Foundation
import PhotoFixtures
import PhotoPipeline
import Testing

extension Trait where Self == ConditionTrait {
  /// cjpeg makes the photos, ExifTool and the programs of libheif look at what became of them.
  static var needsReaders: Self {
    .enabled(
      if: Tool.isInstalled("cjpeg") && Tool.isInstalled("exiftool") && Tool.isInstalled("heif-info")
        && HEIFTool.isInstalled(),
      "cjpeg, exiftool, heif-info, heif-enc or heif-convert is not installed (Scripts/setup installs them)")
  }
  static var needsFFmpeg: Self {
    .enabled(if: FFmpeg.isInstalled(), "ffmpeg is not installed")
  }
}

/// The real photos that lie beside the repository, if they do.
enum GalleryCorpus {
  static let folder: URL = {
    if let path = ProcessInfo.processInfo.environment["SHUTTERBOX_CORPUS"] {
      return URL(fileURLWithPath: path)
    }
    var root = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { root.deleteLastPathComponent() }
    return root.deletingLastPathComponent().appendingPathComponent("shared/corpus")
  }()

  static let absence = "the corpus is absent; set SHUTTERBOX_CORPUS to its folder"

  /// The paths of the files in a folder of the corpus, in order; none if it is absent.
  ///
  /// - Parameter pixels: Leaves out what has more, but for HEIC, which is copied.
  static func files(in name: String, upTo pixels: Int = .max) -> [String] {
    let found = try? FileManager.default.contentsOfDirectory(
      at: folder.appendingPathComponent(name), includingPropertiesForKeys: nil)
    return (found ?? []).filter { file in
      guard pixels < .max, file.pathExtension != "heic" else { return true }
      // What cannot be inspected is the test's to find.
      guard let photo = try? PhotoInspection(contentsOf: file) else { return true }
      return photo.width * photo.height <= pixels
    }.map(\.path).sorted()
  }
}
