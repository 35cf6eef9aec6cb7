import DurableFiles
import PhotoFixtures
import Testing

@testable import PhotoPipeline

/// Pictures that decoders call whole although nobody wrote some of their pixels.
@Suite("HEIF pictures with missing pixels", .needsHEIFPrograms)
struct MissingPixelsTests {
  struct Kind: Sendable, CustomTestStringConvertible {
    var options = HEIFTool.Options()
    var size = (width: 192, height: 160)
    var testDescription: String {
      "\(options.isGray ? "gray" : options.chroma), \(options.bits) bits, \(size.width)x\(size.height)"
    }

    init(
      _ chroma: String = "420", bits: Int = 8, size: (Int, Int) = (192, 160), isGray: Bool = false
    ) {
      options.chroma = chroma
      options.bits = bits
      options.isGray = isGray
      options.slices = 2
      self.size = size
    }

    func file() throws -> [UInt8] {
      try HEIFTool.encode(.detail(width: size.width, height: size.height), options)
    }
  }

  static let kinds = [
    Kind(), Kind(bits: 10), Kind(bits: 12), Kind("422"), Kind("444", bits: 12), Kind(isGray: true),
    // Their last blocks are cut off, at 8 pixels of 64.
    Kind(size: (197, 131)), Kind("444", bits: 10, size: (201, 129)),
  ]

