import DurableFiles

/// Looks for the first EXIF block and the first XMP packet of a photo that was inspected before.
///
/// Inspection has walked the same file and found it in order, so a walk that meets something unexpected just
/// ends.
struct MetadataSearch {
  struct Packet {
    /// The first bytes, as many as are kept.
    var bytes: [UInt8]
    /// How long the packet is.
    var byteCount: Int
  }

  /// The most bytes of a packet that are read; a longer one is told by its size.
  private let packetLimit: Int
  /// The most segments, chunks or items that are looked at.
  private static let stepLimit = 1 << 16

  /// A TIFF structure.
  private(set) var exif: [UInt8]?
  private(set) var packet: Packet?
  private let source: any ByteSource
  private var window: ByteWindow

  init(_ source: any ByteSource, packetLimit: Int = (64 << 10) + 1) {
    self.source = source
    self.packetLimit = packetLimit
    window = ByteWindow(source, capacity: 64 << 10)
  }

  /// Whether there is nothing left to look for.
  private var isDone: Bool { exif != nil && packet != nil }

  mutating func run(_ format: PhotoFormat) throws {
    switch format {
    case .jpeg: try searchJPEG()
    case .png: try searchPNG()
    case .webp: try searchWebP()
    case .gif: try searchGIF()
    case .heic, .heif, .avif: try searchHEIF()
    case .mp4, .quickTime: break
    }
  }

  private mutating func takeExif(_ range: Range<Int>) throws {
    guard exif == nil else { return }
    takeExif(try window.prefix(at: range.lowerBound, limit: min(range.count, StillMetadata.exifLimit)))
  }

  /// - Parameter bytes: With or without the name before it that JPEG gives it.
  private mutating func takeExif(_ bytes: [UInt8]) {
    guard exif == nil else { return }
    let isNamed = ByteView(bytes).starts(with: JPEGSegment.exifName)
    exif = isNamed ? Array(bytes.dropFirst(JPEGSegment.exifHeaderByteCount)) : bytes
  }

  private mutating func takePacket(_ range: Range<Int>) throws {
    guard packet == nil else { return }
    let bytes = try window.prefix(at: range.lowerBound, limit: min(range.count, packetLimit))
    packet = Packet(bytes: bytes, byteCount: range.count)
  }

  private mutating func takePacket(_ bytes: [UInt8]) {
    if packet == nil { packet = Packet(bytes: bytes, byteCount: bytes.count) }
  }

  /// ITU-T T.81 §B.1.1: segments up to the first scan.
  private mutating func searchJPEG() throws {
    var position = 2
    for _ in 0..<Self.stepLimit where !isDone {
      guard let start = try window.firstIndex(of: 0xFF, from: position, limit: window.end),
        let marker = try window.byte(at: start + 1)
      else { return }
      position = start + 1
      // Fill bytes, stray bytes, and markers without a length.
      if marker == 0xFF || marker == 0 { continue }
      if (0xD0...0xD8).contains(marker) || marker == 0x01 {
        position = start + 2
        continue
      }
      guard marker != 0xDA, marker != 0xD9, let length = try window.uint16(at: start + 2), length >= 2 else {
        return
      }
      let payload = start + 4..<start + 2 + length
      position = payload.upperBound
      guard marker == 0xE1 else { continue }
      let head = ByteView(try window.prefix(at: payload.lowerBound, limit: min(payload.count, 64)))
      if head.starts(with: JPEGSegment.exifName) {
        try takeExif(payload)
      } else if head.starts(with: JPEGSegment.xmpName) {
        try takePacket(payload.dropFirst(JPEGSegment.xmpName.count))
      }
    }
  }

  /// PNG §5.3.
  private mutating func searchPNG() throws {
    var position = PNGReader.signatureByteCount
    for _ in 0..<Self.stepLimit where !isDone {
      let head = try window.prefix(at: position, limit: 8)
      guard head.count == 8, let length = ByteView(head).uint32(at: 0) else { return }
      let data = position + 8..<position + 8 + length
      position = data.upperBound + 4
      switch String(decoding: head[4...], as: UTF8.self) {
      case "eXIf": try takeExif(data)
      case "iTXt", "zTXt", "tEXt": try searchText(data)
      case "IEND": return
      default: break
      }
    }
  }

