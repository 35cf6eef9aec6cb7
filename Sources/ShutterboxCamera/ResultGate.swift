/// Lets one result through and drops all that come after it.
///
/// A camera can answer twice on a double tap, and an answer and the end of its sheet can meet.
@MainActor
final class ResultGate {
  private(set) var isClosed = false

  /// Whether the caller is the first, and may hand over its result.
  func pass() -> Bool {
    guard !isClosed else { return false }
    isClosed = true
    return true
  }
}
