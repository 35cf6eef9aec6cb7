import PhotoFixtures

/// An independent look at a result, by ExifTool and by a parser that shares no code with the pipeline.
enum CleanResult {
  /// What ExifTool sees beside the picture: tags of other groups than the file's own, and warnings.
  static func foreignTags(_ jpeg: [UInt8]) throws -> [String] {
    let known = ["ExifTool", "System", "File", "JFIF", "Composite"]
    return try PhotoFixtures.ExifTool.tags(jpeg).keys.filter { name in
      let group = name.split(separator: ":").first.map(String.init) ?? name
      if name == "SourceFile" { return false }
      if ["ExifTool:Warning", "ExifTool:Error", "File:Comment"].contains(name) { return true }
      return !known.contains(group) || name.contains("Trailer")
    }.sorted()
  }

  /// The second bytes of all markers in order; 0 for a byte that belongs to no segment.
  static func markers(_ jpeg: [UInt8]) -> [UInt8] {
    var list: [UInt8] = []
    var position = 0
    while position < jpeg.count {
      guard jpeg[position] == 0xFF, position + 1 < jpeg.count else { return list + [0] }
      let marker = jpeg[position + 1]
      list.append(marker)
      position += 2
      if marker == 0xD8 || marker == 0xD9 { continue }
      guard position + 1 < jpeg.count else { return list + [0] }
      position += Int(jpeg[position]) << 8 | Int(jpeg[position + 1])
      guard marker == 0xDA else { continue }
      while position + 1 < jpeg.count, !(jpeg[position] == 0xFF && jpeg[position + 1] != 0) { position += 1 }
    }
    return list
  }

  /// SOI, APP0, a DQT for each table, SOF0, a DHT for each table, SOS, EOI.
  static func expectedMarkers(isGray: Bool) -> [UInt8] {
    let tables: [UInt8] = isGray ? [0xDB] : [0xDB, 0xDB]
    return [0xD8, 0xE0] + tables + [0xC0] + (tables + tables).map { _ in 0xC4 } + [0xDA, 0xD9]
  }
}
