extension HEIFReader {
  /// The most bytes that all set-ups of decoders together may have; one has about a hundred.
  private static let configurationLimit = 16 << 20

  /// Reads what is needed to decode the picture `id`.
  ///
  /// - Throws: ``PhotoPreparer/Error`` if something of it is missing, contradicts itself, or is out of
  ///   reach.
  mutating func image(_ id: Int) throws -> HEIFImage {
    var image = try coded(id)
    if image.unusual != nil { image.unusualParts = try parts() }
    return image
  }

  private mutating func coded(_ id: Int) throws -> HEIFImage {
    guard let item = table[id] else { throw damaged("the picture that it names is missing") }
    if item.isProtected { throw unsupported("it is encrypted") }
    if item.isElsewhere { throw unsupported("its picture lies in another file") }
    switch item.type {
    case "hvc1", "hev1", "av01": return try single(item)
    case "grid": return try grid(item)
    default:
      let size = try size(of: item)
      var image = HEIFImage(id: id, type: item.type, coding: .other(item.type.description), size: size)
      image.unusual = "its picture is of type \(item.type)"
      image.refusal = try refusal(ofDerived: item)
      image.readSampleFormat(depths: depths(of: item))
      return image
    }
  }

  private mutating func single(_ item: HEIFItem) throws -> HEIFImage {
    var image = HEIFImage(
      id: item.id, type: item.type, coding: coding(of: item), size: try size(of: item))
    guard item.missingByteCount == 0, !item.extents.isEmpty else {
      throw damaged("its picture is cut off")
    }
    image.tiles = [try tile(item)]
    image.readSampleFormat(depths: depths(of: item))
    if let property = unknownProperty(of: item) {
      image.unusual = "its picture has the property \(property)"
      image.tiles = []
    }
    return image
  }

  /// ISO/IEC 23008-12 §6.6.2.3: a version, flags, rows and columns less one, and the size.
  mutating func grid(_ item: HEIFItem) throws -> HEIFImage {
    var cursor = ByteCursor(ByteView(try data(of: item, limit: 12)))
    guard let version = cursor.number(1), let flags = cursor.number(1), let rows = cursor.number(1),
      let columns = cursor.number(1), let width = cursor.number(flags & 1 == 0 ? 2 : 4),
      let height = cursor.number(flags & 1 == 0 ? 2 : 4)
    else { throw damaged("its grid is cut off") }
    guard version == 0 else { throw unsupported("its grid is of version \(version)") }
    guard width > 0, height > 0 else { throw damaged("its grid has no pixels") }

    let ids = table.references("dimg", from: item.id)
    let count = (rows + 1) * (columns + 1)
    guard ids.count == count else { throw damaged("its grid has \(ids.count) tiles of \(count)") }
    let tiles = ids.compactMap { table[$0] }
    guard tiles.count == count, let first = tiles.first else {
      throw damaged("\(count - tiles.count) of \(count) tiles are missing")
    }
    var image = HEIFImage(
      id: item.id, type: item.type, coding: coding(of: first), size: PixelSize(width: width, height: height))
    image.rows = rows + 1
    image.columns = columns + 1
    try add(tiles, to: &image)
    image.refusal = try refusal(ofGrid: tiles)
    image.readSampleFormat(depths: depths(of: item) ?? depths(of: first))
    if let property = unknownProperty(of: item) {
      image.unusual = image.unusual ?? "its picture has the property \(property)"
    }
    if image.unusual != nil { image.tiles = [] }
    return image
  }

