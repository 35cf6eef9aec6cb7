import DurableFiles
import Foundation
import PhotoFixtures
import Testing

@testable import PhotoPipeline

/// Pictures of many tiles, as phones store them.
@Suite("HEIF pictures in tiles", .needsHEIFPrograms)
struct GridTests {
  /// 8 by 6 tiles of 64 pixels, the last ones only partly of the picture.
  private static let picture = Raster.detail(width: 491, height: 363)
  private static let file = Result { try CodedTile.grid(picture, side: 64).bytes() }

  @Test("48 tiles make the picture, by either road, on any number of threads", arguments: [1, 2, 3, 8])
  func tiles(threads: Int) throws {
    let source = MemoryByteSource(try Self.file.get(), name: "a.heic")
    let tiles = try DecodedPlanes(heif: source, usesTiles: true, threads: threads)
    #expect(try #require(tiles.raster.peakSignalToNoise(Self.picture)) > 30)
    guard threads < 3 else { return }
    let whole = try DecodedPlanes(heif: source, usesTiles: false, threads: threads)
    #expect(try #require(tiles.peakSignalToNoise(whole)) > 50)
  }

  @Test("A part of a grid that begins inside a tile", arguments: [(70, 66), (71, 67)])
  func cropped(origin: (Int, Int)) throws {
    let crop = HEIFFile.Property.crop(
      x: origin.0, y: origin.1, width: 200, height: 150, of: (Self.picture.width, Self.picture.height))
    var options = HEIFTool.Options()
    options.quality = 90
    let bytes = try CodedTile.grid(Self.picture, side: 128, options, [crop]).bytes()
    let expected = Raster(width: 200, height: 150) { Self.picture[$0 + origin.0, $1 + origin.1] }
    for usesTiles in [true, false] {
      let decoded = try DecodedPlanes(heif: MemoryByteSource(bytes, name: "a.heic"), usesTiles: usesTiles)
      #expect(try #require(decoded.raster.peakSignalToNoise(expected)) > 28)
    }
  }

  @Test("A thousand tiles, which are one item")
  func thousand() throws {
    let tile = try CodedTile(.solid(width: 64, height: 64, Raster.Color(30, 160, 90)))
    var file = tile.file()
    file.items.append(.grid(2, rows: 20, tiles: Array(repeating: 1, count: 1000), width: 3200, height: 1280))
    file.primary = 2
    let prepared = try Pillow.decode(try Preparing.jpeg(file.bytes()) { $0.usesSecondThread = true })
    #expect((prepared.width, prepared.height) == (2048, 819))
    #expect(prepared.quadrantColors().allSatisfy { $0.distance(to: Raster.Color(30, 160, 90)) <= 12 })
  }

  @Test("Tiles that are lower than a group of rows", arguments: [4, 8, 16, 18], [1, 2])
  func lowTiles(side: Int, threads: Int) throws {
    var options = HEIFTool.Options()
    options.isAVIF = true
    let tile = try CodedTile(.solid(width: side, height: side, Raster.Color(30, 160, 90)), options)
    var file = tile.file()
    file.items.append(
      .grid(2, rows: 12, tiles: Array(repeating: 1, count: 36), width: 3 * side - 1, height: 12 * side - 1))
    file.primary = 2
    let source = MemoryByteSource(file.bytes(), name: "a.avif")
    let decoded = try DecodedPlanes(heif: source, usesTiles: true, threads: threads).raster
    #expect(decoded.quadrantColors().allSatisfy { $0.distance(to: Raster.Color(30, 160, 90)) <= 6 })
  }

  @Test("One thread and two give the same photo")
  func threads() throws {
    let bytes = try Self.file.get()
    let photos = try [false, true].map { usesSecondThread in
      try Preparing.jpeg(bytes) {
        $0.usesSecondThread = usesSecondThread
        $0.longEdge = 256
      }
    }
    #expect(photos[0] == photos[1])
  }