  private func refusal(of bytes: [UInt8], usesTiles: Bool) -> PhotoPreparer.Error? {
    #expect(throws: PhotoPreparer.Error.self) {
      _ = try DecodedPlanes(heif: MemoryByteSource(bytes, name: "a.heic"), usesTiles: usesTiles)
    }
  }

  @Test("A slice that is missing is damage by either road", arguments: kinds, [true, false])
  func slice(kind: Kind, usesTiles: Bool) throws {
    let whole = try kind.file()
    let picture = Raster.detail(width: kind.size.width, height: kind.size.height)
    let decoded = try DecodedPlanes(heif: MemoryByteSource(whole, name: "a.heic"), usesTiles: usesTiles)
    if !kind.options.isGray { #expect(try #require(decoded.raster.peakSignalToNoise(picture)) > 25) }
    let error = refusal(of: try HEVCSlices.hidingLast(in: whole), usesTiles: usesTiles)
    #expect(error?.code == "damaged", "\(error.debugDescription)")
    #expect(error?.reason == "pixels of its picture are missing", "\(error.debugDescription)")
  }

  @Test("A slice that is missing in one tile of many is damage by either road", arguments: [true, false])
  func tile(usesTiles: Bool) throws {
    let file = try Kind().file()
    let whole = try CodedTile(of: file)
    // The decoder has had the same memory for a whole tile before.
    let tiles = [whole, whole, whole, try CodedTile(of: HEVCSlices.hidingLast(in: file))]
    let error = refusal(
      of: CodedTile.grid(tiles, rows: 2, width: 384, height: 320).bytes(), usesTiles: usesTiles)
    #expect(error?.code == "damaged", "\(error.debugDescription)")
    #expect(error?.reason == "pixels of its picture are missing", "\(error.debugDescription)")
  }

  @Test("A slice that is missing in the alpha picture is damage")
  func alpha() throws {
    var options = HEIFTool.Options()
    options.slices = 2
    options.alpha = (0..<192 * 160).map { UInt8(truncatingIfNeeded: $0) }
    let file = try HEIFTool.encode(.detail(width: 192, height: 160), options)
    _ = try Preparing.photo(file)
    let error = Preparing.refusal(try HEVCSlices.hidingLast(in: file))
    #expect(error?.code == "damaged", "\(error.debugDescription)")
  }

  @Test(
    "Tiles that are coded smaller than they claim are damage by either road",
    arguments: [(80, 64), (64, 72), (66, 64)], [false, true])
  func smallTiles(claim: (Int, Int), isAVIF: Bool) throws {
    var options = HEIFTool.Options()
    options.isAVIF = isAVIF
    let tile = try CodedTile(.solid(width: 64, height: 64), options)
    var file = tile.file(size: claim)
    file.items[0].isHidden = true
    file.items.append(
      .grid(2, rows: 2, tiles: [1, 1, 1, 1], width: 2 * claim.0, height: 2 * claim.1))
    file.primary = 2
    for usesTiles in [true, false] {
      let error = refusal(of: file.bytes(), usesTiles: usesTiles)
      #expect(error?.code == "damaged", "\(error.debugDescription)")
      #expect(error?.reason.contains("64x64 are coded") == true, "\(error.debugDescription)")
    }
  }

  @Test("Tiles that are cut within a block fit their claim", arguments: ["420", "422", "444"])
  func cutTiles(chroma: String) throws {
    let green = Raster.Color(30, 160, 90)
    var options = HEIFTool.Options()
    options.chroma = chroma
    let tile = try CodedTile(.solid(width: 70, height: 90, green), options)
    var file = tile.file()
    file.items[0].isHidden = true
    file.items.append(.grid(2, rows: 1, tiles: [1, 1], width: 139, height: 90))
    file.primary = 2
    let decoded = try DecodedPlanes(heif: MemoryByteSource(file.bytes(), name: "a.heic"), usesTiles: false)
    #expect(decoded.raster.quadrantColors().allSatisfy { $0.distance(to: green) <= 6 })
  }

  @Test("A grid that no library would fill is refused with a reason")
  func unevenGrids() throws {
    let tile = try CodedTile(.solid(width: 64, height: 64))
    let wide = try CodedTile(.solid(width: 128, height: 64))
    let crop = HEIFFile.Property.crop(x: 0, y: 0, width: 8, height: 8, of: (64, 64))
    var alpha = tile.item(9, [.auxiliary("urn:mpeg:hevc:2015:auxid:1")])
    alpha.references = [("auxl", [1])]
    let grids = [
      ("several sizes", CodedTile.grid([tile, wide], rows: 1, width: 128, height: 64)),
      ("turned", Self.grid([tile.item(1, [.turn(1)]), tile.item(2)])),
      ("cropped", Self.grid([tile.item(1), tile.item(2, [crop])])),
      ("own alpha", Self.grid([tile.item(1), tile.item(2)]).adding(alpha)),
    ]
    for (reason, file) in grids {
      let error = refusal(of: file.bytes(), usesTiles: false)
      #expect(error?.code == "unsupported", "\(error.debugDescription)")
      #expect(error?.reason.contains(reason) == true, "\(error.debugDescription)")
    }
  }

  private static func grid(_ items: [HEIFFile.Item]) -> HEIFFile {
    HEIFFile(items + [.grid(1000, rows: 1, tiles: items.map(\.id), width: 128, height: 64)], primary: 1000)
  }

  @Test("An identity and an overlay are prepared, of a picture and of a grid", arguments: ["iden", "iovl"])
  func derived(type: String) throws {
    let green = Raster.Color(30, 160, 90)
    let tile = try CodedTile(.solid(width: 64, height: 64, green))
    var file = Self.grid([tile.item(1), tile.item(2)])
    // §6.6.2.2: a red canvas with the picture in its upper left corner.
    let size = type == "iden" ? (width: 128, height: 64) : (width: 160, height: 64)
    let canvas = [0, 0] + [0xFFFF, 0, 0, 0xFFFF, 160, 64, 0, 0].flatMap(BoxBytes.number16)
    file.items.append(
      HEIFFile.Item(
        1001, type, type == "iden" ? [] : canvas, [.size(size.width, size.height)],
        references: [("dimg", [1000])]))
    file.primary = 1001
    if type == "iovl" { file.items[3].isInside = true }
    let prepared = try Pillow.decode(try Preparing.jpeg(file.bytes()))
    #expect((prepared.width, prepared.height) == size)
    #expect(prepared.meanColor(x: 8..<120, y: 8..<56).distance(to: green) <= 6)
    if type == "iovl" {
      #expect(prepared.meanColor(x: 136..<152, y: 8..<56).distance(to: Raster.Color(255, 0, 0)) <= 6)
    }
  }

  @Test("A picture made of what may leave pixels out is refused", arguments: ["iden", "iovl", "tili"])
  func unevenDerived(type: String) throws {
    let tile = try CodedTile(.solid(width: 64, height: 64))
    var file = Self.grid([tile.item(1, [.turn(1)]), tile.item(2)])
    let canvas = [0, 0] + [0, 0, 0, 0xFFFF, 160, 64, 0, 0].flatMap(BoxBytes.number16)
    file.items.append(HEIFFile.Item(1001, type, canvas, [.size(160, 64)], references: [("dimg", [1000])]))
    file.primary = 1001
    let error = refusal(of: file.bytes(), usesTiles: true)
    #expect(error?.code == "unsupported", "\(error.debugDescription)")
  }
}
