extension HEIFFile {
  /// A property of a HEIF item (ISO/IEC 23008-12 §6.5): a box, and whether readers must know it.
  public struct Property: Sendable, Hashable {
    public var box: [UInt8]
    public var isEssential: Bool

    public init(_ box: [UInt8], isEssential: Bool = false) {
      self.box = box
      self.isEssential = isEssential
    }

    /// The size of the item before crops and turns.
    public static func size(_ width: Int, _ height: Int) -> Property {
      Property(
        BoxBytes.full("ispe", BoxBytes.number(UInt32(width)), BoxBytes.number(UInt32(height))))
    }

    /// Quarter turns counterclockwise.
    public static func turn(_ turns: UInt8) -> Property {
      Property(BoxBytes.box("irot", [turns]), isEssential: true)
    }

    /// 0 exchanges top and bottom, 1 left and right.
    public static func mirror(_ axis: UInt8) -> Property {
      Property(BoxBytes.box("imir", [axis]), isEssential: true)
    }

    /// A numerator and a denominator each of width, height, and the offset of the centre.
    public static func cleanAperture(_ numbers: [Int]) -> Property {
      Property(
        BoxBytes.box("clap", numbers.flatMap { BoxBytes.number(UInt32(truncatingIfNeeded: $0)) }),
        isEssential: true)
    }

    /// Whole pixels, at an offset of whole pixels from the top left corner of a picture of `size`.
    public static func crop(
      x: Int, y: Int, width: Int, height: Int, of size: (width: Int, height: Int)
    ) -> Property {
      cleanAperture([
        width, 1, height, 1, 2 * x + width - size.width, 2, 2 * y + height - size.height, 2,
      ])
    }

    /// Colours by the numbers of ITU-T H.273.
    public static func color(
      primaries: Int = 1, transfer: Int = 13, matrix: Int = 6, isFullRange: Bool = true
    ) -> Property {
      Property(
        BoxBytes.box(
          "colr", BoxBytes.code("nclx"), [primaries, transfer, matrix].flatMap(BoxBytes.number16),
          [isFullRange ? 0x80 : 0]))
    }

    public static func profile(_ bytes: [UInt8], type: String = "prof") -> Property {
      Property(BoxBytes.box("colr", BoxBytes.code(type), bytes))
    }

    /// What an auxiliary picture is for.
    public static func auxiliary(_ name: String) -> Property {
      Property(BoxBytes.full("auxC", Array(name.utf8) + [0]), isEssential: true)
    }

    /// Bits of each channel.
    public static func depths(_ depths: [UInt8]) -> Property {
      Property(BoxBytes.full("pixi", [UInt8(depths.count)] + depths))
    }

    /// The set-up of an HEVC decoder (ISO/IEC 14496-15 §8.3.3.1) without parameter sets.
    ///
    /// - Parameter chroma: 0 monochrome, 1 4:2:0, 2 4:2:2, 3 4:4:4.
    public static func hevc(chroma: UInt8 = 1, depth: UInt8 = 8) -> Property {
      let head: [UInt8] = [1, 1, 0x60, 0, 0, 0, 0, 0, 0, 0, 0, 0, 90, 0xF0, 0, 0xFC]
      let samples = [0xFC | chroma, 0xF8 | depth - 8, 0xF8 | depth - 8]
      return Property(BoxBytes.box("hvcC", head + samples + [0, 0, 0x0F, 0]), isEssential: true)
    }

    /// The set-up of an AV1 decoder (AV1 in ISOBMFF §2.3.3) without a sequence header.
    ///
    /// - Parameter flags: Tier, 10 bits, 12 bits, monochrome, chroma halved across and down, position.
    public static func av1(flags: UInt8 = 0x0C) -> Property {
      Property(BoxBytes.box("av1C", [0x81, 0, flags, 0]), isEssential: true)
    }
  }
}
