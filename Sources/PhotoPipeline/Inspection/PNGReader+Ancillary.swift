extension PNGReader {
  /// Notes a chunk that a decoder may leave out: one that describes how the picture looks, metadata, or
  /// something that nobody knows.
  mutating func readAncillary(_ chunk: PNGChunk) throws {
    switch chunk.type {
    case "eXIf", "zxIf":
      try readExif(chunk)
    case "iCCP":
      try readProfile(chunk)
    case "tEXt", "zTXt", "iTXt":
      try readText(chunk)
    // When the file was changed, and GIF's plain text.
    case "tIME", "gIFt":
      list.add(.text, chunk.byteCount)
    case "acTL", "fcTL", "fdAT":
      noteAnimation(chunk)
    case let type where PNGChunk.describingLengths[type]?.contains(chunk.data.count) == true:
      guard isBeforeData, isFirst(chunk), try readDescription(chunk) else {
        list.add(.trailer, chunk.byteCount)
        return
      }
    default:
      list.add(.trailer, chunk.byteCount)
    }
  }

  /// `eXIf` (§11.3.4.7) holds a TIFF structure; `zxIf` is a form of it that was given up, packed.
  private mutating func readExif(_ chunk: PNGChunk) throws {
    list.add(.exif, chunk.byteCount)
    guard chunk.type == "eXIf", metadata.wantsExif else { return }
    let bytes = try window.prefix(
      at: chunk.data.lowerBound, limit: min(chunk.data.count, StillMetadata.exifLimit))
    metadata.readExif(bytes, isOwn: true, byteCount: chunk.byteCount, list: &list)
  }

  /// §11.3.2.3: a name of at most 79 characters, a zero, the method 0, and the packed profile.
  private mutating func readProfile(_ chunk: PNGChunk) throws {
    list.add(.icc, chunk.byteCount)
    guard isBeforeData, isFirst(chunk), chunk.isIntact else { return }
    let start = chunk.data.lowerBound
    guard
      let nameEnd = try window.firstIndex(
        of: 0, from: start, limit: min(chunk.data.upperBound, start + 80)),
      try window.byte(at: nameEnd + 1) == 0, nameEnd + 2 < chunk.data.upperBound
    else { return }
    let output = try Inflation.output(
      of: nameEnd + 2..<chunk.data.upperBound, in: &window, limit: EmbeddedProfile.byteLimit + 1)
    if output.isComplete { metadata.profile = try EmbeddedProfile(output.bytes) }
  }

  /// Reads a chunk that describes how the picture looks.
  ///
  /// - Returns: Whether it belongs to the picture.
  /// - Throws: ``PhotoPreparer/Error`` if pixels cannot be trusted without it.
  private mutating func readDescription(_ chunk: PNGChunk) throws -> Bool {
    guard let colorType = structure?.colorType else { return false }
    if chunk.type == "tRNS" { return try readTransparency(chunk, of: colorType) }
    // What a wrong checksum belongs to is not believed; but it was made to describe the picture.
    guard chunk.isIntact else { return true }
    let view = ByteView(try window.prefix(at: chunk.data.lowerBound, limit: chunk.data.count))
    switch chunk.type {
    case "sRGB": structure?.renderingIntent = view.uint8(at: 0).flatMap { $0 < 4 ? $0 : nil }
    case "gAMA": structure?.gamma = view.uint32(at: 0).flatMap { $0 > 0 ? Double($0) / 100_000 : nil }
    case "cHRM": structure?.chromaticities = .init(view)
    case "cICP": structure?.codePoints = .init(view)
    case "bKGD": return chunk.data.count == (colorType == .palette ? 1 : colorType.isGray ? 2 : 6)
    default: break
    }
    return true
  }

  /// §11.3.1.1: an opacity for each of the first entries of the palette, or the one transparent color.
  private mutating func readTransparency(
    _ chunk: PNGChunk, of colorType: PNGStructure.ColorType
  ) throws -> Bool {
    let isFitting =
      switch colorType {
      case .gray: chunk.data.count == 2
      case .rgb: chunk.data.count == 6
      case .palette: chunk.data.count <= structure?.paletteCount ?? 0
      case .grayAlpha, .rgbAlpha: false
      }
    guard isFitting else { return false }
    guard chunk.isIntact else { throw damaged("its chunk tRNS has a wrong checksum") }
    structure?.hasTransparency = true
    return true
  }
}

extension PNGStructure.Chromaticities {
  /// §11.3.2.1: white, red, green, blue, each as x and y in hundred-thousandths.
  fileprivate init?(_ view: ByteView) {
    let numbers = (0..<8).compactMap { view.uint32(at: $0 * 4) }.map { Double($0) / 100_000 }
    guard numbers.count == 8 else { return nil }
    func point(_ index: Int) -> PNGStructure.Chromaticity {
      .init(x: numbers[index * 2], y: numbers[index * 2 + 1])
    }
    self.init(white: point(0), red: point(1), green: point(2), blue: point(3))
  }
}

extension PNGStructure.CodePoints {
  /// §11.3.2.6.
  fileprivate init?(_ view: ByteView) {
    guard let primaries = view.uint8(at: 0), let transfer = view.uint8(at: 1),
      let matrix = view.uint8(at: 2), let range = view.uint8(at: 3)
    else { return nil }
    self.init(primaries: primaries, transfer: transfer, matrix: matrix, isFullRange: range == 1)
  }
}
