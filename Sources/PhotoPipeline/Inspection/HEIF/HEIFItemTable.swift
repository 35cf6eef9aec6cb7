/// The items of a HEIF file, where their data lie and how they refer to each other: the `meta` box
/// (ISO/IEC 14496-12 §8.11).
struct HEIFItemTable {
  /// The most items that a file may have. A photo of a phone has 50 to 100, one in tiles of 64 pixels
  /// some ten thousand.
  static let itemLimit = 65536
  /// The most bytes of one table; 65536 items take two to three million.
  static let byteLimit = 8 << 20

  /// The picture that the file is about.
  private(set) var primary: Int?
  private(set) var items: [HEIFItem] = []
  private(set) var properties: [HEIFProperty] = []
  /// Boxes that say nothing about items.
  private(set) var others: [Box] = []
  /// Where data lie that are part of the `meta` box.
  private(set) var data: Range<Int>?

  private var places: [Int: Int] = [:]
  private var references: [FourCC: [Int: [Int]]] = [:]
  private let file: String

  /// Reads the tables in `meta`.
  ///
  /// - Throws: ``PhotoPreparer/Error`` if a table is broken or too large.
  init(meta: Box, window: inout ByteWindow, file: String) throws {
    self.file = file
    // A FullBox: its version and flags stand before the boxes.
    var walk = BoxWalk(min(meta.content.lowerBound + 4, meta.content.upperBound)..<meta.content.upperBound)
    var tables: [FourCC: Box] = [:]
    while let box = try walk.next(&window) {
      guard box.missingByteCount == 0 else { throw damaged("box \(box.type) is cut off") }
      switch box.type {
      case "pitm", "iinf", "iloc", "iref", "iprp", "idat": tables[box.type] = tables[box.type] ?? box
      case "hdlr", "dinf", "grpl", "ipro": break
      default: others.append(box)
      }
    }
    guard walk.isComplete else { throw damaged("its item table ends in bytes that are no box") }

    data = tables["idat"]?.content
    if let box = tables["pitm"] { try readPrimary(table(box, &window)) }
    if let box = tables["iinf"] { try readItems(table(box, &window)) }
    if let box = tables["iloc"] { try readPlaces(table(box, &window), end: window.end) }
    if let box = tables["iref"] { try readReferences(table(box, &window)) }
    if let box = tables["iprp"] { try readProperties(box, &window) }
  }

  subscript(id: Int) -> HEIFItem? { places[id].map { items[$0] } }

  /// The items that `id` refers to by `type`, in their order.
  func references(_ type: FourCC, from id: Int) -> [Int] { references[type]?[id] ?? [] }

  /// All references of `type`: from which item to which.
  func references(_ type: FourCC) -> [Int: [Int]] { references[type] ?? [:] }

  /// The properties of an item in their order, which is that of crops and turns.
  func properties(of item: HEIFItem) -> [(property: HEIFProperty, isEssential: Bool)] {
    item.associations.compactMap { association in
      guard association.index >= 1, association.index <= properties.count else { return nil }
      return (properties[association.index - 1], association.isEssential)
    }
  }

  private func damaged(_ reason: String) -> PhotoPreparer.Error { .damaged(file: file, reason: reason) }

  private func cutOff(_ table: FourCC) -> PhotoPreparer.Error { damaged("its table \(table) is cut off") }

  /// A table's version and content in memory.
  private func table(_ box: Box, _ window: inout ByteWindow) throws -> Box.Full {
    guard box.content.count <= Self.byteLimit else {
      throw PhotoPreparer.Error.tooLarge(
        file: file, reason: "its table \(box.type) takes \(box.content.count) bytes")
    }
    let bytes = try window.prefix(at: box.content.lowerBound, limit: box.content.count)
    guard bytes.count == box.content.count, let full = Box.Full(ByteView(bytes)) else {
      throw cutOff(box.type)
    }
    return full
  }

  private mutating func readPrimary(_ table: Box.Full) throws {
    var cursor = ByteCursor(table.body)
    guard let id = cursor.number(table.version == 0 ? 2 : 4) else { throw cutOff("pitm") }
    primary = id
  }
}

extension HEIFItemTable {
  /// §8.11.6: the items' types.
  private mutating func readItems(_ table: Box.Full) throws {
    var cursor = ByteCursor(table.body)
    guard let count = cursor.number(table.version == 0 ? 2 : 4) else { throw cutOff("iinf") }
    guard count <= Self.itemLimit else {
      throw PhotoPreparer.Error.tooLarge(file: file, reason: "it has \(count) items")
    }
    for _ in 0..<count {
      guard let size = cursor.number(4), let type = cursor.fourCC(), size >= 8,
        let content = cursor.rest.view(at: 0, count: size - 8)
      else { throw cutOff("iinf") }
      cursor.skip(size - 8)
      guard type == "infe", let entry = Box.Full(content), let item = Self.item(entry) else { continue }
      if places[item.id] == nil {
        places[item.id] = items.count
        items.append(item)
      }
    }
  }

  /// An entry of version 2 or 3; the older ones name no type of item and belong to no picture.
  private static func item(_ entry: Box.Full) -> HEIFItem? {
    guard entry.version == 2 || entry.version == 3 else { return nil }
    var cursor = ByteCursor(entry.body)
    guard let id = cursor.number(entry.version == 2 ? 2 : 4), let protection = cursor.number(2),
      let type = cursor.fourCC()
    else { return nil }
    _ = cursor.text()
    return HEIFItem(
      id: id, type: type, contentType: type == "mime" ? cursor.text() : "", isProtected: protection != 0)
  }

