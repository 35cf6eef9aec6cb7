/// Finds the name that somebody most likely meant.
enum Suggestion {
  /// The name that takes the fewest edits to reach from `word`, if it takes no more than a third of
  /// its letters, or that `word` is the beginning of.
  static func nearest(to word: String, in names: [String]) -> String? {
    if word.drop(while: { $0 == "-" }).count >= 2,
      let name = names.first(where: { $0.hasPrefix(word) })
    {
      return name
    }
    let distances = names.map { (name: $0, distance: distance(Array(word.utf8), Array($0.utf8))) }
    guard let best = distances.min(by: { $0.distance < $1.distance }) else { return nil }
    return best.distance <= max(1, best.name.utf8.count / 3) ? best.name : nil
  }

  /// The Levenshtein distance: insertions, removals and replacements of one byte.
  private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var row = Array(0...b.count)
    for (i, left) in a.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, right) in b.enumerated() {
        let replaced = diagonal + (left == right ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(replaced, row[j] + 1, row[j + 1] + 1)
      }
    }
    return row[b.count]
  }
}
