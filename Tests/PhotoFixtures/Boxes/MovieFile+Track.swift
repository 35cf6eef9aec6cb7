extension MovieFile {
  /// A track of a movie.
  public struct Track: Sendable {
    /// `vide`, `soun`, `meta`.
    public var handler: String
    /// How its samples are coded, such as `avc1`, `mp4a`, `mebx`.
    public var coding: String
    public var width = 0
    public var height = 0
    /// How frames must be turned, 1 to 8 as in EXIF.
    public var orientation = 1
    public var isEnabled = true
    public var samples: [[UInt8]] = []
    /// What the sample description holds behind its fixed part.
    public var description: [UInt8] = []
    /// Further boxes of the track.
    public var boxes: [UInt8] = []
    /// Whether times in its header take 64 bits.
    public var hasWideTimes = false
    /// How many samples lie side by side; `nil` for all.
    public var samplesPerChunk: Int?
    /// Whether places of chunks take 64 bits.
    public var hasWideOffsets = false
    /// The bits of a sample's size: 32, or in a table of compact sizes 16, 8 or 4.
    public var sizeBits = 32
    /// Further boxes of its media.
    public var mediaBoxes: [UInt8] = []

    public init(_ handler: String, _ coding: String) {
      self.handler = handler
      self.coding = coding
    }

    /// A picture whose frames are noise.
    public static func video(
      width: Int = 640, height: Int = 360, orientation: Int = 1, isEnabled: Bool = true
    ) -> Track {
      var track = Track("vide", "avc1")
      track.width = width
      track.height = height
      track.orientation = orientation
      track.isEnabled = isEnabled
      track.samples = [HEIFFile.noise(120, seed: width), HEIFFile.noise(30, seed: height)]
      return track
    }

    /// A sound of noise.
    public static func sound() -> Track {
      var track = Track("soun", "mp4a")
      track.samples = [HEIFFile.noise(50, seed: 7)]
      return track
    }

    /// Its samples, by chunk.
    var chunks: [[[UInt8]]] {
      let size = max(1, samplesPerChunk ?? samples.count)
      return stride(from: 0, to: samples.count, by: size).map {
        Array(samples[$0..<min($0 + size, samples.count)])
      }
    }

    var withoutSamples: Track {
      var track = self
      track.samples = []
      return track
    }

    /// - Parameter offsets: Where its chunks lie in the file.
    func box(id: Int, offsets: [Int]) -> [UInt8] {
      let media = BoxBytes.box(
        "mdia",
        BoxBytes.full("mdhd", times(id: nil), [0x55, 0xC4, 0, 0]),
        BoxBytes.full(
          "hdlr", BoxBytes.code("mhlr"), BoxBytes.code(handler), [UInt8](repeating: 0, count: 13)),
        BoxBytes.box(
          "minf", handler == "vide" ? BoxBytes.full("vmhd", flags: 1, [UInt8](repeating: 0, count: 8)) : [],
          BoxBytes.box(
            "dinf",
            BoxBytes.full("dref", BoxBytes.number(1), BoxBytes.full("url ", flags: 1))),
          sampleTable(offsets: offsets)), mediaBoxes)
      return BoxBytes.box("trak", header(id: id), media, boxes)
    }

    private func times(id: Int?) -> [UInt8] {
      let zero: [UInt8] = [0, 0, 0, 0]
      // Made, changed, then the number of the track or the time scale.
      return zero + zero + (id.map { BoxBytes.number(UInt32($0)) + zero } ?? BoxBytes.number(1000))
        + BoxBytes.number(1000)
    }

    private func header(id: Int) -> [UInt8] {
      let wide =
        [UInt8](repeating: 0, count: 16) + BoxBytes.number(UInt32(id)) + [UInt8](repeating: 0, count: 12)
      // ISO/IEC 14496-12 §8.3.2.3; sideways turns exchange what is added to x and y.
      let turns: [[Int32]] = [
        [1, 0, 0, 1], [-1, 0, 0, 1], [-1, 0, 0, -1], [1, 0, 0, -1],
        [0, 1, 1, 0], [0, 1, -1, 0], [0, -1, -1, 0], [0, -1, 1, 0],
      ]
      let turn = turns[orientation - 1].map { UInt32(bitPattern: $0 << 16) }
      let matrix = [turn[0], turn[1], 0, turn[2], turn[3], 0, 0, 0, 0x4000_0000]
      return BoxBytes.full(
        "tkhd", version: hasWideTimes ? 1 : 0, flags: isEnabled ? 3 : 2, hasWideTimes ? wide : times(id: id),
        [UInt8](repeating: 0, count: 16), matrix.flatMap(BoxBytes.number),
        BoxBytes.number(UInt32(width) << 16), BoxBytes.number(UInt32(height) << 16))
    }

    private func sampleTable(offsets: [Int]) -> [UInt8] {
      var fixed: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1]
      if handler == "vide" {
        fixed += [UInt8](repeating: 0, count: 16) + BoxBytes.number16(width) + BoxBytes.number16(height)
        fixed += [0, 0x48, 0, 0, 0, 0x48, 0, 0, 0, 0, 0, 0, 0, 1] + [UInt8](repeating: 0, count: 32)
        fixed += [0, 24, 0xFF, 0xFF]
      }
      if handler == "soun" {
        fixed += [0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 16, 0, 0, 0, 0, 0xBB, 0x80, 0, 0]
      }
      let count = BoxBytes.number(UInt32(samples.count))
      var runs: [UInt8] = []
      var runCount: UInt32 = 0
      for (index, chunk) in chunks.enumerated() where index == 0 || chunk.count != chunks[index - 1].count {
        runs += BoxBytes.number(UInt32(index + 1)) + BoxBytes.number(UInt32(chunk.count)) + BoxBytes.number(1)
        runCount += 1
      }
      let places = offsets.flatMap { offset in
        hasWideOffsets ? ByteOrder.bigEndian.bytes(UInt64(offset)) : BoxBytes.number(UInt32(offset))
      }
      return BoxBytes.box(
        "stbl",
        BoxBytes.full("stsd", BoxBytes.number(1), BoxBytes.box(coding, fixed, description)),
        BoxBytes.full("stts", BoxBytes.number(1), count, BoxBytes.number(100)),
        BoxBytes.full("stsc", BoxBytes.number(runCount), runs),
        sizeTable(count),
        BoxBytes.full(hasWideOffsets ? "co64" : "stco", BoxBytes.number(UInt32(offsets.count)), places))
    }

    private func sizeTable(_ count: [UInt8]) -> [UInt8] {
      let sizes = samples.map(\.count)
      switch sizeBits {
      case 16: return BoxBytes.full("stz2", BoxBytes.number(16), count, sizes.flatMap(BoxBytes.number16))
      case 8: return BoxBytes.full("stz2", BoxBytes.number(8), count, sizes.map { UInt8($0) })
      case 4:
        let pairs = stride(from: 0, to: sizes.count, by: 2).map { index in
          UInt8(sizes[index] << 4 | (index + 1 < sizes.count ? sizes[index + 1] : 0))
        }
        return BoxBytes.full("stz2", BoxBytes.number(4), count, pairs)
      default:
        return BoxBytes.full("stsz", BoxBytes.number(0), count, sizes.flatMap { BoxBytes.number(UInt32($0)) })
      }
    }
  }
}
