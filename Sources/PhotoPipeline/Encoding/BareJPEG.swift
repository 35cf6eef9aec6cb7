#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A JPEG without what an encoder of the system writes beside the picture, such as EXIF and a profile of sRGB.
enum BareJPEG {
  /// ITU-T T.871 §10.1: version 1.2, square pixels, no thumbnail.
  private static let jfif: [UInt8] = [
    0xFF, 0xE0, 0, 16, 0x4A, 0x46, 0x49, 0x46, 0, 1, 2, 0, 0, 1, 0, 1, 0, 0,
  ]

  /// The tables, the frame and the scan of `jpeg` behind a plain JFIF segment: no application segments, no comments,
  /// nothing behind the end.
  ///
  /// It is not the proof that the result is clean; that is ``CleanJPEG``.
  ///
  /// - Returns: `nil` if `jpeg` does not have the shape of a JPEG.
  static func bytes(of jpeg: Data) -> Data? {
    let view = ByteView([UInt8](jpeg))
    guard view.uint16(at: 0) == 0xFFD8 else { return nil }
    var result = Data([0xFF, 0xD8] + jfif)
    var position = 2
    while let marker = view.uint16(at: position), marker >= 0xFFC0 {
      // ITU-T T.81 §B.1.1.2: any marker may be preceded by fill bytes.
      if marker == 0xFFFF {
        position += 1
        continue
      }
      guard let length = view.uint16(at: position + 2), length >= 2,
        let segment = view.view(at: position, count: 2 + length)
      else { return nil }
      position += 2 + length
      let isDropped = (0xFFE0...0xFFEF).contains(marker) || marker == 0xFFFE
      if !isDropped { result.append(contentsOf: segment.slice) }
      guard marker == 0xFFDA else { continue }
      guard let scan = view.view(at: position, count: view.count - position),
        let end = end(ofScan: scan.slice)
      else { return nil }
      result.append(contentsOf: scan.slice[..<end])
      return result
    }
    return nil
  }

  /// The index behind the EOI that ends the coded data.
  private static func end(ofScan bytes: ArraySlice<UInt8>) -> Int? {
    var index = bytes.startIndex
    while let found = bytes[index...].firstIndex(of: 0xFF), found + 1 < bytes.endIndex {
      if bytes[found + 1] == 0xD9 { return found + 2 }
      index = found + 1
    }
    return nil
  }
}
