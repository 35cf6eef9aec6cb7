/// The XMP packet of an original, as the copy gets it: as it is, but for what is no longer true.
///
/// Turn and size become the copy's. Thumbnails go, and what tells of parts that the copy does not have: movies, further
/// pictures, gain and depth maps, an extension of the packet. Properties are told by the namespace that their prefix
/// stands for.
struct KeptXMP {
  /// Whether the place goes, because EXIF has another one.
  let dropsLocation: Bool
  /// Of the upright picture, in pixels.
  let width: Int
  let height: Int

  private enum Namespace {
    static let tiff = "http://ns.adobe.com/tiff/1.0/"
    static let exif = "http://ns.adobe.com/exif/1.0/"
    static let xmp = "http://ns.adobe.com/xap/1.0/"
    static let note = "http://ns.adobe.com/xmp/note/"
    /// Of what lies behind the picture, or in the extension, or changes it. A beginning counts.
    static let parts = [
      "http://ns.google.com/photos/1.0/container", "http://ns.google.com/photos/1.0/depthmap",
      "http://ns.google.com/photos/1.0/image", "http://ns.adobe.com/hdr-gain-map/",
      "http://ns.apple.com/HDRGainMap/",
      "http://ns.google.com/photos/dd/1.0/",
    ]
    static let camera = "http://ns.google.com/photos/1.0/camera/"

    /// The namespace above that `space` is or begins with; `nil` for one of which everything stays.
    static func known(_ space: String) -> String? {
      [tiff, exif, xmp, note, camera].contains(space) ? space : parts.first { space.hasPrefix($0) }
    }
  }

  private enum Fate: Equatable {
    case stays
    case goes
    case becomes(String)
  }

  /// - Parameter text: A packet; an empty one stays empty.
  /// - Returns: `nil` for a packet that cannot be read, of which nobody knows what it says.
  func packet(_ text: [UInt8]) -> [UInt8]? {
    guard let pieces = XMLPiece.pieces(of: text) else { return nil }
    let namespaces = Self.namespaces(in: pieces, of: text)
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    /// The element that goes or was replaced: how deep inside it this is, and whether its end tag stays.
    var skipped: (depth: Int, keepsEnd: Bool)?
    for piece in pieces {
      if var inside = skipped {
        switch piece {
        case .other, .start(_, _, _, isEmpty: true): break
        case .start: inside.depth += 1
        case .end(_, let range):
          inside.depth -= 1
          if inside.depth == 0 && inside.keepsEnd { result += text[range] }
        }
        skipped = inside.depth > 0 ? inside : nil
        continue
      }
      switch piece {
      case .other(let range), .end(_, let range): result += text[range]
      case .start(let name, let attributes, let range, let isEmpty):
        switch fate(of: name, namespaces) {
        case .stays: result += changed(attributes, in: range, of: text, namespaces)
        case .goes: skipped = isEmpty ? nil : (1, false)
        case .becomes(let value):
          result += text[range]
          if isEmpty { continue }
          result += value.utf8
          skipped = (1, true)
        }
      }
    }
    return skipped == nil ? result : nil
  }

  /// A start tag without the attributes that go.
  private func changed(
    _ attributes: [XMLPiece.Attribute], in range: Range<Int>, of text: [UInt8],
    _ namespaces: [String: Set<String>]
  ) -> [UInt8] {
    var result: [UInt8] = []
    var position = range.lowerBound
    for attribute in attributes {
      switch fate(of: attribute.name, namespaces) {
      case .stays: continue
      case .goes: result += text[position..<attribute.range.lowerBound]
      case .becomes(let value):
        result += text[position..<attribute.value.lowerBound] + value.utf8
        result += text[attribute.value.upperBound..<attribute.range.upperBound]
      }
      position = attribute.range.upperBound
    }
    return result + text[position..<range.upperBound]
  }

  /// What becomes of the property `name`.
  private func fate(of name: String, _ namespaces: [String: Set<String>]) -> Fate {
    guard let colon = name.firstIndex(of: ":"), let spaces = namespaces[String(name[..<colon])] else {
      return .stays
    }
    let local = String(name[name.index(after: colon)...])
    for space in spaces.sorted() {
      let fate = fate(of: local, in: space)
      if fate != .stays { return fate }
    }
    return .stays
  }

  private func fate(of local: String, in space: String) -> Fate {
    switch (space, local) {
    case (Namespace.tiff, "Orientation"): .becomes("1")
    case (Namespace.tiff, "ImageWidth"), (Namespace.exif, "PixelXDimension"): .becomes("\(width)")
    case (Namespace.tiff, "ImageLength"), (Namespace.exif, "PixelYDimension"): .becomes("\(height)")
    case (Namespace.xmp, "Thumbnails"), (Namespace.note, "HasExtendedXMP"): .goes
    case (Namespace.exif, _) where dropsLocation && local.hasPrefix("GPS"): .goes
    case (Namespace.camera, _) where local.hasPrefix("Micro") || local.hasPrefix("Motion"): .goes
    case _ where Namespace.parts.contains(where: space.hasPrefix): .goes
    default: .stays
    }
  }

  /// What each prefix stands for in one place or another, of what is known: few, however many a packet declares, as all
  /// are looked through for each property.
  private static func namespaces(in pieces: [XMLPiece], of text: [UInt8]) -> [String: Set<String>] {
    var namespaces: [String: Set<String>] = [:]
    for case .start(_, let attributes, _, _) in pieces {
      for attribute in attributes where attribute.name.hasPrefix("xmlns:") {
        guard let space = Namespace.known(String(decoding: text[attribute.value], as: UTF8.self)) else {
          continue
        }
        namespaces[String(attribute.name.dropFirst(6)), default: []].insert(space)
      }
    }
    return namespaces
  }
}
