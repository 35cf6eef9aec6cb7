import DurableFiles
import PhotoFixtures
import Testing

@testable import PhotoPipeline

@Suite("Damage of files of boxes") struct BoxDamageTests {
  /// Small files with something of every kind.
  static let rich: [[UInt8]] = {
    var exif = EXIFBuilder(orientation: 6, gps: GPSPosition(latitude: 1.5, longitude: 2.5))
    exif.makerNote = [1, 2, 3]
    let profile = PhotoFixtures.ICCBuilder.displayP3().bytes()
    let alpha = HEIFFile.Item(
      1001, "hvc1", HEIFFile.noise(9, seed: 1),
      [.hevc(chroma: 0), .size(64, 64), .auxiliary("urn:mpeg:hevc:2015:auxid:1")],
      references: [("auxl", [1000])])
    var picture = HEIFFile.grid(
      rows: 1, columns: 2,
      [
        .profile(profile), .color(), .crop(x: 2, y: 4, width: 50, height: 40, of: (121, 59)), .turn(1),
        .mirror(1),
      ]
    ).adding(
      alpha, .exif(1002, exif, of: 1000),
      .xmp(1003, XMPPacket(["exif:GPSLatitude": "10,0N", "exif:GPSLongitude": "20,0E"]), of: 1000))
    picture.unclaimed = [1, 2, 3]
    picture.tail = BoxBytes.box("mpvd", [1, 2, 3]) + BoxBytes.box("free", [0, 0, 1]) + [1, 2, 3]
    var single = HEIFFile.single(coding: .av1(), [.turn(3)]).adding(.exif(2, exif, of: 1))
    single.placeVersion = 2
    single.hasWideNumbers = true
    single.hasWideAssociations = true
    single.offsetWidth = 8
    single.isTableFirst = false

    var movie = MovieFile()
    for form in MoviePlace.allCases {
      movie = form.plant(
        "+52.5200-013.4000+034.500/", GPSPosition(latitude: 52.52, longitude: -13.4), in: movie)
    }
    var early = movie
    early.isIndexFirst = true
    early.tail = []
    return [picture.bytes(), single.bytes(), movie.bytes(), early.bytes()]
  }()

  /// What is wrong with what is read of `bytes`; a typed error is nothing wrong.
  private func fault(_ bytes: [UInt8]) throws -> String? {
    do {
      let (inspection, structure) = try PhotoInspection.read(MemoryByteSource(bytes, name: "test"))
      guard inspection.byteCount == bytes.count, inspection.width > 0, inspection.height > 0 else {
        return "size"
      }
      guard inspection.blocks.allSatisfy({ $0.byteCount > 0 && $0.byteCount <= bytes.count }) else {
        return "blocks"
      }
      guard let heif = structure.heif else { return nil }
      guard heif.crop.width > 0, heif.crop.height > 0, heif.crop.x + heif.crop.width <= heif.image.width,
        heif.crop.y + heif.crop.height <= heif.image.height
      else { return "crop" }
      let extents = heif.image.tiles.flatMap(\.extents)
      return extents.allSatisfy { $0.upperBound <= bytes.count && !$0.isEmpty } ? nil : "extents"
    } catch is PhotoPreparer.Error {
      return nil
    }
  }

  // An expectation for each of ten thousands of files would take most of the time.
  private func survive(_ bytes: [UInt8]) throws {
    if let fault = try fault(bytes) { Issue.record("\(fault)") }
  }

  @Test("The files are whole before they are damaged")
  func whole() throws {
    for bytes in Self.rich {
      let inspection = try PhotoInspection.read(MemoryByteSource(bytes, name: "test")).inspection
      #expect(inspection.location != nil && !inspection.isClean)
    }
  }

  @Test("Cut at any byte, a file gives a result or a typed error", arguments: rich.indices)
  func truncation(index: Int) throws {
    let bytes = Self.rich[index]
    for count in bytes.indices { try survive(Array(bytes[..<count])) }
  }

  @Test("With any byte set to FF or 00, a file gives a result or a typed error", arguments: rich.indices)
  func everyByteChanged(index: Int) throws {
    for place in Self.rich[index].indices {
      for value: UInt8 in [0xFF, 0x00] {
        var bytes = Self.rich[index]
        bytes[place] = value
        try survive(bytes)
      }
    }
  }

  @Test("With random bytes flipped, a file gives a result or a typed error", arguments: rich.indices)
  func flips(index: Int) throws {
    let seed = UInt64.random(in: 1...UInt64.max)
    print("seed of the flips: \(seed)")
    var generator = SplitMix64(seed: seed)
    for _ in 0..<500 {
      var bytes = Self.rich[index]
      for _ in 0..<Int.random(in: 1...12, using: &generator) {
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] = .random(in: 0...255, using: &generator)
      }
      try survive(bytes)
    }
  }

  @Test("Tables that repeat what takes no bytes are refused at once")
  func emptyExtents() throws {
    // Version 0, numbers of no bytes, 65535 extents each.
    let entries = (0..<1000).flatMap { (id: Int) -> [UInt8] in BoxBytes.number16(id) + [0, 0, 0xFF, 0xFF] }
    let places = BoxBytes.full("iloc", [0, 0], BoxBytes.number16(1000), entries)
    let file =
      BoxBytes.box("ftyp", BoxBytes.code("heic"), [0, 0, 0, 0])
      + BoxBytes.full("meta", BoxBytes.full("pitm", [0, 1]), places)
    #expect(try refusal(of: file) == "damaged: its table iloc repeats an extent of no bytes")
  }

  @Test("More items than any photo has are refused")
  func manyItems() throws {
    let list = BoxBytes.full("iinf", version: 1, BoxBytes.number(70_000))
    let file =
      BoxBytes.box("ftyp", BoxBytes.code("heic"), [0, 0, 0, 0])
      + BoxBytes.full("meta", BoxBytes.full("pitm", [0, 1]), list)
    #expect(try refusal(of: file) == "too_large: it has 70000 items")
  }
}
