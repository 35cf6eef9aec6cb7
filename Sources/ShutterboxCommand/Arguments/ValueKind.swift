import DurableFiles
import PhotoPipeline

/// What an option takes: how it is read and how it is described when it cannot be.
struct ValueKind<Value: Sendable>: Sendable {
  /// Completes "takes …", such as `a whole number from 16 to 16384`.
  let expectation: String
  /// Returns `nil` for what does not meet the expectation.
  let read: @Sendable (Argument) -> Value?
}

extension ValueKind where Value == Int {
  static func integer(_ range: ClosedRange<Int>) -> ValueKind {
    ValueKind(expectation: "a whole number from \(range.lowerBound) to \(range.upperBound)") {
      Int($0.text).flatMap { range.contains($0) ? $0 : nil }
    }
  }
}

extension ValueKind where Value == Double {
  static func number(_ range: ClosedRange<Double>) -> ValueKind {
    let (lower, upper) = (short(range.lowerBound), short(range.upperBound))
    return ValueKind(expectation: "a number from \(lower) to \(upper)") { argument in
      // `Double` also reads hexadecimal numbers, which nobody means here.
      guard argument.bytes.allSatisfy({ "0123456789.+-eE".utf8.contains($0) }) else { return nil }
      return Double(argument.text).flatMap { range.contains($0) ? $0 : nil }
    }
  }

  private static func short(_ number: Double) -> String {
    number == number.rounded() ? String(Int(number)) : String(number)
  }
}

extension ValueKind where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
  static func choice() -> ValueKind {
    let names = Value.allCases.map { "'\($0.rawValue)'" }
    let list = names.dropLast().joined(separator: ", ")
    return ValueKind(expectation: "\(list) or \(names.last ?? "")") { Value(rawValue: $0.text) }
  }
}

extension ValueKind where Value == FilePath {
  static var path: ValueKind {
    ValueKind(expectation: "a path") { $0.bytes.isEmpty ? nil : FilePath(bytes: $0.bytes) }
  }
}
