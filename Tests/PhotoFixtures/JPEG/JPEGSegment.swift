/// A marker segment of a JPEG: a marker, a length that is written for it, and a payload.
public struct JPEGSegment: Hashable, Sendable {
  public var marker: UInt8
  /// At most 65,533 bytes.
  public var payload: [UInt8]

  public init(marker: UInt8, payload: [UInt8]) {
    precondition(payload.count <= 65_533, "a JPEG segment holds at most 65,533 bytes")
    self.marker = marker
    self.payload = payload
  }

  /// The segment as the file holds it.
  public var bytes: [UInt8] {
    [0xFF, marker] + ByteOrder.bigEndian.bytes(UInt16(payload.count + 2)) + payload
  }

  /// An application segment, `number` 0 to 15, with a signature that ends in a zero, and then `data`.
  public static func app(_ number: Int, _ signature: String, _ data: [UInt8]) -> JPEGSegment {
    JPEGSegment(marker: JPEGMarker.app(number), payload: Array(signature.utf8) + [0] + data)
  }

  public static func comment(_ text: String) -> JPEGSegment {
    JPEGSegment(marker: JPEGMarker.comment, payload: Array(text.utf8))
  }

  public static func exif(_ exif: EXIFBuilder) -> JPEGSegment {
    JPEGSegment(marker: JPEGMarker.app(1), payload: exif.payload())
  }

  /// The Adobe segment with its transform: 0 for none, 1 for YCbCr, 2 for YCCK.
  public static func adobe(transform: UInt8) -> JPEGSegment {
    JPEGSegment(
      marker: JPEGMarker.app(14), payload: Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, transform])
  }

  /// A JFIF 1.02 segment, square pixels without a unit, with an uncompressed thumbnail on demand.
  ///
  /// - Precondition: the thumbnail is at most 147x147 or so: its samples must fit the segment.
  public static func jfif(thumbnail: Raster? = nil) -> JPEGSegment {
    let size = [UInt8(thumbnail?.width ?? 0), UInt8(thumbnail?.height ?? 0)]
    return app(0, "JFIF", [1, 2, 0, 0, 1, 0, 1] + size + (thumbnail?.rgb ?? []))
  }

  /// A JFIF extension segment with a thumbnail that is itself a JPEG.
  public static func jfxx(thumbnail: [UInt8]) -> JPEGSegment {
    app(0, "JFXX", [0x10] + thumbnail)
  }

  /// A color profile in `chunks` segments, numbered from 1 as ICC.1 annex B.4 says.
  ///
  /// To permute, drop or repeat segments, rearrange the result.
  ///
  /// - Parameter claimed: The number of segments that each one states; the true one if `nil`.
  public static func icc(_ profile: [UInt8], chunks: Int = 1, claimed: Int? = nil) -> [JPEGSegment] {
    let size = max(1, (profile.count + chunks - 1) / chunks)
    return (0..<chunks).map { index in
      let start = min(profile.count, index * size)
      let part = profile[start..<min(profile.count, start + size)]
      return app(2, "ICC_PROFILE", [UInt8(index + 1), UInt8(claimed ?? chunks)] + part)
    }
  }

  /// A Photoshop segment with image resources; see ``PhotoshopResource``.
  public static func photoshop(_ resources: [PhotoshopResource]) -> JPEGSegment {
    app(13, "Photoshop 3.0", resources.flatMap(\.bytes))
  }
}
