import DurableFiles
import Foundation
import FuzzDriver

@testable import PhotoPipeline

/// What holds for what an original says about itself.
enum OriginalProperty {
  static func check(_ bytes: [UInt8]) {
    do {
      _ = try object(bytes)
    } catch {
      // What cannot be inspected has nothing to say.
    }
  }

  /// What the photo or movie in `bytes` says, as another reader of JSON understands it.
  static func object(_ bytes: [UInt8]) throws(PhotoPreparer.Error) -> [String: Any] {
    let json: String
    do {
      json = try OriginalMetadata(contentsOf: MemoryByteSource(bytes, name: "original")).json
    } catch let error as PhotoPreparer.Error {
      throw error
    } catch {
      preconditionFailure("an error of another kind: \(error)")
    }
    Fuzzing.require(json.utf8.count <= OriginalMetadata.byteLimit, "\(json.utf8.count) bytes of JSON")
    Fuzzing.require(json.isPrintable, "more than one line, or what spoils a terminal")
    do {
      let value = try JSONSerialization.jsonObject(with: Data(json.utf8))
      guard let object = value as? [String: Any] else { preconditionFailure("no object: \(json)") }
      Fuzzing.require(object["format"] is String, "an object without a format: \(json)")
      return object
    } catch {
      preconditionFailure("no JSON: \(error): \(json)")
    }
  }
}
