import Foundation
import FuzzDriver

@testable import Inbox

/// What holds for the files `drop.json` and `refused.json` of any bytes.
public enum DropProperty {
  /// - Returns: Whether `bytes` hold the start of an object; all others are refused at once.
  public static func check(_ bytes: [UInt8]) -> Bool {
    checkManifest(bytes)
    checkRefusals(bytes)
    return bytes.contains(UInt8(ascii: "{"))
  }

  private static func checkManifest(_ bytes: [UInt8]) {
    guard let drop = Drop(id: "019abf3c-5f00-7a31-8c4e-0123456789ab") else {
      preconditionFailure("the id of the drop is none")
    }
    let contents: Drop.Contents
    do throws(DropError) {
      contents = try DropManifest.contents(bytes, of: drop)
    } catch {
      Fuzzing.require([.damaged, .newerVersion].contains(error.code), "\(error)")
      return
    }
    Fuzzing.require(!contents.files.isEmpty, "a drop without files")
    for (index, file) in contents.files.enumerated() {
      Fuzzing.require(file.file == "\(index + 1)", "a file of another name: \(file)")
      Fuzzing.require(file.byteCount >= 0, "a size below zero: \(file)")
    }
    do {
      let manifest = DropManifest(createdAt: contents.createdAt, files: contents.files)
      let again = try DropManifest.contents(
        JSONFile.bytes(manifest, for: DropManifest.fileName), of: drop)
      Fuzzing.require(again.files == contents.files, "files that are written are read as others")
      let seconds = again.createdAt.timeIntervalSince(contents.createdAt)
      Fuzzing.require(seconds.magnitude < 0.001, "a time that is written is read \(seconds) s later")
    } catch {
      preconditionFailure("what was read cannot be written and read: \(error)")
    }
  }

  private static func checkRefusals(_ bytes: [UInt8]) {
    let refusals = RefusedFiles.refusals(bytes)
    for refusal in refusals where refusal.file != "drop.json" {
      // No zero first, so no two names are the same number.
      Fuzzing.require(
        refusal.file.utf8.allSatisfy { (0x30...0x39).contains($0) } && refusal.file.utf8.first != 0x30
          && !refusal.file.isEmpty, "a file that no drop has: \(refusal.file)")
    }
    do {
      let again = try JSONFile.bytes(RefusedFiles(refused: refusals), for: RefusedFiles.fileName)
      Fuzzing.require(RefusedFiles.refusals(again) == refusals, "reasons that are written are read as others")
    } catch {
      preconditionFailure("what was read cannot be written: \(error)")
    }
  }
}