  /// PNG §11.3.3: a keyword, a zero, and in an international text a flag, a method and two more texts.
  private mutating func searchText(_ data: Range<Int>) throws {
    let start = data.lowerBound
    guard let end = try window.firstIndex(of: 0, from: start, limit: min(data.upperBound, start + 80)) else {
      return
    }
    let keyword = String(decoding: try window.prefix(at: start, limit: end - start), as: UTF8.self)
    if keyword == "XML:com.adobe.xmp" {
      guard let flag = try window.byte(at: end + 1),
        let language = try window.firstIndex(of: 0, from: end + 3, limit: data.upperBound),
        let translation = try window.firstIndex(of: 0, from: language + 1, limit: data.upperBound)
      else { return }
      let text = translation + 1..<data.upperBound
      guard flag == 1 else { return try takePacket(text) }
      takePacket(try Inflation.output(of: text, in: &window, limit: packetLimit).bytes)
    } else if keyword.hasPrefix(RawProfile.keyword), end + 2 <= data.upperBound, exif == nil,
      ["exif", "app1"].contains(keyword.dropFirst(RawProfile.keyword.count).lowercased())
    {
      let isPacked = try window.byte(at: start - 4) == UInt8(ascii: "z")
      let text =
        isPacked
        ? try Inflation.output(of: end + 2..<data.upperBound, in: &window, limit: StillMetadata.textLimit)
          .bytes
        : try window.prefix(
          at: end + 1, limit: min(data.upperBound - end - 1, StillMetadata.textLimit))
      guard let bytes = RawProfile.bytes(text) else { return }
      if ByteView(bytes).starts(with: JPEGSegment.xmpName) {
        takePacket(Array(bytes.dropFirst(JPEGSegment.xmpName.count)))
      } else {
        takeExif(bytes)
      }
    }
  }

  /// RFC 9649 §2.3: chunks of a type, a length and data, padded to an even length.
  private mutating func searchWebP() throws {
    var position = 12
    for _ in 0..<Self.stepLimit where !isDone {
      let head = try window.prefix(at: position, limit: 8)
      guard head.count == 8, let length = ByteView(head).uint32(at: 4, bigEndian: false) else { return }
      let data = position + 8..<position + 8 + length
      position = data.upperBound + length % 2
      switch String(decoding: head[..<4], as: UTF8.self) {
      case "EXIF": try takeExif(data)
      case "XMP ", "XMP\0": try takePacket(data)
      default: break
      }
    }
  }

  /// XMP part 3 §1.1.2: the packet stands in an application extension as it is.
  private mutating func searchGIF() throws {
    let name = [0x21, 0xFF, 0x0B] + Array("XMP DataXMP".utf8)
    let closing = Array("<?xpacket end".utf8)
    guard let start = try window.firstIndex(of: name, from: 0, limit: window.end) else { return }
    let text = start + name.count
    let limit = min(window.end, text + packetLimit)
    guard let last = try window.firstIndex(of: closing, from: text, limit: limit),
      let end = try window.firstIndex(of: UInt8(ascii: ">"), from: last, limit: limit)
    else { return }
    try takePacket(text..<end + 1)
  }

  /// ISO/IEC 23008-12 annex A.
  private mutating func searchHEIF() throws {
    guard let meta = try TopLevelBoxes(&window).first("meta") else { return }
    let table = try HEIFItemTable(meta: meta, window: &window, file: source.name)
    for item in table.items.prefix(Self.stepLimit) where !isDone && !item.isElsewhere {
      let data = GatheredByteSource(source, pieces: item.extents)
      switch item.type {
      case "Exif" where exif == nil:
        var part = ByteWindow(data)
        let view = ByteView(try part.prefix(at: 0, limit: StillMetadata.exifLimit))
        // Four bytes say how far behind them the structure starts; writers that get it wrong put it there.
        let starts = [4 + (view.uint32(at: 0) ?? 0), 4, 10, 0]
        if let start = starts.first(where: { TIFFBlock(view.dropFirst($0)) != nil }) {
          exif = Array(view.dropFirst(start).slice)
        }
      case "mime" where item.contentType == "application/rdf+xml" && packet == nil:
        var part = ByteWindow(data)
        packet = Packet(
          bytes: try part.prefix(at: 0, limit: packetLimit), byteCount: data.byteCount)
      default: break
      }
    }
  }
}
