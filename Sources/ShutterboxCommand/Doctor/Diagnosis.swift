import JSONText

/// What one check came to.
struct Diagnosis: Hashable {
  enum Check: String, Sendable {
    case home
    case ledger
    case recovery
    case files
    case inbox
    case decoders
    case disk
    case destination
    case configuration
  }

  let check: Check
  let isOK: Bool
  /// One sentence in lower case and without a full stop: what there is, or what is wrong and what to do.
  let detail: String
  /// Whether what was wrong has been put right; `nil` where nothing was.
  var isRepaired: Bool?

  static func ok(_ check: Check, _ detail: String) -> Diagnosis {
    Diagnosis(check: check, isOK: true, detail: detail)
  }

  static func wrong(_ check: Check, _ detail: String) -> Diagnosis {
    Diagnosis(check: check, isOK: false, detail: detail)
  }

  /// Whether somebody must do something.
  var needsHelp: Bool { !isOK && isRepaired != true }

  /// The line for scripts.
  var json: JSONValue {
    .object(
      [
        .init("check", .string(check.rawValue)), .init("ok", .bool(isOK)), .init("detail", .string(detail)),
      ] + (isRepaired.map { [.init("repaired", .bool($0))] } ?? []))
  }

  /// The line for people.
  var text: String {
    let state = isOK ? "ok" : isRepaired == true ? "repaired" : "WRONG"
    return TextWrapping.padded(state, 10) + TextWrapping.padded(check.rawValue, 15)
      + TerminalText.plain(detail)
  }
}
