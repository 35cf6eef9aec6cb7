extension HEIFFile {
  /// An item of a HEIF file.
  public struct Item: Sendable {
    public var id: Int
    public var type: String
    /// Of an item of type `mime`.
    public var contentType = ""
    public var data: [UInt8]
    public var properties: [Property] = []
    /// What it refers to: the type of the reference, and the items.
    public var references: [(type: String, targets: [Int])] = []
    public var isHidden = false
    /// Whether its data lie in the `idat` box.
    public var isInside = false
    /// In how many pieces its data are stored; more than one lie in reverse order.
    public var pieceCount = 1

    public init(
      _ id: Int, _ type: String, _ data: [UInt8], _ properties: [Property] = [],
      references: [(type: String, targets: [Int])] = []
    ) {
      self.id = id
      self.type = type
      self.data = data
      self.properties = properties
      self.references = references
    }

    /// EXIF with the four bytes that say where its TIFF structure starts.
    public static func exif(_ id: Int, _ exif: EXIFBuilder, of picture: Int, hasName: Bool = false) -> Item {
      let data = hasName ? BoxBytes.number(6) + exif.payload() : BoxBytes.number(0) + exif.tiff()
      return Item(id, "Exif", data, references: [("cdsc", [picture])])
    }

    public static func xmp(_ id: Int, _ packet: XMPPacket, of picture: Int) -> Item {
      var item = Item(id, "mime", Array(packet.packet().utf8), references: [("cdsc", [picture])])
      item.contentType = "application/rdf+xml"
      return item
    }

    /// A grid of the items `tiles`, row by row (ISO/IEC 23008-12 §6.6.2.3).
    public static func grid(
      _ id: Int, rows: Int, tiles: [Int], width: Int, height: Int, _ properties: [Property] = []
    ) -> Item {
      let columns = tiles.count / max(1, rows)
      let isWide = max(width, height) > 0xFFFF
      let head = [
        0, isWide ? 1 : 0, UInt8(truncatingIfNeeded: rows - 1), UInt8(truncatingIfNeeded: columns - 1),
      ]
      let size = [width, height].flatMap { isWide ? BoxBytes.number(UInt32($0)) : BoxBytes.number16($0) }
      var item = Item(
        id, "grid", head + size, [.size(width, height)] + properties, references: [("dimg", tiles)])
      item.isInside = true
      return item
    }
  }
}
