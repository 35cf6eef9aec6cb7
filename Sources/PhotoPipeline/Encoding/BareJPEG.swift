#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Takes out of a JPEG what an encoder of the system writes beside the picture: EXIF, a profile, resources.
///
/// Nothing of the picture is decoded. It is for pictures that were just encoded from upright pixels in sRGB, and not for
/// photos: what these say of their turn and colors would be lost.
enum BareJPEG {
  /// ITU-T T.871 §10.1: version 1.01, square pixels, no thumbnail.
  private static let jfif: [UInt8] = [
    0xFF, 0xE0, 0, 16, 0x4A, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0,
  ]

  /// The picture with a plain JFIF header, and its tables in one fixed order.
  ///
  /// - Returns: `nil` if there is anything but one baseline picture, gray or in luma and chroma, of one scan. That the
  ///   result is clean is to be proved by ``CleanJPEG``.
  static func bytes(of jpeg: Data) -> Data? {
    let bytes = ByteView(Array(jpeg))
    guard bytes.uint16(at: 0) == 0xFFD8 else { return nil }
    var parts = Parts()
    var position = 2
    while let marker = bytes.uint16(at: position) {
      // §B.1.1.2: any number of FF may precede a marker.
      if marker == 0xFFFF {
        position += 1
        continue
      }
      guard let length = bytes.uint16(at: position + 2), length >= 2,
        let segment = bytes.view(at: position, count: 2 + length), parts.take(marker, segment)
      else { return nil }
      position += 2 + length
      if marker == 0xFFDA {
        guard let data = codedData(bytes.dropFirst(position).slice) else { return nil }
        return parts.joined(data)
      }
    }
    return nil
  }

  /// The scan's data up to the end marker, or `nil` if another marker follows it.
  private static func codedData(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    var position = bytes.startIndex
    while let hit = bytes[position...].firstIndex(of: 0xFF), hit + 1 < bytes.endIndex {
      switch bytes[hit + 1] {
      case 0x00, 0xD0...0xD7: position = hit + 2
      case 0xFF: position = hit + 1
      case 0xD9:
        var data = bytes[..<hit]
        // Fill bytes before the marker; a coded FF is followed by a zero.
        while data.last == 0xFF { data.removeLast() }
        return data
      default: return nil
      }
    }
    return nil
  }

  private struct Parts {
    private var quantization: [UInt8] = []
    private var frame: [UInt8] = []
    private var huffman: [UInt8] = []
    private var restart: [UInt8] = []
    private var scan: [UInt8] = []

    /// - Returns: Whether the segment belongs to a picture that can be rewritten.
    mutating func take(_ marker: Int, _ segment: ByteView) -> Bool {
      switch marker {
      case 0xFFDB: quantization += segment.slice
      case 0xFFC4: huffman += segment.slice
      case 0xFFDD: restart += segment.slice
      case 0xFFC0:
        guard frame.isEmpty, !isRGB(segment) else { return false }
        frame += segment.slice
      case 0xFFDA: scan += segment.slice
      case 0xFFEE: return isPlain(segment)
      case 0xFFE0...0xFFEF, 0xFFFE: break
      default: return false
      }
      return true
    }

    /// Adobe's segment says whether three components are luma and chroma (1) or RGB (0).
    private func isPlain(_ segment: ByteView) -> Bool {
      !segment.dropFirst(4).starts(with: JPEGSegment.adobeName) || segment.uint8(at: 15) == 1
    }

    /// Components that are called "R", "G" and "B" are that.
    private func isRGB(_ frame: ByteView) -> Bool {
      [frame.uint8(at: 10), frame.uint8(at: 13), frame.uint8(at: 16)] == [0x52, 0x47, 0x42]
    }

    func joined(_ data: ArraySlice<UInt8>) -> Data? {
      guard !frame.isEmpty else { return nil }
      return Data(
        [0xFF, 0xD8] + jfif + quantization + frame + huffman + restart + scan + data + [0xFF, 0xD9])
    }
  }
}
