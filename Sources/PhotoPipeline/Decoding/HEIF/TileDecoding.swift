import DurableFiles
import Threading

#if canImport(CHEIF)
  import CHEIF

  /// Decodes the tiles of a picture by libavcodec, row of tiles by row of tiles, on several threads.
  ///
  /// The thread that asks for a row decodes as well while it would have to wait. No more rows of tiles are in
  /// memory than ``CroppedRows/tileRowsAtOnce(tileHeight:)``.
  final class TileDecoding: @unchecked Sendable {
    // Sendable is unchecked because of the variables below. It is safe because they are only touched under
    // `condition`, but for `own`, which only the asking thread uses.

    /// A tile could not be decoded, or was not what the boxes of the file say.
    struct Surprise: Error {}

    /// A tile that was decoded; it owns its samples.
    final class Tile {
      let picture: DecodedPicture
      private let tile: OpaquePointer

      fileprivate init(_ tile: OpaquePointer, _ picture: cheif_picture) {
        self.tile = tile
        self.picture = DecodedPicture(picture)
      }

      deinit { cheif_tile_destroy(tile) }
    }

    private let source: any ByteSource
    private let image: HEIFImage
    private let shape: SampleShape
    private let condition = ConditionLock()
    private let threadCount: Int
    private let rowsAtOnce: Int
    private var threads: [WorkerThread] = []
    private var own: TileDecoder

    private var decoded: [Tile?]
    /// The tiles of each row that are still to be decoded.
    private var missing: [Int]
    private var next = 0
    private var releasedRows = 0
    private var hasFailed = false
    private var isCancelled = false

    /// - Returns: `nil` where libavcodec is absent or does not take the configuration.
    init?(_ image: HEIFImage, shape: SampleShape, in source: any ByteSource, threads: Int) {
      guard let own = TileDecoder(image) else { return nil }
      self.own = own
      self.source = source
      self.image = image
      self.shape = shape
      rowsAtOnce = CroppedRows.tileRowsAtOnce(tileHeight: image.tileHeight)
      threadCount = min(threads, image.tiles.count)
      decoded = Array(repeating: nil, count: image.tiles.count)
      missing = Array(repeating: image.columns, count: image.rows)
    }

    /// Begins to decode on other threads, where there are to be any.
    func start() {
      for _ in 1..<max(threadCount, 1) {
        guard let thread = WorkerThread({ [self] in work() }) else { break }
        threads.append(thread)
      }
    }

    /// Returns the tiles of row `row`, from left to right.
    func tiles(inRow row: Int) throws(Surprise) -> [Tile] {
      condition.lock()
      defer { condition.unlock() }
      while missing[row] > 0 {
        if hasFailed { throw Surprise() }
        if let index = claim() {
          condition.unlock()
          let tile = decode(index, by: own)
          condition.lock()
          keep(tile, at: index)
        } else {
          condition.wait()
        }
      }
      return decoded[row * image.columns..<(row + 1) * image.columns].compactMap(\.self)
    }

    /// Gives up the rows before `row`.
    func release(before row: Int) {
      condition.withLock {
        guard row > releasedRows else { return }
        for index in releasedRows * image.columns..<row * image.columns { decoded[index] = nil }
        releasedRows = row
        condition.broadcast()
      }
    }

    /// Ends the threads and returns when they have ended.
    func stop() {
      condition.withLock {
        isCancelled = true
        condition.broadcast()
      }
      for thread in threads { thread.join() }
      threads = []
    }

    private func work() {
      guard let decoder = TileDecoder(image) else { return }
      condition.lock()
      defer { condition.unlock() }
      while !isCancelled, !hasFailed, next < decoded.count {
        guard let index = claim() else {
          condition.wait()
          continue
        }
        condition.unlock()
        let tile = decode(index, by: decoder)
        condition.lock()
        keep(tile, at: index)
      }
    }

    /// The next tile to decode, or `nil` if there is no room for it yet. The lock must be held.
    private func claim() -> Int? {
      guard next < min(decoded.count, (releasedRows + rowsAtOnce) * image.columns) else { return nil }
      next += 1
      return next - 1
    }

    /// Takes over a tile that was claimed. The lock must be held.
    private func keep(_ tile: Tile?, at index: Int) {
      guard let tile else {
        hasFailed = true
        return condition.broadcast()
      }
      decoded[index] = tile
      missing[index / image.columns] -= 1
      if missing[index / image.columns] == 0 { condition.broadcast() }
    }

    private func decode(_ index: Int, by decoder: TileDecoder) -> Tile? {
      guard let tile = decoder.decode(image.tiles[index].extents, in: source),
        tile.picture.size == PixelSize(width: image.tileWidth, height: image.tileHeight),
        tile.picture.shape == shape
      else { return nil }
      return tile
    }
  }

  /// One decoder of libavcodec; used by one thread.
  private final class TileDecoder {
    /// No tile takes more: 128 MiB are 2 bytes for each pixel of 8192x8192.
    private static let byteLimit = 128 << 20

    private let decoder: OpaquePointer
    /// The bytes of the tile, followed by those that libavcodec may read.
    private var bytes: [UInt8] = []

    init?(_ image: HEIFImage) {
      // A picture is coded in whole blocks, of 64 pixels at most, and cut to its size.
      let (product, overflow) = (image.tileWidth + 64).multipliedReportingOverflow(by: image.tileHeight + 64)
      let pixels = overflow ? Int64.max : Int64(product)
      // The configuration of AV1 is repeated in the data of each tile.
      let configuration = image.coding == .hevc ? image.tiles[0].configuration : []
      guard
        let decoder = cheif_tile_decoder_create(
          image.coding == .hevc ? CHEIF_HEVC : CHEIF_AV1, configuration, configuration.count, pixels)
      else { return nil }
      self.decoder = decoder
    }

    deinit { cheif_tile_decoder_destroy(decoder) }

    func decode(_ extents: [Range<Int>], in source: any ByteSource) -> TileDecoding.Tile? {
      let count = extents.reduce(0) { $0 + $1.count }
      guard count > 0, count <= Self.byteLimit, read(extents, count: count, from: source) else { return nil }
      var tile: OpaquePointer?
      var picture = cheif_picture()
      guard cheif_tile_decode(decoder, bytes, count, &tile, &picture) == CHEIF_OK, let tile else {
        return nil
      }
      return TileDecoding.Tile(tile, picture)
    }

    /// Reads the bytes of a tile; what cannot be read is for libheif to say.
    private func read(_ extents: [Range<Int>], count: Int, from source: any ByteSource) -> Bool {
      let room = count + Int(CHEIF_PADDING)
      if bytes.count < room { bytes = [UInt8](repeating: 0, count: room) }
      return bytes.withUnsafeMutableBytes { buffer in
        var position = 0
        for extent in extents {
          let part = UnsafeMutableRawBufferPointer(rebasing: buffer[position..<position + extent.count])
          do {
            guard try source.read(into: part, at: extent.lowerBound) == extent.count else { return false }
          } catch {
            return false
          }
          position += extent.count
        }
        UnsafeMutableRawBufferPointer(rebasing: buffer[position..<room]).initializeMemory(
          as: UInt8.self, repeating: 0)
        return true
      }
    }
  }
#endif
