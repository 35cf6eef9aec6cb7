import DurableFiles

/// What the environment and the configuration file say.
struct Configuration {
  /// Where a value comes from. An option of the command line counts over all of them.
  enum Origin: String, Sendable {
    case environment
    case file
    case `default`
  }

  /// A value and where it comes from.
  struct Found: Hashable {
    /// `nil` if it is not set.
    let value: SettingValue?
    let origin: Origin
  }

  let file: ConfigurationFile?
  private let environment: Environment
  private let content: Result<[String: SettingValue]?, ConfigurationError>

  init(_ environment: Environment) {
    self.environment = environment
    let file = ConfigurationFile(environment)
    self.file = file
    content = Result { () throws(ConfigurationError) in try file?.read() }
  }

  /// What is wrong with the file as a whole, if anything is.
  var failure: ConfigurationError? {
    if case .failure(let error) = content { error } else { nil }
  }

  /// Whether there is a file.
  var hasFile: Bool {
    if case .success(nil) = content { false } else { true }
  }

  /// What should be changed in the file, and keeps nothing from working; without the name of the program.
  var warnings: [String] { oddities + [exposure].compactMap(\.self) }

  /// What of the file does not count, and why.
  var oddities: [String] {
    // What cannot be read is told as an error.
    guard let file, case .success(let content) = content else { return [] }
    guard let values = content else {
      return file.isOutOfReach
        ? [TerminalText.plain("\(file.path): is out of reach, so nothing of it counts")] : []
    }
    let known = Setting.allCases.map(\.rawValue)
    return values.keys.filter { !known.contains($0) }.sorted().map { key in
      let suggestion = Suggestion.nearest(to: key, in: known).map { "; did you mean '\($0)'?" }
      return TerminalText.plain("\(file.path): unknown key '\(key)'\(suggestion ?? "")")
    }
  }

  /// That others can read a secret, if they can.
  var exposure: String? {
    guard let file, holdsSecret, file.isReadableByOthers else { return nil }
    return TerminalText.plain("\(file.path): holds a secret and can be read by others; run chmod 600 on it")
  }

  /// Whether the file holds what must not be shown.
  var holdsSecret: Bool {
    // What cannot be read is told elsewhere.
    guard let values = try? content.get() else { return false }
    return Setting.allCases.contains {
      $0.isSecret && values[$0.rawValue].map { $0.text != nil || $0.fields != nil } ?? false
    }
  }

  /// The value that counts for `setting`.
  ///
  /// - Throws: ``ConfigurationError`` if the file would count, and cannot be read or has a wrong value.
  func find(_ setting: Setting) throws(ConfigurationError) -> Found {
    // An empty variable counts as none, as it does for the folders of the XDG specification.
    if let variable = setting.variable, let value = environment[variable], !value.isEmpty {
      return Found(value: .text(value), origin: .environment)
    }
    if let value = try content.get()?[setting.rawValue], value != .null {
      guard setting.takes(value) else {
        throw ConfigurationError(
          file: file?.path.description ?? "", key: setting.rawValue,
          message: "must be \(setting.expectation)")
      }
      return Found(value: value, origin: .file)
    }
    return Found(value: setting.fallback, origin: .default)
  }
}
