import FuzzDriver

@testable import Inbox

/// What holds for `drop.json` of any bytes.
public enum DropProperty {
  /// - Returns: Whether `bytes` begin like an object; else nothing is done.
  public static func check(_ bytes: [UInt8]) -> Bool {
    guard bytes.first == UInt8(ascii: "{"), let drop = Drop(id: "019abf3c-5f00-7a31-8c4e-0123456789ab") else {
      return false
    }
    do throws(DropError) {
      let contents = try DropManifest.contents(bytes, of: drop)
      Fuzzing.require(!contents.files.isEmpty, "a drop without files")
      for (index, file) in contents.files.enumerated() {
        Fuzzing.require(file.file == "\(index + 1)", "a file of another name: \(file)")
        Fuzzing.require(file.byteCount >= 0, "a size below zero: \(file)")
      }
    } catch {
      Fuzzing.require([.damaged, .newerVersion].contains(error.code), "\(error)")
    }
    return true
  }
}
