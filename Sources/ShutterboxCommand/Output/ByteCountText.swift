/// Sizes of files for people.
enum ByteCountText {
  /// `count` with one decimal and a decimal unit, such as `4.1 MB`.
  static func text(_ count: Int) -> String {
    if count < 1000 { return "\(count) B" }
    var tenths = (count + 50) / 100
    for unit in ["kB", "MB"] {
      if tenths < 10_000 { return "\(tenths / 10).\(tenths % 10) \(unit)" }
      tenths = (tenths + 500) / 1000
    }
    return "\(tenths / 10).\(tenths % 10) GB"
  }
}
