/// The units of coded pictures in the `mdat` box of a HEIF file, each behind its length in four bytes.
public enum HEVCSlices {
  /// A unit type that is reserved, so decoders skip such units (H.265 §7.4.2.2).
  private static let reserved: UInt8 = 41

  /// `file` with its last unit made one that decoders skip: pixels are missing, and nothing else is wrong.
  ///
  /// - Throws: ``FixtureError`` if there are no units, or if the last one begins a picture.
  public static func hidingLast(in file: [UInt8]) throws -> [UInt8] {
    guard let last = try units(in: file).last else { throw FixtureError("there is no unit") }
    // first_slice_segment_in_pic_flag, H.265 §7.3.6.1.
    guard file[last.lowerBound + 2] & 0x80 == 0 else { throw FixtureError("the picture has one slice") }
    var file = file
    file[last.lowerBound] = reserved << 1
    return file
  }

  /// Where the coded data lie.
  public static func data(in file: [UInt8]) throws -> Range<Int> {
    guard let name = file.indices.dropLast(3).first(where: { file[$0..<$0 + 4].elementsEqual("mdat".utf8) })
    else { throw FixtureError("there is no mdat box") }
    return name + 4..<name - 4 + number(in: file, at: name - 4)
  }

  private static func units(in file: [UInt8]) throws -> [Range<Int>] {
    let data = try data(in: file)
    var units: [Range<Int>] = []
    var position = data.lowerBound
    while position + 4 < data.upperBound {
      let start = position + 4
      position = start + number(in: file, at: position)
      guard position <= data.upperBound, position > start + 2 else { throw FixtureError("a unit is cut off") }
      units.append(start..<position)
    }
    return units
  }

  private static func number(in file: [UInt8], at offset: Int) -> Int {
    file[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
  }
}
