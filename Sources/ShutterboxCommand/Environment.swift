import DurableFiles

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

  /// The path that a variable names, whatever its encoding; `nil` if it is unset or empty.
  func path(_ name: String) -> FilePath? {
    var path: FilePath?
    if let values {
      path = values[name].map { FilePath($0) }
    } else if let start = getenv(name) {
      path = FilePath(bytes: UnsafeRawBufferPointer(start: start, count: strlen(start)))
    }
    return path.flatMap { $0.bytes.isEmpty ? nil : $0 }
  }
}
