/// Values as they may be shown.
enum HiddenText {
  /// What stands in the place of a secret.
  static let mark = "hidden"

  /// `url` without what may be secret in it: the part before `@` in `https://name:password@host`, and a query.
  static func url(_ url: String) -> String {
    guard let scheme = url.firstRange(of: "://") else { return url }
    let end = url[scheme.upperBound...].firstIndex { "/?#".contains($0) } ?? url.endIndex
    var authority = String(url[scheme.upperBound..<end])
    if let at = authority.lastIndex(of: "@") {
      authority = "\(mark)@" + authority[authority.index(after: at)...]
    }
    var rest = url[end...]
    var query = ""
    if let start = rest.firstIndex(where: { "?#".contains($0) }) {
      query = "\(rest[start])\(mark)"
      rest = rest[..<start]
    }
    return url[..<scheme.upperBound] + authority + rest + query
  }

  /// `value` as it may be shown.
  static func value(_ value: SettingValue, of setting: Setting) -> SettingValue {
    if setting.isSecret { return .text(mark) }
    if setting.isURL, let text = value.text { return .text(url(text)) }
    return value
  }
}
