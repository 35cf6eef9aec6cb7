extension HEIFReader {
  /// The most bytes of EXIF or XMP that are searched.
  private static let textLimit = 4 << 20

  /// What a picture beside the main one is for.
  enum AuxiliaryKind {
    case alpha
    case depth
    case gainMap
    case other
  }

  func auxiliaryKind(of item: HEIFItem) -> AuxiliaryKind {
    for case (.auxiliary(let name), _) in table.properties(of: item) {
      switch name {
      case "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha", "urn:mpeg:hevc:2015:auxid:1",
        "urn:mpeg:avc:2015:auxid:1":
        return .alpha
      case "urn:mpeg:mpegB:cicp:systems:auxiliary:depth", "urn:mpeg:hevc:2015:auxid:2",
        "urn:mpeg:avc:2015:auxid:2":
        return .depth
      default:
        let name = name.lowercased()
        return name.contains("gainmap") ? .gainMap : name.contains("depth") ? .depth : .other
      }
    }
    return .other
  }

  /// Lists all items that are not part of the picture.
  mutating func listItems(of structure: HEIFStructure) throws {
    var visited: Set<Int> = []
    for id in [structure.image.id, structure.alpha?.id].compactMap({ $0 }) {
      _ = parts(of: id, visited: &visited)
    }
    var pictures: [HEIFItem] = []
    for item in table.items where !visited.contains(item.id) {
      switch item.type {
      case "Exif": try listExif(item, picture: structure.image.id)
      case "mime" where item.contentType == "application/rdf+xml": try listXMP(item)
      case "mime", "uri ": list(item, as: .text)
      default: pictures.append(item)
      }
    }
    listPictures(pictures, visited: &visited)
    for case .profile(let range) in table.properties { pieces.add(.icc, range) }
  }

  /// A picture and everything that it is made of, without what was visited before.
  private func parts(of id: Int, visited: inout Set<Int>) -> [HEIFItem] {
    var found: [HEIFItem] = []
    var waiting = [id]
    while let next = waiting.popLast() {
      guard visited.insert(next).inserted, let item = table[next] else { continue }
      found.append(item)
      waiting += table.references("dimg", from: next)
    }
    return found
  }

  private mutating func listPictures(_ pictures: [HEIFItem], visited: inout Set<Int>) {
    // Tiles are listed with what they make up; so that comes first, whatever the order of the items.
    var tiles: Set<Int> = []
    for item in pictures { tiles.formUnion(table.references("dimg", from: item.id)) }
    let wholes = pictures.filter { !tiles.contains($0.id) }
    for item in wholes + pictures.filter({ tiles.contains($0.id) }) where !visited.contains(item.id) {
      let kind = kind(ofPicture: item)
      let parts = parts(of: item.id, visited: &visited)
      let byteCount = parts.reduce(0) { $0 + $1.byteCount }
      let offset = parts.compactMap(\.extents.first?.lowerBound).min()
      if let offset { pieces.add(kind, byteCount, at: offset) }
    }
  }

  private func kind(ofPicture item: HEIFItem) -> MetadataKind {
    if !table.references("thmb", from: item.id).isEmpty { return .thumbnail }
    if item.type == "tmap" { return .gainMap }
    guard !table.references("auxl", from: item.id).isEmpty else { return .mpf }
    return switch auxiliaryKind(of: item) {
    case .gainMap: .gainMap
    case .depth: .depth
    // Mattes of people and sky are pictures on their own, as are alpha planes of further pictures.
    case .alpha, .other: .mpf
    }
  }

  private mutating func list(_ item: HEIFItem, as kind: MetadataKind) {
    guard let offset = item.extents.first?.lowerBound else { return }
    pieces.add(kind, item.byteCount, at: offset)
  }

  private mutating func listExif(_ item: HEIFItem, picture: Int) throws {
    guard let offset = item.extents.first?.lowerBound else { return }
    guard pieces.acceptsExif else { return list(item, as: .exif) }
    let view = ByteView(try data(of: item, limit: Self.textLimit))
    let targets = table.references("cdsc", from: item.id)
    pieces.add(
      ExifReader(Self.tiff(in: view)), item.byteCount, at: offset,
      isOfPicture: targets.isEmpty || targets.contains(picture))
  }

  /// ISO/IEC 23008-12 annex A.2.1: four bytes say how far behind them the TIFF structure starts. Writers
  /// that get it wrong put it there at once, or behind `Exif` and two NULs.
  private static func tiff(in view: ByteView) -> ByteView {
    let starts = [4 + (view.uint32(at: 0) ?? 0), 4, 10, 0]
    return starts.lazy.map { view.dropFirst($0) }.first { TIFFBlock($0) != nil } ?? view.dropFirst(4)
  }

  private mutating func listXMP(_ item: HEIFItem) throws {
    list(item, as: .xmp)
    guard pieces.acceptsPacket else { return }
    pieces.add(XMPReader(try data(of: item, limit: Self.textLimit)))
  }
}
