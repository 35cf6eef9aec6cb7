import DurableFiles
import Foundation
import PhotoFixtures
import Testing

@testable import PhotoPipeline

@Suite("Taking the place out of real movies", .needsFFmpeg, .needsExifTool) struct EncodedMovieTests {
  struct Kind: CustomTestStringConvertible {
    let type: String
    let arguments: [String]
    var subtitles: [String] = []

    var testDescription: String { ([type] + arguments).joined(separator: " ") }
  }

  private static let place = ["-metadata", "location=+52.5200+013.4000/"]
  private static let lines = ["Hello", "GPS(13.4000, 52.5200, 34)", "GPS(13.4001, 52.5200, 34)"]

  static let kinds = [
    Kind(type: "mp4", arguments: place), Kind(type: "mov", arguments: place),
    Kind(type: "mp4", arguments: place + ["-movflags", "+faststart"]),
    Kind(type: "mov", arguments: place + ["-movflags", "+faststart"], subtitles: lines),
    Kind(type: "mp4", arguments: place, subtitles: lines),
    Kind(type: "mp4", arguments: place + ["-movflags", "frag_keyframe+empty_moov"]),
    Kind(
      type: "mp4", arguments: place + ["-movflags", "frag_keyframe+empty_moov+default_base_moof"],
      subtitles: lines),
    Kind(type: "mp4", arguments: place + ["-movflags", "frag_keyframe"], subtitles: lines),
    Kind(
      type: "mov",
      arguments: [
        "-movflags", "use_metadata_tags", "-metadata",
        "com.apple.quicktime.location.ISO6709=+52.5200+013.4000+034.000/", "-metadata",
        "com.apple.quicktime.make=Maker",
      ]),
    Kind(type: "mp4", arguments: ["-movflags", "use_metadata_tags"] + place),
    Kind(type: "mov", arguments: place + ["-c:a", "pcm_s16le"], subtitles: lines),
    Kind(type: "mov", arguments: place + ["-c:a", "pcm_mulaw"], subtitles: lines),
    Kind(type: "mov", arguments: place + ["-c:a", "pcm_u8"], subtitles: lines),
    Kind(type: "mp4", arguments: place + ["-write_tmcd", "1", "-timecode", "00:00:00:00"]),
  ]

  @Test("Every frame is what it was, and nobody finds a place", arguments: kinds)
  func encoded(kind: Kind) throws {
    let original = try FFmpeg.movie(kind.type, subtitles: kind.subtitles, kind.arguments)
    #expect(try !CleanedMovie.placeLines(original).isEmpty)
    try expectPlayable(original)
  }

  private func expectPlayable(_ original: [UInt8]) throws {
    let cleaned = try CleanedMovie(original)
    cleaned.expectOnlyPatchesDiffer()
    #expect(try CleanedMovie.placeLines(cleaned.bytes).isEmpty)
    for text in ["52.52", "13.40"] where cleaned.contained(Array(text.utf8)) {
      #expect(!cleaned.contains(Array(text.utf8)))
    }
    #expect(try FFmpeg.streams(cleaned.bytes) == FFmpeg.streams(original))
    let hashes = try FFmpeg.frameHashes(original)
    #expect(hashes.contains("0, "))
    #expect(try FFmpeg.frameHashes(cleaned.bytes) == hashes)
  }

  @Test(
    "Movies of cameras lose their place and nothing else",
    .enabled(if: InspectionCorpus.isPresent, "\(InspectionCorpus.absence)"),
    arguments: InspectionCorpus.files(in: "movies"))
  func corpus(path: String) throws {
    let original = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    try expectPlayable(original)
    let hadPlace = try PhotoInspection(source: MemoryByteSource(original, name: path)).location != nil
    if hadPlace { #expect(try !CleanedMovie(original).patches.isEmpty) }
  }

  @Test("Four fifths of a movie are damaged, and the reason is said", arguments: [false, true])
  func shortened(isIndexFirst: Bool) throws {
    let flags = isIndexFirst ? ["-movflags", "+faststart"] : []
    let original = try FFmpeg.movie("mp4", Self.place + flags)
    let bytes = Array(original.prefix(original.count * 4 / 5))
    let reason = try refusal(of: bytes)
    #expect(
      reason
        == (isIndexFirst
          ? "damaged: its last \(original.count - bytes.count) bytes are missing"
          : "damaged: its index is missing, as if recording or copying had been cut short"))
  }
}
