import DurableFiles
import PhotoPipeline

/// Chooses the names of the results before any work is done.
enum OutputNames {
  /// The longest name that file systems take, in bytes.
  static let byteLimit = 255

  /// A name for the result of each of `inputs`: its stem and the ending of the results, `.jpg` if none is given.
  ///
  /// Where inputs share a stem, the first gets it, the second `-2` behind it, and so on. Names that
  /// differ in case or in how Unicode composes their letters count as the same, because some file
  /// systems take them for the same. A name that an input has by itself is left to that input.
  static func plan(_ inputs: [FilePath], fileExtension: String = "jpg") -> [[UInt8]] {
    func fitted(_ stem: [UInt8], suffix: String) -> [UInt8] {
      self.fitted(stem, ending: "\(suffix).\(fileExtension)")
    }
    let stems = inputs.map(stem)
    var taken: Set<String> = []
    let keepsStem = stems.map { taken.insert(key(fitted($0, suffix: ""))).inserted }
    var next: [String: Int] = [:]
    return zip(stems, keepsStem).map { stem, keepsStem in
      if keepsStem { return fitted(stem, suffix: "") }
      let stemKey = key(fitted(stem, suffix: ""))
      var number = next[stemKey, default: 2]
      var name = fitted(stem, suffix: "-\(number)")
      while !taken.insert(key(name)).inserted {
        number += 1
        name = fitted(stem, suffix: "-\(number)")
      }
      next[stemKey] = number + 1
      return name
    }
  }

  /// The name without its last extension; `photo` for standard input.
  private static func stem(_ input: FilePath) -> [UInt8] {
    if input.isStandardStream { return Array("photo".utf8) }
    let name = input.name
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else { return Array(name) }
    return Array(name[..<dot])
  }

  /// The stem with `ending`, the stem cut short between two characters if the name would be too long.
  private static func fitted(_ stem: [UInt8], ending: String) -> [UInt8] {
    let end = Array(ending.utf8)
    var length = min(stem.count, byteLimit - end.count)
    // A byte 10xxxxxx continues a character of UTF-8.
    while length < stem.count && length > 0 && stem[length] & 0xC0 == 0x80 { length -= 1 }
    return stem[..<length] + end
  }

  /// Equal for names that a file system may take for the same; `String` compares what Unicode holds
  /// to be equivalent as equal.
  private static func key(_ name: [UInt8]) -> String {
    if let text = String(validating: name, as: UTF8.self) { return text.lowercased() }
    // Zero is in no name, so these keys are apart from those of text.
    return "\0" + String(String.UnicodeScalarView(name.map { Unicode.Scalar($0) }))
  }
}
