/// A HEIF file as bytes, from items whose data may be noise: for readers that do not decode.
public struct HEIFFile: Sendable {
  public var brands = ["heic", "mif1", "heic"]
  public var items: [Item]
  public var primary: Int?
  /// The version of the table of places, 0 to 2; data inside the `idat` box need 1 or 2.
  public var placeVersion: UInt8 = 1
  /// The bytes of offsets and lengths, 4 or 8.
  public var offsetWidth = 4
  /// Whether numbers of items take four bytes in all tables.
  public var hasWideNumbers = false
  /// Whether numbers of properties take two bytes.
  public var hasWideAssociations = false
  /// Whether the item table comes before the data.
  public var isTableFirst = true
  /// Further boxes in the `meta` box.
  public var metaBoxes: [UInt8] = []
  /// Further bytes in the `mdat` box, which no item claims.
  public var unclaimed: [UInt8] = []
  /// What follows: boxes, or anything else.
  public var tail: [UInt8] = []

  public init(_ items: [Item], primary: Int?) {
    self.items = items
    self.primary = primary
  }

  /// A picture of `rows` by `columns` tiles, with the number 1000; the tiles have 1, 2 and so on.
  public static func grid(
    rows: Int = 2, columns: Int = 3, tile: (width: Int, height: Int) = (64, 64),
    size: (width: Int, height: Int)? = nil, coding: Property = .hevc(), _ properties: [Property] = []
  ) -> HEIFFile {
    let size = size ?? (columns * tile.width - 7, rows * tile.height - 5)
    let type = coding.box[4...].starts(with: BoxBytes.code("av1C")) ? "av01" : "hvc1"
    let ids = (0..<rows * columns).map { $0 < 999 ? $0 + 1 : $0 + 2 }
    let tiles = ids.map { id in
      var item = Item(
        id, type, noise(40 + id % 5, seed: id), [coding, .size(tile.width, tile.height)])
      item.isHidden = true
      return item
    }
    let grid = Item.grid(
      1000, rows: rows, tiles: ids, width: size.width, height: size.height, properties)
    return HEIFFile(tiles + [grid], primary: 1000)
  }

  /// A picture of one item with the number 1.
  public static func single(
    width: Int = 320, height: Int = 240, coding: Property = .hevc(), _ properties: [Property] = []
  ) -> HEIFFile {
    let type = coding.box[4...].starts(with: BoxBytes.code("av1C")) ? "av01" : "hvc1"
    return HEIFFile(
      [Item(1, type, noise(100, seed: 1), [coding, .size(width, height)] + properties)], primary: 1)
  }

  /// Bytes without meaning, none of them zero.
  public static func noise(_ count: Int, seed: Int) -> [UInt8] {
    var generator = SplitMix64(seed: UInt64(seed))
    return (0..<count).map { _ in UInt8.random(in: 1...255, using: &generator) }
  }

  public func adding(_ items: Item...) -> HEIFFile {
    var file = self
    file.items += items
    return file
  }

  public func bytes() -> [UInt8] {
    let fileType = BoxBytes.box(
      "ftyp", BoxBytes.code(brands[0]), [0, 0, 0, 0], brands.dropFirst().flatMap(BoxBytes.code))
    let media = BoxBytes.box("mdat", storage(isInside: false).bytes + unclaimed)
    guard isTableFirst else {
      return fileType + media + table(dataStart: fileType.count + 8) + tail
    }
    let tableByteCount = table(dataStart: 0).count
    return fileType + table(dataStart: fileType.count + tableByteCount + 8) + media + tail
  }

  /// The data of all items that lie inside or outside the item table, and where the pieces of each lie.
  private func storage(isInside: Bool) -> (bytes: [UInt8], pieces: [Int: [Range<Int>]]) {
    var bytes: [UInt8] = []
    var pieces: [Int: [Range<Int>]] = [:]
    for item in items where item.isInside == isInside {
      let size = (item.data.count + item.pieceCount - 1) / max(1, item.pieceCount)
      let parts = stride(from: 0, to: item.data.count, by: max(1, size)).map {
        Array(item.data[$0..<min(item.data.count, $0 + size)])
      }
      var places: [Range<Int>] = []
      for part in parts.reversed() {
        places.insert(bytes.count..<bytes.count + part.count, at: 0)
        bytes += part
      }
      pieces[item.id] = places
    }
    return (bytes, pieces)
  }

