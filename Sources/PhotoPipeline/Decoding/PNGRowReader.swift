#if canImport(CSPNG)
  import CSPNG
  import PixelKernels

  /// Makes opaque 8-bit planes of the rows of a PNG.
  struct PNGRowReader {
    /// The color that is transparent where there is no alpha channel, as stored (PNG §11.3.1.1).
    private enum Key {
      case none
      case gray(UInt16)
      case rgb(UInt16, UInt16, UInt16)
    }

    private let header: PNGStructure
    private let pixels = pk_best_pixel_reader()
    private let key: Key
    /// For each plane, what each index or each gray of at most 8 bits stands for; empty where samples stand
    /// for themselves.
    private let tables: [[UInt8]]
    private var indexes: [UInt8]

    /// - Parameter width: The pixels of the longest row.
    init(_ header: PNGStructure, palette: spng_plte?, transparency: spng_trns?, width: Int) {
      self.header = header
      indexes = header.bitDepth < 8 ? [UInt8](repeating: 0, count: width) : []
      switch (header.colorType, transparency) {
      case (.gray, let transparency?): key = .gray(transparency.gray)
      case (.rgb, let transparency?): key = .rgb(transparency.red, transparency.green, transparency.blue)
      default: key = .none
      }
      switch header.colorType {
      case .palette: tables = palette.map { Self.tables($0, transparency) } ?? []
      case .gray where header.bitDepth < 8 || (header.bitDepth == 8 && transparency != nil):
        tables = [Self.grayTable(depth: header.bitDepth, transparent: transparency?.gray)]
      default: tables = []
      }
    }

    /// Whether a row needs nothing done, and may be decoded into its place.
    var isIdentity: Bool { header.colorType == .gray && header.bitDepth == 8 && tables.isEmpty }

    /// Bits are repeated to fill 8: 255 / (2^depth - 1) is an integer.
    private static func grayTable(depth: Int, transparent: UInt16?) -> [UInt8] {
      let most = 1 << depth - 1
      return (0..<256).map {
        $0 > most || transparent.map(Int.init) == $0 ? 255 : UInt8($0 * 255 / most)
      }
    }

    /// An index behind the end of the palette is black.
    private static func tables(_ palette: spng_plte, _ transparency: spng_trns?) -> [[UInt8]] {
      var palette = palette
      let count = min(Int(palette.n_entries), 256)
      var tables = [[UInt8]](repeating: [UInt8](repeating: 0, count: 256), count: 3)
      let alphas =
        transparency.map { transparency in
          withUnsafeBytes(of: transparency.type3_alpha) {
            Array($0.prefix(Int(transparency.n_type3_entries)))
          }
        } ?? []
      withUnsafeBytes(of: &palette.entries) { entries in
        for (index, entry) in entries.bindMemory(to: spng_plte_entry.self).prefix(count).enumerated() {
          let alpha = index < alphas.count ? alphas[index] : 255
          for (plane, sample) in [entry.red, entry.green, entry.blue].enumerated() {
            tables[plane][index] = Flattening.onWhite(sample, alpha: alpha)
          }
        }
      }
      return tables
    }

    /// Writes the `width` pixels of a stored row, 16-bit samples in this processor's byte order, to
    /// rows of the planes.
    ///
    /// The memory at `row` is aligned to 2 bytes and holds ``PNGStructure/rowByteCount(width:)`` bytes; each of
    /// `planes` has room for `width` samples.
    mutating func write(
      _ row: UnsafeRawPointer, width: Int, to planes: [UnsafeMutablePointer<UInt8>]
    ) {
      let bytes = row.assumingMemoryBound(to: UInt8.self)
      let isDeep = header.bitDepth == 16
      // The 16-bit view is only made where samples have 16 bits, which is what libspng wrote then.
      func words() -> UnsafePointer<UInt16> { row.assumingMemoryBound(to: UInt16.self) }
      switch header.colorType {
      case .gray where isDeep:
        pk_narrow_gray_16(words(), width, planes[0])
        whiten(words(), width: width, planes)
      case .gray, .palette: lookUp(bytes, width: width, planes)
      case .grayAlpha where isDeep: pk_flatten_gray_alpha_16(words(), width, planes[0])
      case .grayAlpha: pixels.flatten_gray_alpha(bytes, width, planes[0])
      case .rgb where isDeep:
        pk_split_rgb_16(words(), width, planes[0], planes[1], planes[2])
        whiten(words(), width: width, planes)
      case .rgb:
        pixels.split_rgb(bytes, width, planes[0], planes[1], planes[2])
        whiten(bytes, width: width, planes)
      case .rgbAlpha where isDeep: pk_flatten_rgba_16(words(), width, planes[0], planes[1], planes[2])
      case .rgbAlpha: pixels.flatten_rgba(bytes, width, planes[0], planes[1], planes[2])
      }
    }

    private mutating func lookUp(
      _ row: UnsafePointer<UInt8>, width: Int, _ planes: [UnsafeMutablePointer<UInt8>]
    ) {
      if tables.isEmpty { return planes[0].update(from: row, count: width) }
      guard header.bitDepth < 8 else {
        for (table, plane) in zip(tables, planes) { pk_look_up(row, width, table, plane) }
        return
      }
      pk_unpack_bits(row, width, UInt32(header.bitDepth), &indexes)
      for (table, plane) in zip(tables, planes) { pk_look_up(indexes, width, table, plane) }
    }

    /// Makes the pixels of the transparent color white.
    private func whiten<Sample: FixedWidthInteger>(
      _ row: UnsafePointer<Sample>, width: Int, _ planes: [UnsafeMutablePointer<UInt8>]
    ) {
      switch key {
      case .none: return
      case .gray(let gray):
        for x in 0..<width where row[x] == gray { planes[0][x] = 255 }
      case .rgb(let red, let green, let blue):
        for x in 0..<width
        where row[3 * x] == red && row[3 * x + 1] == green && row[3 * x + 2] == blue {
          for plane in planes { plane[x] = 255 }
        }
      }
    }
  }
#endif