  /// §8.11.12: what refers to what.
  private mutating func readReferences(_ table: Box.Full) throws {
    let width = table.version == 0 ? 2 : 4
    var cursor = ByteCursor(table.body)
    while cursor.remaining > 0 {
      guard let size = cursor.number(4), let type = cursor.fourCC(), size >= 8, size - 8 <= cursor.remaining,
        let from = cursor.number(width), let count = cursor.number(2), size - 8 >= width + 2 + count * width
      else { throw cutOff("iref") }
      var targets: [Int] = []
      targets.reserveCapacity(count)
      for _ in 0..<count {
        guard let to = cursor.number(width) else { throw cutOff("iref") }
        targets.append(to)
      }
      cursor.skip(size - 8 - (width + 2 + count * width))
      references[type, default: [:]][from, default: []] += targets
    }
  }

  /// ISO/IEC 23008-12 §9.3: the properties, and which item has which.
  private mutating func readProperties(_ box: Box, _ window: inout ByteWindow) throws {
    var walk = BoxWalk(box.content)
    while let part = try walk.next(&window) {
      guard part.missingByteCount == 0 else { throw damaged("box \(part.type) is cut off") }
      if part.type == "ipco", properties.isEmpty {
        try readPropertyBoxes(part, &window)
      } else if part.type == "ipma" {
        try readAssociations(table(part, &window))
      }
    }
    guard walk.isComplete else { throw damaged("its properties end in bytes that are no box") }
  }

  private mutating func readPropertyBoxes(_ container: Box, _ window: inout ByteWindow) throws {
    var walk = BoxWalk(container.content)
    // An association has 15 bits for the number of a property.
    while properties.count < 0x7FFF, let property = try walk.next(&window) {
      guard property.missingByteCount == 0 else { throw damaged("property \(property.type) is cut off") }
      properties.append(try HEIFProperty(property, window: &window))
    }
  }

  private mutating func readAssociations(_ table: Box.Full) throws {
    let isWide = table.flags & 1 != 0
    var cursor = ByteCursor(table.body)
    guard let count = cursor.number(4) else { throw cutOff("ipma") }
    var seen = 0
    while seen < count {
      guard let id = cursor.number(table.version == 0 ? 2 : 4), let associations = cursor.number(1) else {
        throw cutOff("ipma")
      }
      var found: [HEIFItem.Association] = []
      found.reserveCapacity(associations)
      for _ in 0..<associations {
        guard let value = cursor.number(isWide ? 2 : 1) else { throw cutOff("ipma") }
        let flag = isWide ? 0x8000 : 0x80
        found.append(HEIFItem.Association(index: value & (flag - 1), isEssential: value & flag != 0))
      }
      // §9.3.1: an item stands in one entry of one table only.
      if let place = places[id], items[place].associations.isEmpty { items[place].associations = found }
      seen += 1
    }
  }

  /// §8.11.3: where the items' data lie.
  private mutating func readPlaces(_ table: Box.Full, end: Int) throws {
    var cursor = ByteCursor(table.body)
    guard table.version <= 2, let sizes = cursor.number(2),
      let count = cursor.number(table.version < 2 ? 2 : 4)
    else { throw cutOff("iloc") }
    let widths = [12, 8, 4, 0].map { sizes >> $0 & 15 }
    let indexWidth = table.version == 0 ? 0 : widths[3]
    guard (widths.prefix(3) + [indexWidth]).allSatisfy({ [0, 4, 8].contains($0) }) else {
      throw damaged("its table iloc has numbers of an impossible size")
    }
    var seen = 0
    while seen < count {
      guard let id = cursor.number(table.version < 2 ? 2 : 4),
        let method = table.version == 0 ? 0 : cursor.number(2), let reference = cursor.number(2),
        let base = cursor.number(widths[2]), let extentCount = cursor.number(2)
      else { throw cutOff("iloc") }
      guard extentCount <= 1 || widths[0] + widths[1] > 0 else {
        throw damaged("its table iloc repeats an extent of no bytes")
      }
      var place = Place(method: method & 15, base: base, data: data, end: end)
      for _ in 0..<extentCount {
        guard cursor.number(indexWidth) != nil, let offset = cursor.number(widths[0]),
          let length = cursor.number(widths[1])
        else { throw cutOff("iloc") }
        place.add(offset: offset, length: length)
      }
      if let index = places[id], items[index].extents.isEmpty, !items[index].isElsewhere {
        items[index].extents = place.extents
        items[index].missingByteCount = place.missingByteCount
        items[index].isElsewhere = reference != 0 || method & 15 > 1
      }
      seen += 1
    }
  }

  /// Collects the extents of one item.
  private struct Place {
    private(set) var extents: [Range<Int>] = []
    private(set) var missingByteCount = 0
    private let base: Int
    /// Where offset 0 lies, and where the data end.
    private let room: Range<Int>

    init(method: Int, base: Int, data: Range<Int>?, end: Int) {
      self.base = base
      // Method 0 counts from the start of the file and method 1 from that of the `idat` box.
      room = method == 0 ? 0..<end : method == 1 ? data ?? 0..<0 : 0..<0
    }

    mutating func add(offset: Int, length: Int) {
      let (distance, overflow) = base.addingReportingOverflow(offset)
      let start = room.lowerBound + min(overflow ? .max : distance, room.count)
      // A length of 0 means all there is.
      let wanted = length == 0 ? room.upperBound - start : length
      let present = min(wanted, room.upperBound - start)
      if present > 0 { extents.append(start..<start + present) }
      let (missing, isVast) = missingByteCount.addingReportingOverflow(wanted - present)
      missingByteCount = isVast ? .max : missing
    }
  }
}
