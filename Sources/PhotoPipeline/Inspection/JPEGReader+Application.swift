extension JPEGReader {
  /// Notes the application segment APP`number` whose content lies at `payload`.
  mutating func readApplicationSegment(_ number: Int, payload: Range<Int>) throws {
    let head = try window.prefix(
      at: payload.lowerBound, limit: min(payload.count, JPEGSegment.headByteCount))
    let byteCount = payload.count + 4
    let kind: MetadataKind? =
      switch number {
      case 0: readJFIF(head, byteCount: byteCount)
      case 1: try readApplication1(head, payload: payload)
      case 2: try readApplication2(head, payload: payload)
      case 13: readPhotoshop(head, payload: payload)
      case 14: readAdobe(head)
      default: .app(number)
      }
    if let kind { list.add(kind, byteCount) }
  }

  /// ITU-T T.871 §10.1: JFIF's own segment is part of the picture; a thumbnail in it is not.
  ///
  /// - Returns: The kind of the whole segment, or `nil` if it is plain or its parts are listed.
  private mutating func readJFIF(_ head: [UInt8], byteCount: Int) -> MetadataKind? {
    if head.starts(with: JPEGSegment.jfifExtensionName) { return .thumbnail }
    // The name, version, unit, two densities and the thumbnail's size.
    let fixed = 14
    guard head.starts(with: JPEGSegment.jfifName), head.count >= fixed else { return .app(0) }
    let isRepeated = hasJFIF
    hasJFIF = true
    let room = byteCount - 4 - fixed
    let thumbnail = min(room, 3 * Int(head[12]) * Int(head[13]))
    list.add(.thumbnail, thumbnail)
    list.add(.app(0), isRepeated ? byteCount - thumbnail : room - thumbnail)
    return nil
  }

  private mutating func readApplication1(_ head: [UInt8], payload: Range<Int>) throws -> MetadataKind? {
    let byteCount = payload.count + 4
    if head.starts(with: JPEGSegment.exifName) {
      list.add(.exif, byteCount)
      let bytes = try window.prefix(at: payload.lowerBound, limit: payload.count)
      let reader = ExifReader(ByteView(bytes).dropFirst(JPEGSegment.exifHeaderByteCount))
      for block in reader.blocks { list.add(block.kind, block.byteCount) }
      metadata.exif = metadata.exif ?? reader
      metadata.exifLocation = metadata.exifLocation ?? reader.location
      return nil
    }
    if head.starts(with: JPEGSegment.xmpName) {
      guard metadata.packetCount < JPEGMetadata.packetLimit else { return .xmp }
      metadata.packetCount += 1
      let packet = XMPReader(try window.prefix(at: payload.lowerBound, limit: payload.count))
      metadata.xmpLocation = metadata.xmpLocation ?? packet.location
      metadata.movieDistance = metadata.movieDistance ?? packet.movieDistanceFromEnd
      if metadata.items.isEmpty { metadata.items = packet.items }
      return .xmp
    }
    if head.starts(with: ExtendedXMP.name) {
      metadata.extendedXMP.add(head, at: payload)
      return .xmp
    }
    if head.starts(with: ThermalRecords.name) { metadata.thermal.add(head, at: payload) }
    return .app(1)
  }

  private mutating func readApplication2(_ head: [UInt8], payload: Range<Int>) throws -> MetadataKind? {
    if head.starts(with: JPEGSegment.iccName) {
      metadata.icc.add(head, at: payload)
      return .icc
    }
    if head.starts(with: JPEGSegment.gainMapName) { return .gainMap }
    guard head.starts(with: MultiPictureIndex.name) else { return .app(2) }
    if metadata.pictures.isEmpty {
      let bytes = try window.prefix(at: payload.lowerBound, limit: payload.count)
      let skipped = MultiPictureIndex.name.count
      metadata.pictures =
        MultiPictureIndex(
          ByteView(bytes).dropFirst(skipped), base: payload.lowerBound + skipped, end: window.end
        ).pictures
    }
    return .mpf
  }

  private mutating func readPhotoshop(_ head: [UInt8], payload: Range<Int>) -> MetadataKind? {
    for name in [PhotoshopResources.name, JPEGSegment.oldPhotoshopName] where head.starts(with: name) {
      list.add(.photoshop, payload.count + 4)
      metadata.photoshop.add(
        payload.lowerBound + name.count..<payload.upperBound, blockIndex: list.blocks.count)
      return nil
    }
    return .app(13)
  }

  /// Adobe Technical Note 5116: name, version, two flags, then the colour transform.
  private mutating func readAdobe(_ head: [UInt8]) -> MetadataKind? {
    if head.count >= 12, head.starts(with: JPEGSegment.adobeName) { adobeTransform = Int(head[11]) }
    return .app(14)
  }
}
