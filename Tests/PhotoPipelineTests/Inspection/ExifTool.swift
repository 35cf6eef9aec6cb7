import Foundation

/// An independent reader of metadata.
enum ExifTool {
  static let path = ["/usr/bin/exiftool", "/opt/homebrew/bin/exiftool", "/usr/local/bin/exiftool"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  static let absence = "ExifTool is not installed"

  /// What it prints.
  static func output(_ arguments: [String]) throws -> Data {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path ?? "")
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    // The pipe is emptied before the wait, or a long answer would block both sides.
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return data
  }

  /// Every tag of `file` as `group0:group1:name`, numbers unformatted.
  static func tags(of file: String) throws -> [String: String] {
    let data = try output(["-a", "-G0:1", "-s", "-n", "-j", file])
    let list = try JSONSerialization.jsonObject(with: data) as? [[String: Any]]
    return (list?.first ?? [:]).mapValues { "\($0)" }
  }

  /// The segments of `file` in order, as name and content size, and the bytes behind its end.
  static func segments(of file: String) throws -> (segments: [(name: String, byteCount: Int)], trailer: Int) {
    var segments: [(name: String, byteCount: Int)] = []
    var trailer = 0
    let text = String(decoding: try output(["-v3", file]), as: UTF8.self)
    for line in text.split(whereSeparator: \.isNewline) {
      if let match = line.wholeMatch(of: /JPEG (\w+) \((\d+) bytes\):/), let count = Int(match.2) {
        segments.append((String(match.1), count))
      } else if let match = line.wholeMatch(of: /\w+ trailer \((\d+) bytes at offset .*/),
        let count = Int(match.1)
      {
        trailer += count
      }
    }
    return (segments, trailer)
  }
}
