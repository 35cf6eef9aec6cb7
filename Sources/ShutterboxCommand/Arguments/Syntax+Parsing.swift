extension Syntax {
  /// What the arguments of a command ask for.
  enum Request {
    case run(Values)
    case help
  }

  /// Reads the arguments behind the name of the command.
  ///
  /// Options and operands may mix. `--` ends the options, and `-` is an operand.
  func parse(_ arguments: [Argument]) throws(UsageError) -> Request {
    let options = arguments.prefix { $0 != "--" }
    if options.contains("--help") || options.contains("-h") { return .help }

    var values = defaults
    var found: [Argument] = []
    var seen: Set<String> = []
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        found += rest
        break
      }
      guard argument.bytes.first == UInt8(ascii: "-"), argument != "-" else {
        found.append(argument)
        continue
      }
      let (option, spelling, attached) = try lookUp(argument)
      if !option.isRepeatable && !seen.insert(option.name).inserted {
        throw error("\(spelling) is given twice")
      }
      let value = try value(of: option, spelling, attached: attached, rest: &rest)
      if !option.store(&values, value) {
        throw error("\(spelling) takes \(option.expectation), not '\(TerminalText.plain(value.text))'")
      }
    }
    try check(found)
    operands.store(&values, found)
    return .run(values)
  }

  /// Finds the option that `argument` names, and the value that is written in the same word.
  private func lookUp(
    _ argument: Argument
  ) throws(UsageError) -> (option: Option, spelling: String, attached: Argument?) {
    let bytes = argument.bytes
    if bytes.starts(with: "--".utf8) {
      let end = bytes.firstIndex(of: UInt8(ascii: "=")) ?? bytes.endIndex
      let name = String(decoding: bytes[2..<end], as: UTF8.self)
      if let option = options.first(where: { $0.name == name }) {
        let attached = end < bytes.endIndex ? Argument(bytes: bytes[(end + 1)...]) : nil
        return (option, "--\(name)", attached)
      }
      throw unknown("--\(name)")
    }
    let letter = String(decoding: bytes[1...], as: UTF8.self).first
    if let letter, let option = options.first(where: { $0.letter == letter }) {
      let attached = bytes.count > 2 ? Argument(bytes: bytes[2...]) : nil
      return (option, "-\(letter)", attached)
    }
    throw unknown(argument.text)
  }

  /// Takes the value of `option`, from the same word or from the next.
  private func value(
    of option: Option, _ spelling: String, attached: Argument?, rest: inout ArraySlice<Argument>
  ) throws(UsageError) -> Argument {
    guard let placeholder = option.placeholder else {
      if attached != nil { throw error("\(spelling) takes no value") }
      return ""
    }
    if let attached { return attached }
    // A word that looks like an option is one, and the value was forgotten. A negative number is left
    // to be refused for its range.
    guard let next = rest.first, next == "-" || !next.looksLikeAnOption else {
      throw error("\(spelling) needs a value: \(spelling) \(placeholder)")
    }
    rest.removeFirst()
    return next
  }

  private func check(_ found: [Argument]) throws(UsageError) {
    let count = operands.count
    if found.count > count.upperBound {
      throw error("'\(TerminalText.plain(found[count.upperBound].text))' is one operand too many")
    }
    if found.count < count.lowerBound {
      throw error("\(operands.placeholder) is missing")
    }
    if found.contains(where: \.bytes.isEmpty) { throw error("\(operands.noun) is empty") }
  }

  private func unknown(_ spelling: String) -> UsageError {
    let names = options.map { "--\($0.name)" } + ["--help"]
    let suggestion = Suggestion.nearest(to: spelling, in: names).map { "; did you mean '\($0)'?" }
    return error("unknown option '\(TerminalText.plain(spelling))'\(suggestion ?? "")")
  }

  private func error(_ message: String) -> UsageError {
    UsageError(message, command: name)
  }
}

extension Argument {
  fileprivate var looksLikeAnOption: Bool {
    guard bytes.first == UInt8(ascii: "-") else { return false }
    return Double(text) == nil
  }
}
