import Foundation

/// ExifTool, the independent reader of metadata.
public enum ExifTool {
  /// Every tag of a file, by `Group1:Name`, as ExifTool prints it without conversion to words.
  ///
  /// Of tags that occur twice in one group the last is kept.
  ///
  /// - Throws: ``FixtureError`` if `exiftool` is missing or prints no JSON.
  public static func tags(_ bytes: [UInt8], arguments: [String] = []) throws -> [String: String] {
    let output = try Tool.run(
      "exiftool", ["-json", "-a", "-u", "-n", "-ee", "-G1"] + arguments + ["-"], input: bytes)
    guard let list = try JSONSerialization.jsonObject(with: Data(output.stdout)) as? [[String: Any]],
      let first = list.first
    else { throw FixtureError("exiftool printed no JSON: \(output.errorText)") }
    return first.mapValues { "\($0)" }
  }

  /// Everything that ExifTool can show of a file, binary values too: what a search for a token needs.
  public static func dump(_ bytes: [UInt8]) throws -> String {
    try Tool.run("exiftool", ["-a", "-u", "-U", "-ee", "-G1", "-s", "-b", "-v3", "-"], input: bytes).text
  }

  /// The warnings and errors of `exiftool -validate`, each a line; empty for a file in good order.
  public static func validate(_ bytes: [UInt8]) throws -> [String] {
    try Tool.run("exiftool", ["-validate", "-warning", "-error", "-a", "-s", "-"], input: bytes)
      .text.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("Validate") }
  }

  /// The bytes of a binary tag, such as `ThumbnailImage`.
  public static func binary(_ tag: String, of bytes: [UInt8]) throws -> [UInt8] {
    try Tool.run("exiftool", ["-b", "-\(tag)", "-"], input: bytes).stdout
  }
}
