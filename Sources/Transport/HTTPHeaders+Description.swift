// What is printed of a request, in a message or by a debugger, must not give away who may send it.

extension HTTPHeaders.Field: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The field as it is sent, without its value if that looks like a secret.
  public var description: String { "\(name): \(isPrivate ? "(hidden)" : value)" }
  public var debugDescription: String { description }
  public var customMirror: Mirror {
    Mirror(self, children: ["name": name, "value": isPrivate ? "(hidden)" : value])
  }

  private var isPrivate: Bool {
    let name = name.lowercased()
    return ["authorization", "cookie", "token", "key", "secret", "password", "signature", "credential"]
      .contains { name.contains($0) }
  }
}

extension HTTPHeaders: CustomStringConvertible {
  /// The fields, a line each.
  public var description: String { fields.map(\.description).joined(separator: "\n") }
}
