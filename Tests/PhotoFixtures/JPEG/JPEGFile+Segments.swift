extension JPEGFile {
  /// Where ``adding(_:at:)`` puts segments.
  public enum Place: Sendable, Hashable {
    /// Right behind SOI, where EXIF 2.32 §4.7.2 wants its segment.
    case start
    /// Behind the application and comment segments that open the file.
    case afterMetadata
    /// Right before the first scan.
    case beforeScan
  }

  /// Adds segments, in their order.
  public func adding(_ added: [JPEGSegment], at place: Place = .afterMetadata) -> JPEGFile {
    var copy = self
    let index =
      switch place {
      case .start: 0
      case .afterMetadata:
        segments.firstIndex { !JPEGMarker.isMetadata($0.marker) } ?? segments.endIndex
      case .beforeScan: segments.endIndex
      }
    copy.segments.insert(contentsOf: added, at: index)
    return copy
  }

  /// Adds one segment.
  public func adding(_ segment: JPEGSegment, at place: Place = .afterMetadata) -> JPEGFile {
    adding([segment], at: place)
  }

  /// Adds an EXIF segment right behind SOI, before any that is there already.
  public func adding(_ exif: EXIFBuilder) -> JPEGFile {
    adding(.exif(exif), at: .start)
  }

  /// Adds a color profile; see ``JPEGSegment/icc(_:chunks:claimed:)``.
  public func adding(profile: [UInt8], chunks: Int = 1) -> JPEGFile {
    adding(JPEGSegment.icc(profile, chunks: chunks))
  }

  /// Adds an XMP packet, and splits what is too long into extended XMP.
  public func adding(_ xmp: XMPPacket) -> JPEGFile {
    adding(xmp.segments())
  }

  /// Adds bytes behind everything else.
  public func adding(trailer bytes: [UInt8]) -> JPEGFile {
    var copy = self
    copy.trailer += bytes
    return copy
  }

  /// Drops all segments with that marker, such as `JPEGMarker.app(0)` for JFIF.
  public func removing(_ marker: UInt8) -> JPEGFile {
    var copy = self
    copy.segments.removeAll { $0.marker == marker }
    return copy
  }

  /// Sets the transform of the Adobe segment, which must be there.
  public func settingAdobeTransform(_ transform: UInt8) -> JPEGFile {
    var copy = self
    for index in segments.indices
    where segments[index].marker == JPEGMarker.app(14) && segments[index].payload.count == 12 {
      copy.segments[index].payload[11] = transform
    }
    return copy
  }
}
