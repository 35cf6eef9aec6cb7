import DurableFiles
import FuzzDriver
import PhotoFixtures

@testable import PhotoPipeline

/// What libFuzzer calls in place of its own mutation.
///
/// - Parameter seed: Decides what is done.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutatePNG(
  _ data: UnsafeMutablePointer<UInt8>, _ count: Int, _ capacity: Int, _ seed: UInt32
) -> Int {
  Mutation.replace(data, count: count, capacity: capacity) { bytes in
    switch seed % 8 {
    case 0: return Mutation.random(bytes, capacity: capacity)
    case 1...3: return PNGFile.withRightChecksums(Mutation.random(bytes, capacity: capacity))
    default:
      guard let mutation = PNGMutation(bytes) else {
        return PNGFile.withRightChecksums(Mutation.random(bytes, capacity: capacity))
      }
      return mutation.bytes(repairsFilters: seed / 8 % 2 == 0)
    }
  }
}

/// Changes the rows of a PNG and packs them anew.
///
/// Bytes of a packed stream that are changed at random are refused for their checksums or as no stream; so
/// inflating and filters would hardly be reached.
struct PNGMutation {
  /// The most bytes of rows.
  private static let limit = 64 << 10

  private let before: [UInt8]
  private let after: [UInt8]
  private let rows: [UInt8]
  /// The bytes of a row with its filter's number; 0 where rows have more than one size.
  private let rowByteCount: Int
  private let rowCount: Int

  /// - Returns: `nil` if `bytes` hold no picture data that can be unpacked.
  init?(_ bytes: [UInt8]) {
    guard let header = PNGChunks(bytes), let first = header.data.first, let last = header.data.last else {
      return nil
    }
    before = Array(bytes[..<(first.lowerBound - 8)])
    after = Array(bytes[(last.upperBound + 4)...])
    let packed = header.data.flatMap { bytes[$0] }
    var window = ByteWindow(MemoryByteSource(packed, name: "rows"), capacity: max(packed.count, 1))
    do {
      rows = try Inflation.output(of: 0..<packed.count, in: &window, limit: Self.limit).bytes
    } catch {
      return nil
    }
    rowByteCount = header.rowByteCount ?? 0
    rowCount = header.height
    if rows.isEmpty { return nil }
  }

  /// The file with other rows. With `repairsFilters`, no row is missing and each has a filter that exists.
  func bytes(repairsFilters: Bool) -> [UInt8] {
    var rows = Mutation.random(rows, capacity: Self.limit)
    if repairsFilters, rowByteCount > 0, rowByteCount <= Self.limit / max(rowCount, 1) {
      rows += [UInt8](repeating: 0, count: max(0, rowByteCount * rowCount - rows.count))
      for start in stride(from: 0, to: rows.count, by: rowByteCount) { rows[start] %= 5 }
    }
    return before + PNGFile.Chunk("IDAT", Zlib.packed(rows)).bytes + after
  }
}

/// Where the chunks of a PNG are that matter for its rows.
private struct PNGChunks {
  /// The contents of the chunks of picture data.
  private(set) var data: [Range<Int>] = []
  private(set) var height = 0
  /// The bytes of a row with its filter's number; `nil` if rows have more than one size.
  private(set) var rowByteCount: Int?

  init?(_ bytes: [UInt8]) {
    let view = ByteView(bytes)
    var position = 8
    while let count = view.uint32(at: position), count <= bytes.count - position - 12 {
      let content = position + 8..<position + 8 + count
      if view.dropFirst(position + 4).starts(with: "IDAT") { data.append(content) }
      position = content.upperBound + 4
    }
    // §11.2.1 of the standard: width, height, bits, color type, two methods, interlacing.
    guard let width = view.uint32(at: 16), let height = view.uint32(at: 20), let bits = view.uint8(at: 24),
      let color = view.uint8(at: 25), let interlacing = view.uint8(at: 28)
    else { return nil }
    self.height = height
    let channels = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][color]
    if let channels, interlacing == 0 { rowByteCount = (width * bits * channels + 7) / 8 + 1 }
  }
}
