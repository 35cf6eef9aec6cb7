/// Why a file of a drop was not taken.
package struct Refusal: Codable, Hashable, Sendable {
  /// The file in the drop: `1`, or `drop.json` where the whole drop cannot be read.
  package let file: String
  /// What the file was called where it came from, if that is known.
  package let name: String?
  /// What kind of failure it was, for programs.
  package let code: String
  /// One sentence for people.
  package let reason: String

  package init(file: String, name: String?, code: String, reason: String) {
    self.file = file
    self.name = name
    self.code = code
    self.reason = reason
  }
}