  @Test("A damaged tile in the middle is damage, or a photo of the full size")
  func damaged() throws {
    var bytes = try Self.file.get()
    let structure = try #require(
      try PhotoInspection.read(MemoryByteSource(bytes, name: "a.heic")).structure.heif)
    for index in structure.image.tiles[20].extents[0].dropFirst(20) { bytes[index] ^= 0x5A }
    do {
      let photo = try Preparing.photo(bytes)
      #expect((photo.width, photo.height) == (Self.picture.width, Self.picture.height))
    } catch let error as PhotoPreparer.Error {
      #expect(error.code == "damaged", "\(error)")
    }
  }

  @Test("A grid that claims more pixels than any limit is refused at once")
  func vast() throws {
    let tile = try CodedTile(.solid(width: 64, height: 64))
    var file = tile.file()
    // 10^10 pixels: the tiles claim to have them.
    var vast = tile.item(1, size: (width: 50_000, height: 50_000))
    vast.isHidden = true
    file.items = [
      vast, .grid(2, rows: 2, tiles: [1, 1, 1, 1], width: 100_000, height: 100_000),
    ]
    file.primary = 2
    let error = Preparing.refusal(file.bytes())
    #expect(error?.code == "too_large", "\(error.debugDescription)")
  }

  @Test("Tiles that claim sides beyond any number of pixels are refused", arguments: [true, false])
  func vastTiles(usesTiles: Bool) throws {
    let tile = try CodedTile(.solid(width: 64, height: 64))
    var vast = tile.item(1, size: (width: 0xFFFF_FFFE, height: 0xFFFF_FFFE))
    vast.isHidden = true
    let file = HEIFFile([vast, .grid(2, rows: 2, tiles: [1, 1, 1, 1], width: 64, height: 64)], primary: 2)
    let error = #expect(throws: PhotoPreparer.Error.self) {
      _ = try DecodedPlanes(heif: MemoryByteSource(file.bytes(), name: "a.heic"), usesTiles: usesTiles)
    }
    #expect(error?.code == (usesTiles ? "too_large" : "damaged"), "\(error?.reason ?? "")")
  }

  @Test("A tile that claims another size than it has is damage", arguments: [(32, 32), (128, 128), (64, 32)])
  func otherSize(claim: (Int, Int)) throws {
    let file = try CodedTile(.solid(width: 64, height: 64)).file(size: (claim.0, claim.1))
    let error = Preparing.refusal(file.bytes())
    #expect(error?.code == "damaged", "\(error.debugDescription)")
  }

  @Test(
    "Noise in the place of pictures is damage",
    arguments: [HEIFFile.single(), .single(coding: .av1()), .grid()])
  func noise(file: HEIFFile) {
    let error = Preparing.refusal(file.bytes())
    #expect(error?.code == "damaged", "\(error.debugDescription)")
  }

  @Test("A picture that lies about its coded size takes no memory for it", arguments: [false, true])
  func lyingSize(isAVIF: Bool) throws {
    // 64 MP of one color take some KiB; the item says 16x16.
    var options = HEIFTool.Options()
    options.isAVIF = isAVIF
    let tile = try CodedTile(.solid(width: 4096, height: 4096), options)
    let alone = tile.file(size: (16, 16))
    // Tiles that are turned themselves make a picture that only libheif knows how to put together.
    var item = tile.item(1, size: (16, 16), [.turn(1)])
    item.isHidden = true
    var unusual = alone
    unusual.items = [item, .grid(2, rows: 1, tiles: [1], width: 16, height: 16)]
    unusual.primary = 2
    for file in [alone, unusual] {
      let error = Preparing.refusal(file.bytes())
      #expect(error?.code == "damaged", "\(error.debugDescription)")
      #expect(error?.reason.contains("4096x4096 are coded") == true, "\(error.debugDescription)")
    }
  }
}
