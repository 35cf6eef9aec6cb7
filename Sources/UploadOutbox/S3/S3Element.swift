/// An element of one of S3's answers, which are small and know neither attributes nor mixed content.
struct S3Element: Sendable, Hashable {
  /// The name without its prefix: servers differ in the namespaces that they declare.
  let name: String
  /// The text directly inside.
  fileprivate(set) var text = ""
  fileprivate(set) var children: [S3Element] = []

  /// The text of the first child called `name`, or `nil` if there is none.
  subscript(name: String) -> String? { children.first { $0.name == name }?.text }
}

/// Builds an element from what a parser tells, within limits.
struct S3ElementBuilder {
  /// A list of a thousand parts has about ten thousand elements, four levels deep.
  static let depthLimit = 16
  static let elementLimit = 50_000

  private var open: [S3Element] = []
  private var count = 0
  /// The outermost element, once it has ended.
  private(set) var root: S3Element?

  /// - Returns: Whether the document is within the limits.
  mutating func start(_ qualifiedName: String) -> Bool {
    count += 1
    guard root == nil, open.count < Self.depthLimit, count <= Self.elementLimit else { return false }
    let name = qualifiedName.split(separator: ":").last.map(String.init) ?? qualifiedName
    open.append(S3Element(name: name))
    return true
  }

  mutating func text(_ text: String) {
    guard !open.isEmpty else { return }
    open[open.count - 1].text += text
  }

  /// - Returns: Whether an element was open.
  mutating func end() -> Bool {
    guard let element = open.popLast() else { return false }
    if open.isEmpty { root = element } else { open[open.count - 1].children.append(element) }
    return true
  }
}
