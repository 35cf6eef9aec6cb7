import DurableFiles

extension MovieBlanking {
  /// The most bytes of a value, and of a packet of XML, that are searched; a longer one is blanked.
  private static let valueLimit = 64 << 10
  private static let packetLimit = 4 << 20

  /// Blanks a box that is no part of what a movie is played from, unless it is known to hold no place.
  mutating func readOther(_ box: Box) throws {
    guard box.missingByteCount == 0 else { throw damaged("box \(box.type) of its metadata is cut off") }
    switch box.type {
    case "udta": try readUserData(box)
    case "meta": try readMetadata(box)
    case "free", "skip", "wide": try blankContent(box)
    // Zeros that fill up what holds them.
    case "\0\0\0\0" where try window.isBlank(box.content): break
    case "uuid":
      if try !isHarmlessXML(box.content.dropFirst(16)) { blanks.free(box) }
    default: blanks.free(box)
    }
  }

  /// Blanks bytes that belong to no box, if there is anything in them.
  mutating func blankRest(_ range: Range<Int>) throws {
    if try !window.isBlank(range) { blanks.free(range) }
  }

  private mutating func blankContent(_ box: Box) throws {
    if try !window.isBlank(box.content) { blanks.zero(box.content) }
  }

  /// User data (ISO/IEC 14496-12 §8.10, 3GPP TS 26.244 §8, QuickTime File Format "User data atoms").
  private mutating func readUserData(_ container: Box) throws {
    var walk = BoxWalk(container.content)
    while let box = try walk.next(&window) {
      guard box.missingByteCount == 0 else { throw damaged("box \(box.type) of its metadata is cut off") }
      switch box.type {
      case "XMP_":
        if try !isHarmlessXML(box.content) { blanks.free(box) }
      case "titl", "auth", "dscp", "cprt", "perf", "gnre", "rtng", "clsf", "kywd", "albm", "yrrc", "name",
        "tsel", "hnti", "hinf", "ludt", "kind", "strk", "chpl", "WLOC", "LOOP", "SelO", "AllF", "ptv ":
        if try !isHarmlessText(box.content) { blanks.free(box) }
      case let type where type.value >> 24 == 0xA9 && type != "©xyz":
        if try !isHarmlessText(box.content) { blanks.free(box) }
      default: try readOther(box)
      }
    }
    try blankRest(walk.position..<walk.limit)
  }

  /// Apple's keys with values, iTunes's list, or XML.
  private mutating func readMetadata(_ container: Box) throws {
    var walk = BoxWalk(try container.metadataContent(&window))
    var keys: MetadataKeys?
    while let box = try walk.next(&window) {
      guard box.missingByteCount == 0 else { throw damaged("box \(box.type) of its metadata is cut off") }
      switch box.type {
      case "hdlr", "ctry", "lang": break
      case "keys":
        let found = try MetadataKeys(box, window: &window)
        guard keys == nil, found.isWhole else { throw damaged("its list of keys is not what it says") }
        // Values name a key by its number, so the others must keep their places.
        for key in found.keys where PlaceText.isKey(key.name) { blanks.zero(key.range) }
        keys = found
      case "ilst": try readList(box, keys: keys)
      case "xml ":
        if try !isHarmlessXML(box.content.dropFirst(4)) { blanks.free(box) }
      case "iloc":
        throw unsupported("it holds items beside its tracks, and one of them may be its place")
      default: try readOther(box)
      }
    }
    try blankRest(walk.position..<walk.limit)
  }

  private mutating func readList(_ list: Box, keys: MetadataKeys?) throws {
    var walk = BoxWalk(list.content)
    while let item = try walk.next(&window) {
      guard item.missingByteCount == 0 else { throw damaged("an item of its metadata is cut off") }
      if item.type == "free" || item.type == "skip" {
        try blankContent(item)
        continue
      }
      var key = keys?.name(of: item.type) ?? ""
      if item.type == "----" { key = try item.freeFormKey(&window) }
      let isUnknown = keys?.keys.isEmpty == false && keys?.name(of: item.type) == nil
      let isPlace = PlaceText.isKey(key) || item.type == "©xyz" || item.type == "loci"
      if try isPlace || isUnknown || !isHarmless(item) { blanks.free(item) }
    }
    try blankRest(walk.position..<walk.limit)
  }

  private mutating func isHarmless(_ item: Box) throws -> Bool {
    var walk = BoxWalk(item.content)
    while let box = try walk.next(&window) {
      guard box.missingByteCount == 0 else { return false }
      switch box.type {
      case "data":
        let kind = ByteView(try window.prefix(at: box.content.lowerBound, limit: 4)).uint32(at: 0) ?? 0
        let value = box.content.dropFirst(8)
        // 13 is JPEG, 14 PNG, 27 BMP.
        let isPicture = item.type == "covr" || [13, 14, 27].contains(kind & 0xFF_FFFF)
        if try isPicture ? !isHarmlessPicture(value) : !isHarmlessText(value) { return false }
      case "mean", "name", "itif":
        if try !isHarmlessText(box.content) { return false }
      default: return false
      }
    }
    return walk.isComplete
  }

  private mutating func isHarmlessText(_ range: Range<Int>) throws -> Bool {
    guard range.count <= Self.valueLimit else { return false }
    return !PlaceText.givesCoordinates(try window.prefix(at: range.lowerBound, limit: range.count))
  }

  /// Whether it is XML that names no place. What is no text is no XML.
  private mutating func isHarmlessXML(_ range: Range<Int>) throws -> Bool {
    guard range.count <= Self.packetLimit else { return false }
    var bytes = try window.prefix(at: range.lowerBound, limit: range.count)[...]
    while bytes.last == 0 { bytes.removeLast() }
    guard !bytes.isEmpty else { return range.isEmpty }
    return !bytes.contains(0) && String(decoding: bytes, as: UTF8.self).utf8.elementsEqual(bytes)
      && bytes.contains(UInt8(ascii: "<")) && !PlaceText.isNamed(inXML: bytes)
      && !PlaceText.givesCoordinates(bytes)
  }

  /// Whether a cover picture carries nothing but colors.
  private func isHarmlessPicture(_ range: Range<Int>) throws -> Bool {
    do {
      let picture = try PhotoInspection(source: GatheredByteSource(source, pieces: [range]))
      return picture.kinds.allSatisfy { $0 == .icc || $0 == .app(14) }
    } catch is PhotoPreparer.Error {
      return false
    }
  }
}
