#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The environment variables that the command looks at.
struct Environment: Sendable {
  private let values: [String: String]?

  /// The environment of the process, read variable by variable when asked.
  static let ofProcess = Environment(values: nil)

  /// An environment that holds `values` and nothing else.
  static func fixed(_ values: [String: String]) -> Environment { Environment(values: values) }

  subscript(name: String) -> String? {
    if let values { return values[name] }
    return getenv(name).map { String(cString: $0) }
  }
}
