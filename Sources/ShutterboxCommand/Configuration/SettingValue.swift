import JSONText

/// What a key of the configuration file may hold.
enum SettingValue: Hashable, Sendable {
  case integer(Int)
  case number(Double)
  case text(String)
  /// Texts by name.
  case fields([String: String])
  /// As if the key were not there.
  case null
  /// A truth value, an array or another object, which no key takes.
  case other
}

extension SettingValue: Decodable {
  init(from decoder: any Decoder) {
    // One after the other says whether it is of that type; what is none of them is told as a wrong value.
    guard let container = try? decoder.singleValueContainer() else {
      self = .other
      return
    }
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Int.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .text(value)
    } else if let value = try? container.decode([String: String].self) {
      self = .fields(value)
    } else {
      self = .other
    }
  }
}

extension SettingValue {
  var integer: Int? {
    if case .integer(let value) = self { value } else { nil }
  }

  /// A whole number counts, too.
  var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }

  var text: String? {
    if case .text(let value) = self { value } else { nil }
  }

  var fields: [String: String]? {
    if case .fields(let value) = self { value } else { nil }
  }

  var json: JSONValue {
    switch self {
    case .integer(let value): .integer(value)
    case .number(let value): .number(value)
    case .text(let value): .string(value)
    case .fields(let value):
      .object(value.sorted { $0.key < $1.key }.map { .init($0.key, .string($0.value)) })
    case .null, .other: .null
    }
  }
}
