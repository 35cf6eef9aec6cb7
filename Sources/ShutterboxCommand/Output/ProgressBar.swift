/// The line that shows how far the work has come.
enum ProgressBar {
  /// The bar for `done` of `total` photos, never wider than `columns` - 1: a terminal may break the
  /// line when its last column is written.
  static func text(done: Int, total: Int, columns: Int, colored: Bool) -> String {
    let count = " \(done)/\(total)"
    let width = min(40, columns - 1 - count.count - 2)
    guard width >= 4 else { return String(count.dropFirst().prefix(max(0, columns - 1))) }
    let filled = total > 0 ? width * done / total : width
    let bar = String(repeating: "#", count: filled)
    let rest = String(repeating: "-", count: width - filled)
    return "[" + (colored ? "\u{1B}[32m\(bar)\u{1B}[0m" : bar) + rest + "]" + count
  }
}
