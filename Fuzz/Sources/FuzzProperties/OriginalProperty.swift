import DurableFiles
import FuzzDriver
import JSONText

@testable import PhotoPipeline

/// What holds for what an original says about itself.
public enum OriginalProperty {
  public static func check(_ bytes: [UInt8]) {
    do {
      let json = try OriginalMetadata(contentsOf: MemoryByteSource(bytes, name: "original")).json
      Fuzzing.require(json.utf8.count <= OriginalMetadata.byteLimit, "\(json.utf8.count) bytes of JSON")
      Fuzzing.require(json.hasPrefix("{\"format\":") && json.hasSuffix("}"), "no object")
    } catch is PhotoPreparer.Error {
      // What cannot be inspected has nothing to say.
    } catch {
      preconditionFailure("an error of another kind: \(error)")
    }
  }
}