  private func table(dataStart: Int) -> [UInt8] {
    let inside = storage(isInside: true)
    let handler = BoxBytes.full(
      "hdlr", [0, 0, 0, 0], BoxBytes.code("pict"), [UInt8](repeating: 0, count: 13))
    let main = primary.map {
      BoxBytes.full("pitm", version: hasWideNumbers ? 1 : 0, id($0))
    }
    return BoxBytes.full(
      "meta", handler, main ?? [], itemList(), referenceList(), propertyList(),
      inside.bytes.isEmpty ? [] : BoxBytes.box("idat", inside.bytes),
      placeList(inside: inside.pieces, dataStart: dataStart), metaBoxes)
  }

  private func id(_ id: Int) -> [UInt8] {
    hasWideNumbers ? BoxBytes.number(UInt32(id)) : BoxBytes.number16(id)
  }

  private func itemList() -> [UInt8] {
    let entries = items.map { item in
      BoxBytes.full(
        "infe", version: hasWideNumbers ? 3 : 2, flags: item.isHidden ? 1 : 0, id(item.id), [0, 0],
        BoxBytes.code(item.type), [0],
        item.type == "mime" ? Array(item.contentType.utf8) + [0] : [])
    }
    let count = hasWideNumbers ? BoxBytes.number(UInt32(items.count)) : BoxBytes.number16(items.count)
    return BoxBytes.full("iinf", version: hasWideNumbers ? 1 : 0, count, Array(entries.joined()))
  }

  private func referenceList() -> [UInt8] {
    let entries = items.flatMap { item in
      item.references.map {
        BoxBytes.box($0.type, id(item.id), BoxBytes.number16($0.targets.count), $0.targets.flatMap(id))
      }
    }
    guard !entries.isEmpty else { return [] }
    return BoxBytes.full("iref", version: hasWideNumbers ? 1 : 0, Array(entries.joined()))
  }

  private func propertyList() -> [UInt8] {
    var boxes: [[UInt8]] = []
    var places: [[UInt8]: Int] = [:]
    let entries = items.filter { !$0.properties.isEmpty }.map { item in
      let associations = item.properties.flatMap { property -> [UInt8] in
        let index = places[property.box] ?? boxes.count + 1
        if index > boxes.count {
          boxes.append(property.box)
          places[property.box] = index
        }
        return hasWideAssociations
          ? BoxBytes.number16(index | (property.isEssential ? 0x8000 : 0))
          : [UInt8(truncatingIfNeeded: index | (property.isEssential ? 0x80 : 0))]
      }
      return id(item.id) + [UInt8(item.properties.count)] + associations
    }
    return BoxBytes.box(
      "iprp", BoxBytes.box("ipco", Array(boxes.joined())),
      BoxBytes.full(
        "ipma", version: hasWideNumbers ? 1 : 0, flags: hasWideAssociations ? 1 : 0,
        BoxBytes.number(UInt32(entries.count)), Array(entries.joined())))
  }

  private func placeList(inside: [Int: [Range<Int>]], dataStart: Int) -> [UInt8] {
    let outside = storage(isInside: false).pieces
    func offset(_ value: Int) -> [UInt8] {
      offsetWidth == 8 ? ByteOrder.bigEndian.bytes(UInt64(value)) : BoxBytes.number(UInt32(value))
    }
    let entries = items.map { item -> [UInt8] in
      let pieces = (item.isInside ? inside : outside)[item.id] ?? []
      let number = placeVersion == 2 ? BoxBytes.number(UInt32(item.id)) : BoxBytes.number16(item.id)
      let method = placeVersion == 0 ? [] : BoxBytes.number16(item.isInside ? 1 : 0)
      let extents = pieces.flatMap { offset($0.lowerBound) + offset($0.count) }
      return number + method + [0, 0] + offset(item.isInside ? 0 : dataStart)
        + BoxBytes.number16(pieces.count) + extents
    }
    let count = placeVersion == 2 ? BoxBytes.number(UInt32(items.count)) : BoxBytes.number16(items.count)
    let width = UInt8(offsetWidth)
    return BoxBytes.full(
      "iloc", version: placeVersion, [width << 4 | width, width << 4], count, Array(entries.joined()))
  }
}
