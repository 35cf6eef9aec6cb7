extension JPEGFile {
  /// Changes what the frame header claims, and nothing of the coded data.
  ///
  /// - Parameters:
  ///   - width: 0 to 65535.
  ///   - height: 0 to 65535; 0 says that a DNL segment will tell.
  ///   - precision: Bits a sample: 8, 12 or, lossless, up to 16.
  ///   - marker: 0xC0 baseline, 0xC1 extended, 0xC2 progressive, 0xC3 lossless, 0xC9 arithmetic.
  public func claiming(
    width: Int? = nil, height: Int? = nil, precision: UInt8? = nil, marker: UInt8? = nil
  ) -> JPEGFile {
    var copy = self
    for index in segments.indices where JPEGMarker.isFrame(segments[index].marker) {
      // T.81 §B.2.2: precision, number of lines, samples a line.
      if let precision { copy.segments[index].payload[0] = precision }
      if let height { copy.segments[index].payload.replaceSubrange(1..<3, with: Self.number(height)) }
      if let width { copy.segments[index].payload.replaceSubrange(3..<5, with: Self.number(width)) }
      if let marker { copy.segments[index].marker = marker }
    }
    return copy
  }

  /// Moves the height from the frame header to a DNL segment behind the first scan (T.81 §B.2.5), which
  /// is lawful and hardly ever seen.
  public func withHeightBehindScan() -> JPEGFile {
    guard let frame = segments.first(where: { JPEGMarker.isFrame($0.marker) }) else { return self }
    var copy = claiming(height: 0)
    copy.scans +=
      JPEGSegment(marker: JPEGMarker.defineNumberOfLines, payload: Array(frame.payload[1..<3])).bytes
    return copy
  }

  private static func number(_ value: Int) -> [UInt8] {
    ByteOrder.bigEndian.bytes(UInt16(truncatingIfNeeded: value))
  }

  /// A file of a few hundred bytes that claims to be a progressive picture of that size.
  ///
  /// A decoder that believes it reserves two bytes for each coefficient, 12 GB for 64250x64250 at 4:2:0,
  /// before it learns that there are hardly any data.
  public static func vast(width: Int = 64_250, height: Int = 64_250, isProgressive: Bool = true) throws
    -> JPEGFile
  {
    try JPEGFile(.solid(width: 8, height: 8), .init(isProgressive: isProgressive))
      .claiming(width: width, height: height)
  }
}
