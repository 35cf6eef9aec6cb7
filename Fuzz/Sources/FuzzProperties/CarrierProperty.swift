import Foundation
import FuzzDriver
import PhotoFixtures

@testable import PhotoPipeline

/// What holds for the same EXIF or XMP in photos of several formats.
struct CarrierProperty {
  private enum Content {
    case exif([UInt8])
    case packet([UInt8])

    var bytes: [UInt8] {
      switch self {
      case .exif(let bytes), .packet(let bytes): bytes
      }
    }
  }

  private let content: Content

  /// - Parameter exif: A TIFF structure.
  init(exif: [UInt8]) {
    content = .exif(exif)
  }

  init(packet: [UInt8]) {
    content = .packet(packet)
  }

  /// Whatever the block holds, a WebP has the same to say of it as another photo.
  func check() {
    let expected = value(in: webp, name: "WebP")
    let (name, photo) = other
    let value = value(in: photo, name: name)
    Fuzzing.require(value == expected, "WebP says \(expected), and \(name) says \(value)")
  }

  private func value(in photo: [UInt8], name: String) -> NSObject {
    do {
      return try OriginalProperty.object(photo)[key] as? NSObject ?? NSNull()
    } catch {
      preconditionFailure("a block spoils the whole \(name): \(error)")
    }
  }

  private var key: String {
    switch content {
    case .exif: "exif"
    case .packet: "xmp"
    }
  }

  /// A photo of another format, chosen by the last byte of the block: all of them take too long.
  private var other: (name: String, bytes: [UInt8]) {
    switch (content.bytes.last ?? 0) % 3 {
    case 0: if let jpeg { return ("JPEG", jpeg) }
    case 1: return ("PNG", png)
    default: break
    }
    return ("HEIF", heif)
  }

  /// `nil` if the block does not fit into one segment.
  private var jpeg: [UInt8]? {
    let payload =
      switch content {
      case .exif(let bytes): Array("Exif\0\0".utf8) + bytes
      case .packet(let bytes): Array("http://ns.adobe.com/xap/1.0/\0".utf8) + bytes
      }
    guard payload.count <= 65_533 else { return nil }
    return [0xFF, 0xD8] + JPEGSegment(marker: JPEGMarker.app(1), payload: payload).bytes + Self.jpegPicture
  }

  /// A frame of one channel and a scan of it, which nobody decodes.
  private static let jpegPicture =
    [
      JPEGSegment(marker: 0xDB, payload: [0] + [UInt8](repeating: 1, count: 64)),
      JPEGSegment(marker: 0xC0, payload: [8, 0, 8, 0, 8, 1, 1, 0x11, 0]),
      JPEGSegment(marker: 0xC4, payload: [0, 1] + [UInt8](repeating: 0, count: 16)),
      JPEGSegment(marker: 0xC4, payload: [0x10, 1] + [UInt8](repeating: 0, count: 16)),
      JPEGSegment(marker: 0xDA, payload: [1, 1, 0, 0, 63, 0]),
    ].flatMap(\.bytes) + [0x3F, 0xFF, 0xD9]

  private static let plainPNG = PNGFile(PNGPicture(.gradient(width: 8, height: 8)))

  private var png: [UInt8] {
    let chunk =
      switch content {
      case .exif(let bytes): PNGFile.Chunk("eXIf", bytes)
      case .packet(let bytes): PNGFile.Chunk("iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + bytes)
      }
    return Self.plainPNG.adding([chunk]).bytes
  }

  private static let webpPicture = VP8LPicture(.gradient(width: 8, height: 8))

  private var webp: [UInt8] {
    let chunk =
      switch content {
      case .exif(let bytes): WebPFile.Chunk("EXIF", bytes)
      case .packet(let bytes): WebPFile.Chunk("XMP ", bytes)
      }
    return WebPFile.extended(Self.webpPicture, [chunk]).bytes
  }

  private static let plainHEIF = HEIFFile.single()

  private var heif: [UInt8] {
    var item: HEIFFile.Item
    switch content {
    case .exif(let bytes): item = HEIFFile.Item(2, "Exif", [0, 0, 0, 0] + bytes)
    case .packet(let bytes):
      item = HEIFFile.Item(2, "mime", bytes)
      item.contentType = "application/rdf+xml"
    }
    item.references = [("cdsc", [1])]
    return Self.plainHEIF.adding(item).bytes()
  }
}
