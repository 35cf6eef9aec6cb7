extension MovieReader {
  /// The most bytes of a value that is read.
  private static let valueLimit = 4096

  /// Lists the boxes of user data (ISO/IEC 14496-12 §8.10, QuickTime File Format "User data atoms").
  mutating func readUserData(_ container: Box) throws {
    var walk = BoxWalk(container.content)
    while let box = try walk.next(&window) {
      switch box.type {
      case "meta": try readMeta(box)
      case "XMP_": try pieces.addXMP(at: box.content, byteCount: box.range.count, window: &window)
      case "loci":
        pieces.add(.movieLocation, box.range)
        note(.fixedPoint, PointLocation.parse(loci: try value(of: box)))
      case "©xyz":
        pieces.add(.movieLocation, box.range)
        note(.text, PointLocation.parse(iso6709: try value(of: box).dropFirst(4).slice))
      case "GPS ", "gps ", "GPS0", "gps0": pieces.add(.movieLocation, box.range)
      case "uuid", "free", "skip", "wide": try pieces.add(box, as: .movieMetadata, window: &window)
      default:
        pieces.add(.movieMetadata, box.range)
        // The length of the text and its language come first.
        note(box.type, text: try value(of: box).dropFirst(4).slice)
      }
    }
    // QuickTime may end the list with a zero of 32 bits.
    if walk.limit - walk.position > 4 { pieces.add(.movieMetadata, walk.position..<walk.limit) }
  }

  /// Lists the items of a `meta` box: Apple's keys with values, or iTunes's list.
  mutating func readMeta(_ container: Box) throws {
    var walk = BoxWalk(try container.metadataContent(&window))
    var keys: MetadataKeys?
    while let box = try walk.next(&window) {
      switch box.type {
      case "hdlr", "ctry", "lang": break
      case "keys": keys = try MetadataKeys(box, window: &window)
      case "ilst": try readList(box, keys: keys)
      default: try pieces.add(box, as: .movieMetadata, window: &window)
      }
    }
    if walk.limit - walk.position > 4 { pieces.add(.movieMetadata, walk.position..<walk.limit) }
  }

  private mutating func readList(_ list: Box, keys: MetadataKeys?) throws {
    var walk = BoxWalk(list.content)
    while let item = try walk.next(&window) {
      if item.type == "free" || item.type == "skip" {
        try pieces.add(item, as: .movieMetadata, window: &window)
        continue
      }
      let key =
        item.type == "----" ? try item.freeFormKey(&window) : keys?.name(of: item.type) ?? ""
      let isPlace = PlaceText.isKey(key) || item.type == "©xyz" || item.type == "loci"
      pieces.add(isPlace ? .movieLocation : .movieMetadata, item.range)
      // The value follows its type and locale.
      guard let data = try item.child("data", &window) else { continue }
      let text = try value(of: data).dropFirst(8).slice
      if isPlace {
        note(.key, PointLocation.parse(iso6709: text))
      } else {
        note(item.type, key: key, text: text)
      }
    }
    if walk.limit - walk.position > 4 { pieces.add(.movieMetadata, walk.position..<walk.limit) }
  }

  private mutating func value(of box: Box) throws -> ByteView {
    ByteView(try window.prefix(at: box.content.lowerBound, limit: min(box.content.count, Self.valueLimit)))
  }

  mutating func note(_ witness: Witness, _ place: PhotoInspection.Location?) {
    if let place, places[witness] == nil { places[witness] = place }
  }

  /// Takes camera and time from where phones and cameras write them.
  private mutating func note(_ type: FourCC, key: String = "", text: ArraySlice<UInt8>) {
    switch (key, type) {
    case ("com.apple.quicktime.make", _), ("com.android.manufacturer", _), ("", "©mak"):
      make = make ?? String(metadata: text)
    case ("com.apple.quicktime.model", _), ("com.android.model", _), ("", "©mod"):
      model = model ?? String(metadata: text)
    case ("com.apple.quicktime.creationdate", _), ("", "©day"):
      takenAt = takenAt ?? CivilTime.date(iso8601: text)
    default:
      break
    }
  }
}
