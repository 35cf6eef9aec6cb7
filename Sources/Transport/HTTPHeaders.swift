/// The header fields of a message, in order; a name is compared without regard to case (RFC 9110, 5.1).
public struct HTTPHeaders: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  /// Names and values as they were written.
  public private(set) var fields: [Field] = []

  /// A name and a value.
  public struct Field: Sendable, Hashable {
    /// The name, compared without regard to case.
    public let name: String
    /// The value, as it goes over the wire.
    public let value: String
  }

  /// No fields.
  public init() {}

  public init(dictionaryLiteral elements: (String, String)...) {
    for (name, value) in elements { append(name, value) }
  }

  /// The value of the first field called `name`. Setting it replaces all fields of that name; `nil` removes them.
  public subscript(name: String) -> String? {
    get { fields.first { Self.same($0.name, name) }?.value }
    set {
      fields.removeAll { Self.same($0.name, name) }
      if let newValue { append(name, newValue) }
    }
  }

  /// The values of all fields called `name`.
  public func all(_ name: String) -> [String] {
    fields.filter { Self.same($0.name, name) }.map(\.value)
  }

  /// Adds a field behind those that are there.
  ///
  /// What would end the line and begin another is taken out of the value, so that no value can add a field.
  public mutating func append(_ name: String, _ value: String) {
    let line = value.unicodeScalars.filter { $0 != "\r" && $0 != "\n" && $0 != "\0" }
    fields.append(Field(name: name, value: String(String.UnicodeScalarView(line))))
  }

  private static func same(_ left: String, _ right: String) -> Bool {
    left.utf8.count == right.utf8.count && left.lowercased() == right.lowercased()
  }

  /// Whether `text` may be the name of a field, which like a method is a token (RFC 9110, 5.6.2).
  package static func isName(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }
}
