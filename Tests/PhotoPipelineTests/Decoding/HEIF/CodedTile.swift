import DurableFiles
import PhotoFixtures

@testable import PhotoPipeline

/// A picture that `heif-enc` coded, taken out of its file: what other files are put together from.
struct CodedTile {
  let width: Int
  let height: Int
  /// `hvc1` or `av01`.
  let type: String
  let configuration: [UInt8]
  let data: [UInt8]

  init(_ raster: Raster, _ options: HEIFTool.Options = .init()) throws {
    try self.init(of: try HEIFTool.encode(raster, options))
  }

  /// The picture of a HEIF file.
  init(of file: [UInt8]) throws {
    let source = MemoryByteSource(file, name: "tile")
    guard let image = try PhotoInspection.read(source).structure.heif?.image, let tile = image.tiles.first
    else { throw FixtureError("the file has no single picture") }
    width = image.width
    height = image.height
    type = image.type
    configuration = tile.configuration
    data = try tile.extents.flatMap { extent in
      var bytes = [UInt8](repeating: 0, count: extent.count)
      let count = try bytes.withUnsafeMutableBytes { try source.read(into: $0, at: extent.lowerBound) }
      guard count == extent.count else { throw FixtureError("a tile is cut off") }
      return bytes
    }
  }

  private var setUp: HEIFFile.Property {
    HEIFFile.Property(BoxBytes.box(type == "av01" ? "av1C" : "hvcC", configuration), isEssential: true)
  }

  /// The picture as an item.
  ///
  /// - Parameter size: What the item claims to measure; the truth by default.
  func item(
    _ id: Int, size: (width: Int, height: Int)? = nil, _ properties: [HEIFFile.Property] = []
  ) -> HEIFFile.Item {
    let size = size ?? (width, height)
    return HEIFFile.Item(id, type, data, [setUp, .size(size.width, size.height)] + properties)
  }

  /// A file of this picture alone.
  func file(
    size: (width: Int, height: Int)? = nil, _ properties: [HEIFFile.Property] = []
  ) -> HEIFFile {
    var file = HEIFFile([item(1, size: size, properties)], primary: 1)
    if type == "av01" { file.brands = ["avif", "mif1", "avif"] }
    return file
  }

  /// A file of a grid of `tiles`, row by row.
  static func grid(
    _ tiles: [CodedTile], rows: Int, width: Int, height: Int, _ properties: [HEIFFile.Property] = []
  ) -> HEIFFile {
    let items = tiles.enumerated().map { index, tile in
      var item = tile.item(index + 1)
      item.isHidden = true
      return item
    }
    let grid = HEIFFile.Item.grid(
      1000, rows: rows, tiles: items.map(\.id), width: width, height: height, properties)
    var file = HEIFFile(items + [grid], primary: 1000)
    if tiles.first?.type == "av01" { file.brands = ["avif", "mif1", "avif"] }
    return file
  }

  /// A file of `raster` cut into tiles of `side` pixels; those at the right and at the bottom are filled up
  /// with gray.
  static func grid(
    _ raster: Raster, side: Int, _ options: HEIFTool.Options = .init(),
    _ properties: [HEIFFile.Property] = []
  ) throws -> HEIFFile {
    let columns = (raster.width + side - 1) / side
    let rows = (raster.height + side - 1) / side
    let tiles = try (0..<rows * columns).map { index in
      let (left, top) = (index % columns * side, index / columns * side)
      let tile = Raster(width: side, height: side) { x, y in
        left + x < raster.width && top + y < raster.height
          ? raster[left + x, top + y] : Raster.Color(128, 128, 128)
      }
      return try CodedTile(tile, options)
    }
    return grid(tiles, rows: rows, width: raster.width, height: raster.height, properties)
  }
}
