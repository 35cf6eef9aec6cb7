import DurableFiles
import JSONText

/// `shutterbox config`: what is configured, and where.
enum ConfigCommand: Command {
  struct Values: Sendable {
    var json = false
  }

  static var syntax: Syntax<Values> {
    Syntax(
      name: "config",
      summary: "show what is configured, and where it comes from",
      discussion: [
        """
        An option counts over the environment, which counts over the configuration file: the JSON object in \
        $XDG_CONFIG_HOME/shutterbox/config.json, or else in ~/.config/shutterbox/config.json. A file that \
        holds a secret should have mode 0600. Secrets are not shown.
        """,
        "Keys of the file: \(Setting.allCases.map(\.rawValue).joined(separator: ", ")).",
        """
        Variables of the environment: SHUTTERBOX_HOME, XDG_DATA_HOME, XDG_CONFIG_HOME, \
        \(Setting.allCases.compactMap(\.variable).joined(separator: ", ")), NO_COLOR.
        """,
      ],
      options: [.flag("json", help: "Print one JSON object per value.") { $0.json = true }],
      operands: .none(), defaults: Values())
  }

  /// A line of the answer.
  private struct Row {
    let key: String
    let value: SettingValue?
    let origin: Configuration.Origin
    var error: String?

    var json: JSONValue {
      .object(
        [
          .init("key", .string(key)), .init("value", value?.json ?? .null),
          .init("from", .string(origin.rawValue)),
        ] + (error.map { [.init("error", .string($0))] } ?? []))
    }

    var text: String {
      let shown =
        switch value {
        case .integer(let value): "\(value)"
        case .number(let value): "\(value)"
        case .text(let value): TerminalText.plain(value)
        case .fields, .null, .other, nil: error == nil ? "-" : "wrong"
        }
      let from = value == nil && error == nil ? "not set" : origin.rawValue
      return TextWrapping.padded(key, 23) + TextWrapping.padded(from, 13) + shown
    }
  }

  static func run(_ values: Values, _ session: Session) throws(UsageError) -> ExitCode {
    let configuration = session.configuration()
    let home = try HomeFolder(session.environment)
    var rows = [
      Row(key: "home", value: .text(home.path.description), origin: home.origin(session.environment))
    ]
    if let file = configuration.file {
      rows.append(
        Row(
          key: "configuration", value: .text(file.path.description),
          origin: session.environment.path("XDG_CONFIG_HOME") == nil ? .default : .environment))
    }
    var errors = configuration.failure.map { [$0] } ?? []
    for setting in Setting.allCases {
      do throws(ConfigurationError) {
        let found = try configuration.find(setting)
        let value = found.value.map { HiddenText.value($0, of: setting) }
        rows.append(Row(key: setting.rawValue, value: value, origin: found.origin))
      } catch {
        rows.append(Row(key: setting.rawValue, value: nil, origin: .file, error: error.message))
        // What is wrong with the file as a whole is told once.
        if error.key != nil { errors.append(error) }
      }
    }
    for row in rows { session.console.print(values.json ? row.json.line : row.text) }
    for error in errors { session.console.report(error.text) }
    return errors.isEmpty ? .success : .failure
  }
}

extension HomeFolder {
  /// Where the path comes from.
  fileprivate func origin(_ environment: Environment) -> Configuration.Origin {
    if environment.path("SHUTTERBOX_HOME") != nil { return .environment }
    return environment.path("XDG_DATA_HOME").map { $0.appending("shutterbox".utf8) } == path
      ? .environment : .default
  }
}
