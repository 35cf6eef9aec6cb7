import DurableFiles

/// Checks that coded pictures are as large as the boxes of their file say, before a decoder takes memory for them
/// and before parts that are too small leave pixels of a composed picture out.
struct CodedSizeCheck {
  /// More units than this in one picture are refused; cameras write one to ten.
  private static let unitLimit = 4096

  private let image: HEIFImage
  private let source: any ByteSource
  /// Whether too small is wrong as well. A single picture is measured when it is decoded.
  private let isExact: Bool

  init(_ image: HEIFImage, in source: any ByteSource) {
    self.image = image
    self.source = source
    isExact = image.isComposed
  }

  /// Looks at every parameter set of HEVC and every sequence header of AV1, in the set-up of the decoder and
  /// among the data.
  ///
  /// - Throws: ``PhotoPreparer/Error`` if one claims more pixels than the boxes, or other sides where the picture is
  ///   composed; ``FileSystemError`` if `source` cannot be read.
  func run() throws {
    for part in image.parts {
      switch part.coding {
      case .hevc:
        let configuration = part.tile.configuration
        for set in HEVCParameterSet.all(inConfiguration: configuration) { try check(set, of: part) }
        guard configuration.count > 21 else { continue }
        try checkHEVCUnits(of: part, lengthByteCount: Int(configuration[21] & 3) + 1)
      case .av1:
        try checkAV1Units(of: part)
      case .other:
        break
      }
    }
  }

  private func check(_ set: HEVCParameterSet, of part: HEIFImage.Part) throws(PhotoPreparer.Error) {
    try checkMemory(of: set.size, for: part)
    try checkExactly(set.shownSize ?? set.size, of: part)
  }

  private func checkMemory(of size: PixelSize, for part: HEIFImage.Part) throws(PhotoPreparer.Error) {
    // Coded pictures are whole blocks of 64 pixels at most; what is too much is cut off.
    guard size.width < part.width + 64, size.height < part.height + 64 else { throw lie(part, size) }
  }

  private func checkExactly(_ size: PixelSize, of part: HEIFImage.Part) throws(PhotoPreparer.Error) {
    guard !isExact || size == PixelSize(width: part.width, height: part.height) else { throw lie(part, size) }
  }

  private func lie(_ part: HEIFImage.Part, _ size: PixelSize) -> PhotoPreparer.Error {
    .damaged(
      file: source.name,
      reason: """
        its pictures say that they have \(part.width)x\(part.height) pixels, but \
        \(size.width)x\(size.height) are coded
        """)
  }

  private var hasTooManyUnits: PhotoPreparer.Error {
    .damaged(file: source.name, reason: "a picture of it has more than \(Self.unitLimit) units")
  }

  /// A picture in several pieces may have a unit across two of them, so it is read as one.
  private func data(of part: HEIFImage.Part) -> GatheredByteSource {
    GatheredByteSource(source, pieces: part.tile.extents)
  }

  private func bytes(of data: GatheredByteSource, at offset: Int, count: Int) throws -> [UInt8] {
    guard count > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: count)
    let done = try bytes.withUnsafeMutableBytes { buffer in try data.read(into: buffer, at: offset) }
    return Array(bytes.prefix(done))
  }
}

// MARK: - HEVC

extension CodedSizeCheck {
  /// ISO/IEC 14496-15 §8.3: each unit stands behind its length.
  private func checkHEVCUnits(of part: HEIFImage.Part, lengthByteCount: Int) throws {
    // libheif takes all lengths for four bytes.
    guard !isExact || lengthByteCount == 4 else {
      throw PhotoPreparer.Error.unsupported(
        file: source.name, reason: "units with lengths of \(lengthByteCount) bytes are not decoded")
    }
    let data = data(of: part)
    var position = 0
    for _ in 0..<Self.unitLimit {
      let head = try bytes(of: data, at: position, count: lengthByteCount + 1)
      guard head.count == lengthByteCount + 1 else { return }
      let length = head.prefix(lengthByteCount).reduce(0) { $0 << 8 | Int($1) }
      let start = position + lengthByteCount
      if HEVCParameterSet.isHeader(Int(head[lengthByteCount])) {
        let unit = try bytes(of: data, at: start, count: min(length, HEVCParameterSet.headByteCount))
        if let set = HEVCParameterSet(unit) { try check(set, of: part) }
      }
      position = start + length
      if position >= data.byteCount { return }
    }
    throw hasTooManyUnits
  }
}

// MARK: - AV1

extension CodedSizeCheck {
  /// The set-up of the decoder, behind its four bytes (AV1 in ISOBMFF §2.3.3), and then the data.
  private func checkAV1Units(of part: HEIFImage.Part) throws {
    var sequence: AV1SequenceHeader?
    try checkAV1Units(of: part, part.tile.configuration.count - 4, &sequence) { offset, count in
      Array(part.tile.configuration.dropFirst(4 + offset).prefix(count))
    }
    let data = data(of: part)
    try checkAV1Units(of: part, data.byteCount, &sequence) { try bytes(of: data, at: $0, count: $1) }
  }

  private func checkAV1Units(
    of part: HEIFImage.Part, _ byteCount: Int, _ sequence: inout AV1SequenceHeader?,
    read: (_ offset: Int, _ count: Int) throws -> [UInt8]
  ) throws {
    var position = 0
    for _ in 0..<Self.unitLimit {
      guard position < byteCount else { return }
      let head = try read(position, min(AV1Unit.headerLimit, byteCount - position))
      guard let unit = AV1Unit(head) else { return }
      let start = position + unit.headerByteCount
      let end = min(unit.contentByteCount.map { start + $0 } ?? byteCount, byteCount)
      let count = unit.kind == .other ? 0 : min(AV1SequenceHeader.headByteCount, end - start)
      let content = try read(start, count)
      switch unit.kind {
      case .sequenceHeader:
        sequence = AV1SequenceHeader(content)
        if let sequence {
          try checkMemory(of: sequence.size, for: part)
          try checkExactly(sequence.size, of: part)
        }
      case .frame:
        // Encoders take as few bits for a side as they must: what a frame can say is less than twice the side.
        guard let sequence, !sequence.isPlain(frame: content) else { break }
        guard !isExact else {
          throw PhotoPreparer.Error.unsupported(
            file: source.name, reason: "tiles that say their sizes anew are not decoded")
        }
        if !isSmall(sequence.largestSize, for: part) {
          try checkMemory(of: sequence.largestSize, for: part)
        }
      case .other:
        break
      }
      position = max(end, position + 1)
    }
    throw hasTooManyUnits
  }

  private func isSmall(_ size: PixelSize, for part: HEIFImage.Part) -> Bool {
    size.width / 2 <= part.width && size.height / 2 <= part.height
  }
}
