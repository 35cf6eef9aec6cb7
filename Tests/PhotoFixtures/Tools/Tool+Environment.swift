import Foundation

extension Tool {
  /// Gives `body` the environment of a child: this process's own, with messages in English.
  static func withEnvironment<Result>(
    _ body: (_ environment: [UnsafeMutablePointer<CChar>?]) throws -> Result
  ) rethrows -> Result {
    let values = ProcessInfo.processInfo.environment.merging(["LC_ALL": "C.UTF-8"]) { $1 }
    var pointers: [UnsafeMutablePointer<CChar>?] = values.map { strdup("\($0.key)=\($0.value)") }
    pointers.append(nil)
    defer { for pointer in pointers { free(pointer) } }
    return try body(pointers)
  }
}
