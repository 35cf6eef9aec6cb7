/// The line that shows how far the work has come.
enum ProgressBar {
  /// The bar for `done` of `total` items, never wider than `columns` - 1: a terminal may break the
  /// line when its last column is written.
  ///
  /// - Parameter bytes: How many bytes are done, of how many; then they decide how full the bar is.
  static func text(
    done: Int, total: Int, bytes: (done: Int, total: Int)? = nil, columns: Int, colored: Bool
  ) -> String {
    // More may come while the work is under way.
    let total = max(total, done)
    var count = " \(done)/\(total)"
    if let bytes {
      count += "  \(ByteCountText.text(bytes.done)) of \(ByteCountText.text(max(bytes.total, bytes.done)))"
    }
    let width = min(40, columns - 1 - count.count - 2)
    guard width >= 4 else { return String(count.dropFirst().prefix(max(0, columns - 1))) }
    let (part, whole) = bytes.map { ($0.done, max($0.total, $0.done)) } ?? (done, total)
    let filled = whole > 0 ? width * part / whole : width
    let bar = String(repeating: "#", count: filled)
    let rest = String(repeating: "-", count: width - filled)
    return "[" + (colored ? "\u{1B}[32m\(bar)\u{1B}[0m" : bar) + rest + "]" + count
  }
}
