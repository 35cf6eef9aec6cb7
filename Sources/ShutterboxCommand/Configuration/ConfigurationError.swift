/// What is wrong with the configuration file.
struct ConfigurationError: Error, Hashable {
  let file: String
  /// The key, or `nil` if nothing in the file can be read.
  let key: String?
  /// One sentence in lower case and without a full stop. It holds no value, which may be a secret.
  let message: String

  /// The line for people, without the name of the program.
  var text: String {
    TerminalText.plain([file, key, message].compactMap(\.self).joined(separator: ": "))
  }
}
