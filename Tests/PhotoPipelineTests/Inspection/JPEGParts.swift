import DurableFiles
import Testing

@testable import PhotoPipeline

/// The pieces of small JPEGs whose structure is right and whose picture is noise.
enum JPEGParts {
  static func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
    let length = payload.count + 2
    return [0xFF, marker, UInt8(length >> 8), UInt8(length & 255)] + payload
  }

  static func app(_ number: UInt8, _ name: String, _ content: [UInt8] = []) -> [UInt8] {
    segment(0xE0 + number, Array(name.utf8) + content)
  }

  static let soi: [UInt8] = [0xFF, 0xD8]
  static let eoi: [UInt8] = [0xFF, 0xD9]
  static let jfif = app(0, "JFIF\0", [1, 1, 0, 0, 1, 0, 1, 0, 0])
  static let quantization = segment(0xDB, [0] + [UInt8](repeating: 1, count: 64))

  static func frame(
    _ marker: UInt8 = 0xC0, width: Int = 24, height: Int = 16, componentCount: Int = 3
  ) -> [UInt8] {
    var payload: [UInt8] = [
      8, UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8), UInt8(width & 255),
      UInt8(componentCount),
    ]
    for id in 1...componentCount { payload += [UInt8(id), 0x11, 0] }
    return segment(marker, payload)
  }

  /// A table with one code, for the value 0.
  static func huffman(_ id: UInt8) -> [UInt8] {
    segment(0xC4, [id, 1] + [UInt8](repeating: 0, count: 15) + [0])
  }

  static func scanHeader(componentCount: Int = 3) -> [UInt8] {
    var payload = [UInt8(componentCount)]
    for id in 1...componentCount { payload += [UInt8(id), 0] }
    return segment(0xDA, payload + [0, 63, 0])
  }

  static let codedData: [UInt8] = [0x12, 0xFF, 0x00, 0x34, 0x56]

  /// Everything from the tables to the end marker.
  static func picture(componentCount: Int = 3) -> [UInt8] {
    quantization + frame(componentCount: componentCount) + huffman(0) + huffman(0x10)
      + scanHeader(componentCount: componentCount) + codedData + eoi
  }

  /// A whole file with `segments` between the start and the picture, and `tail` behind its end.
  static func file(_ segments: [UInt8] = [], componentCount: Int = 3, tail: [UInt8] = []) -> [UInt8] {
    soi + segments + picture(componentCount: componentCount) + tail
  }

  static func exif(_ tiff: TIFFBuilder) -> [UInt8] { app(1, "Exif\0\0", tiff.build()) }

  static func xmp(_ packet: String) -> [UInt8] {
    app(1, "http://ns.adobe.com/xap/1.0/\0", Array(packet.utf8))
  }

  /// One piece of an extended packet of `total` bytes.
  static func extendedXMP(_ piece: ArraySlice<UInt8>, at offset: Int, total: Int) -> [UInt8] {
    let id = String(repeating: "A", count: 32)
    let numbers = [total, offset].flatMap { TIFFBuilder().number($0, byteCount: 4) }
    return app(1, "http://ns.adobe.com/xmp/extension/\0" + id, numbers + piece)
  }

  static func resource(_ id: Int, _ data: [UInt8], name: String = "") -> [UInt8] {
    var bytes = Array("8BIM".utf8) + [UInt8(id >> 8), UInt8(id & 255), UInt8(name.utf8.count)]
    bytes += Array(name.utf8)
    if name.utf8.count % 2 == 0 { bytes.append(0) }
    bytes += TIFFBuilder().number(data.count, byteCount: 4) + data
    return data.count % 2 == 0 ? bytes : bytes + [0]
  }

  static func photoshop(_ content: [UInt8]) -> [UInt8] { app(13, "Photoshop 3.0\0", content) }

  static func icc(_ piece: [UInt8], number: UInt8, count: UInt8) -> [UInt8] {
    app(2, "ICC_PROFILE\0", [number, count] + piece)
  }

  /// A movie of an `ftyp`, an `mdat` and a `moov` box.
  static let movie: [UInt8] =
    box("ftyp", Array("mp42".utf8) + [0, 0, 0, 0]) + box("mdat", [UInt8](0..<40)) + box("moov")

  static func box(_ type: String, _ content: [UInt8] = []) -> [UInt8] {
    TIFFBuilder().number(content.count + 8, byteCount: 4) + Array(type.utf8) + content
  }

  /// A multi-picture segment; `pictures` gives the attribute, size and offset of each, the offset
  /// counted from the segment's TIFF header.
  static func multiPicture(_ pictures: [(attribute: Int, byteCount: Int, offset: Int)]) -> [UInt8] {
    var tiff = TIFFBuilder()
    var entries: [UInt8] = []
    for picture in pictures {
      for value in [picture.attribute, picture.byteCount, picture.offset, 0] {
        entries += tiff.number(value, byteCount: 4)
      }
    }
    tiff.directories = [
      .init(fields: [
        (0xB000, tiff.undefined(Array("0100".utf8))), (0xB001, tiff.long(pictures.count)),
        (0xB002, tiff.undefined(entries)),
      ])
    ]
    return app(2, "MPF\0", tiff.build())
  }
}

/// What the inspection of `bytes` gives.
func inspected(_ bytes: [UInt8]) throws -> (inspection: PhotoInspection, structure: JPEGStructure) {
  let (inspection, structure) = try PhotoInspection.read(MemoryByteSource(bytes, name: "test.jpg"))
  return (inspection, try #require(structure.jpeg))
}

/// The kinds and sizes of the blocks of `bytes`, as `kind size`.
func blockSizes(_ bytes: [UInt8]) throws -> [String] {
  try inspected(bytes).inspection.blocks.map { "\($0.kind) \($0.byteCount)" }
}