  private mutating func add(_ tiles: [HEIFItem], to image: inout HEIFImage) throws {
    let size = try size(of: tiles[0])
    image.tileWidth = size.width
    image.tileHeight = size.height
    // §6.6.2.3.1: the tiles cover the picture. What claims more pixels than its tiles have is caught here.
    let covered = (
      size.width.multipliedReportingOverflow(by: image.columns),
      size.height.multipliedReportingOverflow(by: image.rows)
    )
    guard covered.0.overflow || covered.0.partialValue >= image.width,
      covered.1.overflow || covered.1.partialValue >= image.height
    else {
      throw damaged(
        "its grid claims \(image.width) x \(image.height) pixels, its tiles have "
          + "\(covered.0.partialValue) x \(covered.1.partialValue)")
    }
    var missing = 0
    var byteCount = 0
    var counted: Set<Int> = []
    for item in tiles {
      if item.isElsewhere || item.isProtected { throw unsupported("a tile lies in another file") }
      if item.missingByteCount > 0 || item.extents.isEmpty { missing += 1 }
      if counted.insert(item.id).inserted { byteCount += item.byteCount }
      if coding(of: item) != image.coding {
        image.unusual = "its tiles are not coded alike"
      } else if case .other(let type) = image.coding {
        image.unusual = "its tiles are of type \(type)"
      } else if try self.size(of: item) != size {
        image.unusual = "its tiles are not of one size"
      } else if isTransformed(item) || unknownProperty(of: item) != nil {
        image.unusual = "its tiles have properties of their own"
      } else if image.unusual == nil {
        image.tiles.append(try tile(item))
      }
    }
    guard missing == 0 else { throw damaged("\(missing) of \(tiles.count) tiles are cut off") }
    // Tiles may share their data, but a small file must not stand for hours of decoding.
    guard byteCount / 8 <= window.end else { throw damaged("its tiles claim more data than the file has") }
  }

  /// All coded pictures of the file that a decoder would take.
  private mutating func parts() throws -> [HEIFImage.Part] {
    var parts: [HEIFImage.Part] = []
    for item in table.items where !item.isElsewhere && !item.extents.isEmpty && configuration(of: item) != nil
    {
      let coding = coding(of: item)
      if case .other = coding { continue }
      for case (.size(let size), _) in table.properties(of: item) {
        parts.append(
          HEIFImage.Part(coding: coding, width: size.width, height: size.height, tile: try tile(item)))
        break
      }
    }
    return parts
  }

  /// The property that sets the decoder of an item up, and where it lies; `nil` if there is none.
  private func configuration(of item: HEIFItem) -> (index: Int, range: Range<Int>)? {
    for association in item.associations where table.properties.indices.contains(association.index - 1) {
      if case .configuration(_, let range) = table.properties[association.index - 1] {
        return (association.index, range)
      }
    }
    return nil
  }

  private mutating func tile(_ item: HEIFItem) throws -> HEIFImage.Tile {
    guard let (index, range) = configuration(of: item) else {
      throw damaged("its picture has no set-up for the decoder")
    }
    if let known = configurations[index] {
      return HEIFImage.Tile(extents: item.extents, configuration: known)
    }
    configurationByteCount += range.count
    guard configurationByteCount <= Self.configurationLimit else {
      throw damaged("its set-ups for the decoder are impossibly large")
    }
    let bytes = try window.prefix(at: range.lowerBound, limit: range.count)
    configurations[index] = bytes
    return HEIFImage.Tile(extents: item.extents, configuration: bytes)
  }

  func coding(of item: HEIFItem) -> HEIFImage.Coding {
    switch item.type {
    case "hvc1", "hev1": .hevc
    case "av01": .av1
    default: .other(item.type.description)
    }
  }

  func size(of item: HEIFItem) throws -> PixelSize {
    for case (.size(let size), _) in table.properties(of: item) { return size }
    throw damaged("its picture has no size")
  }

  private func depths(of item: HEIFItem) -> [Int]? {
    for case (.depths(let depths), _) in table.properties(of: item) { return depths }
    return nil
  }

  func isTransformed(_ item: HEIFItem) -> Bool {
    table.properties(of: item).contains { entry in
      switch entry.property {
      case .crop, .mirror: true
      case .turn(let turns): turns != 0
      default: false
      }
    }
  }

  /// §9.3.1: an item with an essential property that a reader does not know must not be shown by it.
  private func unknownProperty(of item: HEIFItem) -> FourCC? {
    for case (.other(let type), true) in table.properties(of: item) { return type }
    return nil
  }

  /// The first bytes of an item's data.
  mutating func data(of item: HEIFItem, limit: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    for extent in item.extents where bytes.count < limit {
      bytes += try window.prefix(at: extent.lowerBound, limit: min(extent.count, limit - bytes.count))
    }
    return bytes
  }
}
