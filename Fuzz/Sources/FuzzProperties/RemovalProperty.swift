import DurableFiles
import FuzzDriver

@testable import PhotoPipeline

/// What holds for a movie whose place is removed.
public enum RemovalProperty {
  public static func check(_ bytes: [UInt8]) {
    let cleaned: PatchedByteSource
    do {
      cleaned = try MovieLocationRemoval.cleaned(MemoryByteSource(bytes, name: "movie"))
    } catch let error as PhotoPreparer.Error {
      Fuzzing.require(error.code != "not_clean", "what was blanked is not clean: \(error)")
      return
    } catch {
      preconditionFailure("an error of another kind: \(error)")
    }
    do {
      let result = try content(of: cleaned, pieceByteCount: bytes.count + 1)
      Fuzzing.require(
        cleaned.byteCount == bytes.count && result.count == bytes.count,
        "\(cleaned.byteCount) and \(result.count) bytes instead of \(bytes.count)")
      let pieceByteCount = 1 + Int(bytes.last ?? 0) + bytes.count / 64
      Fuzzing.require(
        try content(of: cleaned, pieceByteCount: pieceByteCount) == result,
        "pieces of \(pieceByteCount) bytes are not those of the whole")
      check(cleaned.patches, from: bytes, to: result)
      let inspection = try PhotoInspection(source: cleaned)
      Fuzzing.require(
        inspection.location == nil && !inspection.kinds.contains { [.movieLocation, .gps].contains($0) },
        "a place is left")
      Fuzzing.require(try MovieLocationRemoval.patches(for: cleaned).isEmpty, "there is more to blank")
    } catch {
      preconditionFailure("the result cannot be read: \(error)")
    }
  }

  /// The bytes outside `patches` are the same.
  private static func check(_ patches: [BytePatch], from bytes: [UInt8], to result: [UInt8]) {
    var position = 0
    for patch in patches {
      Fuzzing.require(
        position <= patch.range.lowerBound && patch.range.upperBound <= bytes.count,
        "\(patch.range) overlaps another, or the end")
      Fuzzing.require(
        result[position..<patch.range.lowerBound] == bytes[position..<patch.range.lowerBound],
        "other bytes changed before \(patch.range)")
      position = patch.range.upperBound
    }
    Fuzzing.require(result[position...] == bytes[position...], "other bytes changed at the end")
  }

  /// All that `source` gives if one asks for so many bytes at a time.
  private static func content(
    of source: PatchedByteSource, pieceByteCount: Int
  ) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0xA5, count: pieceByteCount)
    while true {
      let count = try piece.withUnsafeMutableBytes { try source.read(into: $0, at: bytes.count) }
      if count == 0 { return bytes }
      bytes += piece[..<count]
    }
  }
}
