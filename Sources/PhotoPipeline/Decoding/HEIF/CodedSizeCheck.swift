import DurableFiles

/// Checks that coded pictures are as large as the boxes of their file say, before a decoder takes memory for them.
struct CodedSizeCheck {
  /// More units than this in one picture are refused; cameras write one to ten.
  private static let unitLimit = 4096

  private let image: HEIFImage
  private let source: any ByteSource

  init(_ image: HEIFImage, in source: any ByteSource) {
    self.image = image
    self.source = source
  }

  /// Looks at every parameter set of HEVC, in the set-up of the decoder and among the data.
  ///
  /// - Throws: ``PhotoPreparer/Error`` if one claims more pixels than the boxes, ``FileSystemError`` if `source`
  ///   cannot be read.
  func run() throws {
    guard image.coding == .hevc else { return }
    for tile in image.tiles {
      for set in HEVCParameterSet.all(inConfiguration: tile.configuration) { try check(set) }
      guard tile.configuration.count > 21 else { continue }
      try checkUnits(of: tile, lengthByteCount: Int(tile.configuration[21] & 3) + 1)
    }
  }

  private func check(_ set: HEVCParameterSet) throws(PhotoPreparer.Error) {
    // Coded pictures are whole blocks of 64 pixels at most; what is too much is cut off.
    guard set.size.width < image.tileWidth + 64, set.size.height < image.tileHeight + 64 else {
      throw .damaged(
        file: source.name,
        reason: """
          its pictures say that they have \(image.tileWidth)x\(image.tileHeight) pixels, but \
          \(set.size.width)x\(set.size.height) are coded
          """)
    }
  }

  /// ISO/IEC 14496-15 §8.3: each unit stands behind its length.
  private func checkUnits(of tile: HEIFImage.Tile, lengthByteCount: Int) throws {
    // A picture in several pieces may have a unit across two of them; that is left to the decoder.
    guard let extent = tile.extents.first else { return }
    var position = extent.lowerBound
    for _ in 0..<Self.unitLimit {
      let head = try bytes(at: position, count: min(lengthByteCount + 1, extent.upperBound - position))
      guard head.count == lengthByteCount + 1 else { return }
      let length = head.prefix(lengthByteCount).reduce(0) { $0 << 8 | Int($1) }
      let start = position + lengthByteCount
      if Int(head[lengthByteCount] >> 1 & 0x3F) == HEVCParameterSet.type {
        let unit = try bytes(
          at: start, count: min(length, HEVCParameterSet.headByteCount, extent.upperBound - start))
        if let set = HEVCParameterSet(unit) { try check(set) }
      }
      position = start + length
      if position >= extent.upperBound { return }
    }
    throw PhotoPreparer.Error.damaged(
      file: source.name, reason: "a picture of it has more than \(Self.unitLimit) units")
  }

  private func bytes(at offset: Int, count: Int) throws -> [UInt8] {
    guard count > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: count)
    let done = try bytes.withUnsafeMutableBytes { buffer in try source.read(into: buffer, at: offset) }
    return Array(bytes.prefix(done))
  }
}
