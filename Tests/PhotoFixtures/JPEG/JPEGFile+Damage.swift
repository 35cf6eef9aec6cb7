extension JPEGFile {
  /// The file without its end marker; all pixels are there.
  public func withoutEndOfImage() -> JPEGFile {
    var copy = self
    copy.hasEndOfImage = false
    return copy
  }

  /// The file up to a part of its coded data: pixels are missing.
  ///
  /// - Parameter fraction: How much of the coded data stays, 0 to 1.
  public func cut(keeping fraction: Double) -> [UInt8] {
    var copy = self
    copy.scans = Array(scans.prefix(Int(Double(scans.count) * fraction)))
    copy.hasEndOfImage = false
    copy.trailer = []
    copy.multiPicture = nil
    return copy.bytes
  }

  /// The file with a part of its coded data overwritten by zeros, as a bad memory card leaves it.
  public func zeroing(from start: Double, to end: Double) -> JPEGFile {
    var copy = self
    let range = Int(Double(scans.count) * start)..<Int(Double(scans.count) * end)
    copy.scans.replaceSubrange(range, with: [UInt8](repeating: 0, count: range.count))
    return copy
  }

  /// Zeros behind the end, as cameras that write whole blocks leave them.
  public func padded(zeros count: Int) -> JPEGFile {
    adding(trailer: [UInt8](repeating: 0, count: count))
  }

  /// Fill bytes (0xFF) before each marker of the header, which T.81 §B.1.1.2 allows.
  public func bytesWithFill(_ count: Int) -> [UInt8] {
    let fill = [UInt8](repeating: 0xFF, count: count)
    let header = segments.flatMap { fill + $0.bytes }
    return [0xFF, JPEGMarker.startOfImage] + header + fill + scans + fill
      + [0xFF, JPEGMarker.endOfImage] + trailer
  }
}
