extension Syntax {
  /// One option of a command.
  struct Option: Sendable {
    /// The name behind `--`.
    let name: String
    /// The letter behind a single `-`.
    let letter: Character?
    /// What stands for the value in the help; `nil` for a flag, which takes none.
    let placeholder: String?
    /// Whether each further value adds to the one before. Otherwise a second value is an error.
    let isRepeatable: Bool
    let help: String
    /// What its value must be; of no meaning for a flag.
    let expectation: String
    /// Stores the value and returns whether it met the expectation.
    let store: @Sendable (inout Values, Argument) -> Bool
  }
}

extension Syntax.Option {
  /// An option that is given or not. Giving it twice means the same as once.
  static func flag(
    _ name: String, letter: Character? = nil, help: String,
    store: @escaping @Sendable (inout Values) -> Void
  ) -> Self {
    Self(
      name: name, letter: letter, placeholder: nil, isRepeatable: true, help: help, expectation: ""
    ) { values, _ in
      store(&values)
      return true
    }
  }

  /// An option with one value.
  static func value<Value>(
    _ name: String, letter: Character? = nil, _ placeholder: String, _ kind: ValueKind<Value>,
    help: String, store: @escaping @Sendable (inout Values, Value) -> Void
  ) -> Self {
    option(name, letter, placeholder, kind, isRepeatable: false, help: help, store: store)
  }

  /// An option with a value that may be given several times; `store` is called for each.
  static func repeated<Value>(
    _ name: String, letter: Character? = nil, _ placeholder: String, _ kind: ValueKind<Value>,
    help: String, store: @escaping @Sendable (inout Values, Value) -> Void
  ) -> Self {
    option(name, letter, placeholder, kind, isRepeatable: true, help: help, store: store)
  }

  private static func option<Value>(
    _ name: String, _ letter: Character?, _ placeholder: String, _ kind: ValueKind<Value>,
    isRepeatable: Bool, help: String, store: @escaping @Sendable (inout Values, Value) -> Void
  ) -> Self {
    Self(
      name: name, letter: letter, placeholder: placeholder, isRepeatable: isRepeatable, help: help,
      expectation: kind.expectation
    ) { values, argument in
      guard let value = kind.read(argument) else { return false }
      store(&values, value)
      return true
    }
  }
}
