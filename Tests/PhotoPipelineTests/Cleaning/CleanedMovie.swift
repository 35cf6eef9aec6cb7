import DurableFiles
import PhotoFixtures
import Testing

@testable import PhotoPipeline

/// A movie from which the place was taken, as bytes.
struct CleanedMovie {
  let original: [UInt8]
  let bytes: [UInt8]
  let patches: [BytePatch]

  init(_ original: [UInt8]) throws {
    self.original = original
    let source = try MovieLocationRemoval.cleaned(MemoryByteSource(original, name: "test.mov"))
    patches = source.patches
    bytes = try Self.bytes(of: source)
  }

  init(_ movie: MovieFile) throws { try self.init(movie.bytes()) }

  static func bytes(of source: some ByteSource) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: source.byteCount)
    let count = try bytes.withUnsafeMutableBytes { try source.read(into: $0, at: 0) }
    #expect(count == source.byteCount)
    return bytes
  }

  /// Checks that nothing but the patches differs, and that the result has the same length.
  func expectOnlyPatchesDiffer(sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(bytes.count == original.count, sourceLocation: sourceLocation)
    var position = 0
    for patch in patches {
      #expect(patch.range.lowerBound >= position, sourceLocation: sourceLocation)
      let between = position..<max(position, patch.range.lowerBound)
      #expect(bytes[between] == original[between], sourceLocation: sourceLocation)
      position = patch.range.upperBound
    }
    #expect(bytes[position...] == original[position...], sourceLocation: sourceLocation)
  }

  func contains(_ token: [UInt8]) -> Bool { bytes[...].firstIndex(of: token) != nil }
  func contained(_ token: [UInt8]) -> Bool { original[...].firstIndex(of: token) != nil }

  /// The lines in which ExifTool tells a place.
  static func placeLines(_ bytes: [UInt8]) throws -> [String] {
    let folder = try ScratchFolder()
    let path = try folder.write(bytes, as: "movie.mov")
    let words = ["gps", "location", "coordinates", "latitude", "longitude", "city"]
    let output = try Tool.output("exiftool", ["-ee", "-a", "-G1", "-s", "-u", path])
    return String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init).filter { line in
      words.contains { line.lowercased().contains($0) }
    }
  }
}

extension Trait where Self == ConditionTrait {
  static var needsFFmpeg: Self {
    .enabled(if: FFmpeg.isInstalled(), "ffmpeg and ffprobe are not installed (ffmpeg)")
  }
}
