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
      var result = [UInt8](repeating: 0, count: bytes.count + 1)
      let count = try result.withUnsafeMutableBytes { buffer throws(FileSystemError) in
        try cleaned.read(into: buffer, at: 0)
      }
      Fuzzing.require(count == bytes.count, "\(count) bytes instead of \(bytes.count)")
      var position = 0
      for patch in cleaned.patches {
        Fuzzing.require(
          result[position..<patch.range.lowerBound] == bytes[position..<patch.range.lowerBound],
          "other bytes changed before \(patch.range)")
        position = patch.range.upperBound
      }
      Fuzzing.require(result[position..<count] == bytes[position...], "other bytes changed at the end")
      let inspection = try PhotoInspection(source: cleaned)
      Fuzzing.require(
        inspection.location == nil && !inspection.kinds.contains(.movieLocation), "a place is left")
      Fuzzing.require(try MovieLocationRemoval.patches(for: cleaned).isEmpty, "there is more to blank")
    } catch {
      preconditionFailure("the result cannot be read: \(error)")
    }
  }
}
