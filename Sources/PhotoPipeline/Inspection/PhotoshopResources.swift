import DurableFiles

/// The image resource blocks of Photoshop ("Adobe Photoshop File Formats Specification", 2019, "Image
/// Resources Section"), which may be cut up over several APP13 segments.
struct PhotoshopResources {
  static let name = Array("Photoshop 3.0\0".utf8)

  /// The most segments that are put together; one alone holds 64 KiB.
  private static let pieceLimit = 4096
  /// The most resources that are looked at; Photoshop defines some two hundred.
  private static let resourceLimit = 16384
  /// The largest EXIF resource that is read.
  private static let exifLimit = 256 << 10

  private var pieces: [Range<Int>] = []
  /// How many blocks were found before the first segment.
  private(set) var blockIndex = 0

  /// Notes a segment whose resources lie at `range` in the file.
  mutating func add(_ range: Range<Int>, blockIndex: Int) {
    guard pieces.count < Self.pieceLimit else { return }
    if pieces.isEmpty { self.blockIndex = blockIndex }
    pieces.append(range)
  }

  struct Content {
    var blocks: [PhotoInspection.Block] = []
    var exif: ExifReader?
    var location: PhotoInspection.Location?
  }

  /// Lists what lies in the resources.
  func read(from source: any ByteSource) throws -> Content {
    var content = Content()
    guard !pieces.isEmpty else { return content }
    let gathered = GatheredByteSource(source, pieces: pieces)
    var window = ByteWindow(gathered, capacity: 64 << 10)
    // Where a resource is broken, the next segment is a new start.
    var starts: [Int] = []
    var total = 0
    for piece in pieces {
      starts.append(total)
      total += piece.count
    }
    var position = 0
    var nextStart = 1
    for _ in 0..<Self.resourceLimit {
      if let resource = try Self.resource(at: position, in: &window) {
        try content.note(resource, in: &window, exifLimit: Self.exifLimit)
        position = resource.end
      } else {
        while nextStart < starts.count, starts[nextStart] <= position { nextStart += 1 }
        guard nextStart < starts.count else { break }
        position = starts[nextStart]
      }
    }
    return content
  }

  fileprivate struct Resource {
    let id: Int
    let data: Range<Int>
    let end: Int
  }

  /// Signature, id, name as a Pascal string and size; name and data are padded to even lengths.
  private static func resource(at position: Int, in window: inout ByteWindow) throws -> Resource? {
    guard let head = try window.bytes(at: position, count: 7) else { return nil }
    let signature = String(decoding: head[0..<4], as: UTF8.self)
    guard ["8BIM", "PHUT", "AgHg", "DCSR", "MeSa"].contains(signature) else { return nil }
    let nameByteCount = (1 + Int(head[6]) + 1) & ~1
    let size = position + 6 + nameByteCount
    guard let high = try window.uint16(at: size), let low = try window.uint16(at: size + 2) else {
      return nil
    }
    let byteCount = high << 16 | low
    let start = size + 4
    guard byteCount <= window.end - start else { return nil }
    return Resource(
      id: Int(head[4]) << 8 | Int(head[5]), data: start..<start + byteCount,
      end: start + byteCount + (byteCount & 1))
  }
}

extension PhotoshopResources.Content {
  fileprivate mutating func note(
    _ resource: PhotoshopResources.Resource, in window: inout ByteWindow, exifLimit: Int
  ) throws {
    let count = resource.data.count
    guard count > 0 else { return }
    switch resource.id {
    case 0x0404:
      blocks.append(PhotoInspection.Block(kind: .iptc, byteCount: count))
    case 0x0409, 0x040C:
      // A header of 28 bytes stands before the JPEG.
      blocks.append(PhotoInspection.Block(kind: .thumbnail, byteCount: count))
    case 0x040F:
      blocks.append(PhotoInspection.Block(kind: .icc, byteCount: count))
    case 0x0422, 0x0423:
      blocks.append(PhotoInspection.Block(kind: .exif, byteCount: count))
      guard let bytes = try window.bytes(at: resource.data.lowerBound, count: min(count, exifLimit)) else {
        break
      }
      let reader = ExifReader(ByteView(bytes))
      blocks += reader.blocks
      exif = exif ?? reader
    case 0x0424:
      blocks.append(PhotoInspection.Block(kind: .xmp, byteCount: count))
      let bytes = try window.prefix(at: resource.data.lowerBound, limit: 64 << 10)
      location = location ?? XMPReader(Array(bytes.prefix(count))).location
    default:
      break
    }
  }
}
