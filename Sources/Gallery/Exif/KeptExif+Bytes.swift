extension KeptExif {
  /// The block: header, directories with their values behind them, thumbnail. Empty if there is nothing to say.
  func bytes() -> [UInt8] {
    guard !isEmpty else { return [] }
    var main = image
    var exif = photo
    var small: [Int: ExifField] = [:]
    // Pointers take the four bytes of their field; they are set once it is known where things lie.
    let unknown = make.long(0)
    if !interoperability.isEmpty { exif[ExifTag.interoperabilityDirectory] = unknown }
    if !exif.isEmpty { main[ExifTag.photoDirectory] = unknown }
    if !gps.isEmpty { main[ExifTag.gpsDirectory] = unknown }
    if let thumbnail {
      small = [
        ExifTag.compression: make.short(6), ExifTag.thumbnailOffset: unknown,
        ExifTag.thumbnailByteCount: make.long(thumbnail.count),
      ]
    }

    // What must lie at its old place comes first, and everything else behind it.
    let fixed = exif.values.filter { $0.place != nil }
    var end = fixed.map { ($0.place ?? 0) + $0.bytes.count }.max() ?? 8
    end = (max(end, 8) + 1) & ~1
    func place(_ fields: [Int: ExifField]) -> Int {
      let start = end
      if !fields.isEmpty { end += Self.byteCount(of: fields) }
      return start
    }
    let mainPlace = place(main)
    let exifPlace = place(exif)
    let interoperabilityPlace = place(interoperability)
    let gpsPlace = place(gps)
    let smallPlace = place(small)
    if main[ExifTag.photoDirectory] != nil { main[ExifTag.photoDirectory] = make.long(exifPlace) }
    if main[ExifTag.gpsDirectory] != nil { main[ExifTag.gpsDirectory] = make.long(gpsPlace) }
    if !interoperability.isEmpty {
      exif[ExifTag.interoperabilityDirectory] = make.long(interoperabilityPlace)
    }
    if thumbnail != nil { small[ExifTag.thumbnailOffset] = make.long(end) }

    var bytes = (make.isBigEndian ? [0x4D, 0x4D] : [0x49, 0x49]) + make.bytes(42, count: 2)
    bytes += make.bytes(mainPlace, count: 4)
    bytes += [UInt8](repeating: 0, count: mainPlace - bytes.count)
    for field in fixed {
      guard let start = field.place else { continue }
      bytes.replaceSubrange(start..<start + field.bytes.count, with: field.bytes)
    }
    append(main, next: small.isEmpty ? 0 : smallPlace, to: &bytes)
    for fields in [exif, interoperability, gps, small] where !fields.isEmpty { append(fields, to: &bytes) }
    return bytes + (thumbnail ?? [])
  }

  /// The bytes of a directory and of the values behind it.
  private static func byteCount(of fields: [Int: ExifField]) -> Int {
    6 + fields.count * 12 + fields.values.reduce(0) { $0 + $1.outsideByteCount }
  }

  /// TIFF 6.0 §2: the number of fields, the fields in the order of their tags, where the next directory lies.
  private func append(_ fields: [Int: ExifField], next: Int = 0, to bytes: inout [UInt8]) {
    var outside = bytes.count + 6 + fields.count * 12
    var values: [UInt8] = []
    bytes += make.bytes(fields.count, count: 2)
    for (tag, field) in fields.sorted(by: { $0.key < $1.key }) {
      bytes +=
        make.bytes(tag, count: 2) + make.bytes(field.type, count: 2) + make.bytes(field.count, count: 4)
      if let place = field.place {
        bytes += make.bytes(place, count: 4)
      } else if field.bytes.count <= 4 {
        bytes += field.bytes + [UInt8](repeating: 0, count: 4 - field.bytes.count)
      } else {
        bytes += make.bytes(outside, count: 4)
        values += field.bytes + (field.bytes.count % 2 == 1 ? [0] : [])
        outside += field.outsideByteCount
      }
    }
    bytes += make.bytes(next, count: 4) + values
  }
}
