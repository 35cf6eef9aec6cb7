import DurableFiles

#if canImport(CJPEG)
  import CJPEG
  import PixelKernels

  /// Decodes the one scan of a sequential JPEG, faster than libjpeg and to the same bits.
  ///
  /// It knows the regular case alone. Whatever else it meets, damage above all, it leaves to libjpeg: each
  /// function then throws ``Irregularity``, and what was decoded before stands.
  ///
  /// It is used by one thread at a time.
  final class ScanDecoder {
    /// The coded data are not what a regular scan has in this place.
    struct Irregularity: Error {}

    private let layout: PictureLayout
    private let input: CodedData
    private let memory: ZeroedMemory
    private let tables: [HuffmanTable]
    private var components: [pk_scan_component]
    private let filters = pk_best_filters()
    private let mcusPerRow: Int
    private let restartInterval: Int
    private var mcusUntilRestart: Int
    private var restartCount = 0
    /// MCUs that are decoded before they are transformed: as many as stay in the nearest cache.
    private let batch: Int

    /// Blocks that are decoded before they are transformed: 12 KiB of coefficients.
    private static let batchBlocks = 96

    /// - Parameter offset: Where in `source` the coded data begin.
    /// - Returns: `nil` for a scan that is not regular.
    /// - Throws: ``OutOfMemory``.
    init?(
      _ scan: cjpeg_scan, layout: PictureLayout, source: any ByteSource, offset: Int
    ) throws(OutOfMemory) {
      let all = [scan.components.0, scan.components.1, scan.components.2, scan.components.3]
      let scanned = all.prefix(layout.planes.count)
      guard layout.planes.count == scan.component_count else { return nil }
      let blocks = scanned.reduce(0) { $0 + Int($1.across * $1.down) }
      guard blocks <= Int(PK_MAX_MCU_BLOCKS), let across = scanned.map(\.across).max() else { return nil }
      var tables: [HuffmanTable] = []
      for component in scanned {
        guard let dc = HuffmanTable(component.dc_counts, component.dc_symbols, isDC: true),
          let ac = HuffmanTable(component.ac_counts, component.ac_symbols, isDC: false)
        else { return nil }
        tables += [dc, ac]
      }
      let batch = max(1, Self.batchBlocks / blocks)
      let coefficientBytes = batch * blocks * Int(PK_BLOCK) * MemoryLayout<Int16>.stride
      input = try CodedData(source, offset: offset)
      memory = try ZeroedMemory(count: coefficientBytes + batch * blocks)
      self.layout = layout
      self.tables = tables
      self.batch = batch
      mcusPerRow = (layout.size.width + 8 * Int(across) - 1) / (8 * Int(across))
      restartInterval = Int(scan.restart_interval)
      mcusUntilRestart = restartInterval
      var coefficients = UnsafeMutableRawPointer(memory.base).assumingMemoryBound(to: Int16.self)
      var last = memory.base + coefficientBytes
      components = []
      for (index, component) in scanned.enumerated() {
        let pitch = batch * Int(component.across)
        components.append(
          pk_scan_component(
            dc: tables[2 * index].pointer, ac: tables[2 * index + 1].pointer,
            quantization: component.quantization, across: component.across, down: component.down,
            coefficients: coefficients, last: last, pitch: pitch, prediction: 0))
        coefficients += pitch * Int(component.down) * Int(PK_BLOCK)
        last += pitch * Int(component.down)
      }
    }

    /// Decodes group `index`, one row of MCUs, into its place in `window`.
    ///
    /// - Throws: ``Irregularity``, or ``FileSystemError``.
    func readGroup(_ index: Int, into window: RowWindow) throws {
      var column = 0
      while column < mcusPerRow {
        if restartInterval > 0, mcusUntilRestart == 0 { try restart() }
        var count = min(batch, mcusPerRow - column)
        if restartInterval > 0 { count = min(count, mcusUntilRestart) }
        count = try input.decode(&components, atMost: count, by: filters)
        try transformBlocks(of: count, column: column, group: index, into: window)
        column += count
        mcusUntilRestart -= count
      }
      guard index + 1 == layout.groupCount else { return }
      guard case let marker = try input.end(), marker == nil || marker == 0xD9 else { throw Irregularity() }
    }

    /// Goes over a restart marker, which must be the next one in turn (T.81 §B.1.1.3).
    private func restart() throws {
      guard try input.end() == 0xD0 + UInt8(restartCount & 7) else { throw Irregularity() }
      input.beginSegment()
      restartCount += 1
      mcusUntilRestart = restartInterval
      for index in components.indices { components[index].prediction = 0 }
    }

    /// Transforms the blocks of `count` MCUs from `column` on.
    private func transformBlocks(of count: Int, column: Int, group: Int, into window: RowWindow) throws {
      for (index, component) in components.enumerated() {
        let plane = layout.planes[index]
        let target = window.planes[index]
        let across = Int(component.across)
        let first = column * across
        // MCUs at the right and at the bottom are filled up with blocks that are no part of the picture.
        let blocks = min(count * across, plane.groupWidth / 8 - first)
        let down = min(Int(component.down), (plane.height + 7) / 8 - group * Int(component.down))
        guard blocks > 0 else { continue }
        for y in 0..<max(0, down) {
          let place = y * component.pitch
          let isInRange = filters.inverse_transform(
            component.coefficients + place * Int(PK_BLOCK), component.last + place, blocks,
            target.row(group * target.groupRows + 8 * y) + 8 * first, target.stride)
          guard isInRange else { throw Irregularity() }
        }
      }
    }
  }

  /// A Huffman table, made for decoding.
  private final class HuffmanTable {
    let pointer: UnsafeMutablePointer<pk_huffman>

    /// - Returns: `nil` if these are no codes for a sequential scan.
    init?(_ counts: UnsafePointer<UInt8>?, _ symbols: UnsafePointer<UInt8>?, isDC: Bool) {
      pointer = .allocate(capacity: 1)
      pointer.initialize(to: pk_huffman())
      guard let counts, let symbols, pk_huffman_make(pointer, counts, symbols, isDC) else { return nil }
    }

    deinit { pointer.deallocate() }
  }
#endif
