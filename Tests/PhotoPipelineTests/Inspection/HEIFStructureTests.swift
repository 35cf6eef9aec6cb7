import DurableFiles
import PhotoFixtures
import Testing

@testable import PhotoPipeline

@Suite struct HEIFStructureTests {
  private typealias Property = HEIFFile.Property

  /// Every form that the tables can have.
  static let forms: [HEIFFile] = ([0, 1, 2] as [UInt8]).flatMap { version in
    [4, 8].flatMap { width in
      [false, true].map { isWide in
        var file = HEIFFile.grid(coding: .hevc(), [.turn(3)])
        file.placeVersion = version
        file.offsetWidth = width
        file.hasWideNumbers = isWide && version == 2
        file.hasWideAssociations = isWide
        file.isTableFirst = !isWide
        for index in file.items.indices {
          if version == 0 { file.items[index].isInside = false }
          file.items[index].pieceCount = index % 3 + 1
        }
        return file
      }
    }
  }

  @Test("Every form of the tables gives the same tiles", arguments: forms)
  func tables(file: HEIFFile) throws {
    let bytes = file.bytes()
    let (inspection, structure) = try inspected(file)
    let image = structure.image
    #expect(image.id == 1000 && image.type == "grid" && image.coding == .hevc && image.unusual == nil)
    #expect((image.rows, image.columns) == (2, 3))
    #expect((image.width, image.height) == (185, 123))
    #expect((image.tileWidth, image.tileHeight) == (64, 64))
    let data = image.tiles.map { tile in tile.extents.flatMap { bytes[$0] } }
    #expect(data == file.items.dropLast().map(\.data))
    #expect(image.tiles.allSatisfy { $0.configuration == Array(Property.hevc().box.dropFirst(8)) })
    #expect((structure.orientation, inspection.orientation) == (6, 6))
    #expect((inspection.width, inspection.height) == (123, 185))
    #expect((structure.uprightWidth, structure.uprightHeight) == (123, 185))
    #expect(inspection.isClean && inspection.format == .heic)
  }

  @Test("A picture of one item is a grid of one tile")
  func single() throws {
    let file = HEIFFile.single(width: 33, height: 17, coding: .av1())
    let (inspection, structure) = try inspected(file)
    #expect(structure.image.type == "av01" && structure.image.coding == .av1)
    #expect(structure.image.tiles.count == 1 && structure.image.codedByteCount == 100)
    #expect((structure.image.tileWidth, structure.image.tileHeight) == (33, 17))
    #expect(structure.crop == PixelRectangle(x: 0, y: 0, width: 33, height: 17))
    #expect(structure.orientation == 1 && inspection.orientation == nil)
  }

  @Test("The container's turn decides, and EXIF has no say", arguments: 0..<4 as Range<UInt8>)
  func turns(turn: UInt8) throws {
    let file = HEIFFile.single([.turn(turn)]).adding(.exif(9, EXIFBuilder(orientation: 6), of: 1))
    #expect(try inspected(file).inspection.orientation == [1, 8, 3, 6][Int(turn)])
    let untold = HEIFFile.single().adding(.exif(9, EXIFBuilder(orientation: 6), of: 1))
    let (inspection, structure) = try inspected(untold)
    #expect(inspection.orientation == nil && structure.orientation == 1)
    #expect((inspection.width, inspection.height) == (320, 240))
  }

  @Test("Mirrorings are those of EXIF, before and behind a turn")
  func mirrors() throws {
    func orientation(_ properties: Property...) throws -> Int {
      try inspected(HEIFFile.single(properties)).structure.orientation
    }
    #expect(try orientation(.mirror(1)) == 2)
    #expect(try orientation(.mirror(0)) == 4)
    #expect(try orientation(.turn(1), .mirror(1)) == 7)
    #expect(try orientation(.mirror(1), .turn(1)) == 5)
    #expect(try orientation(.turn(2), .mirror(0)) == 2)
  }

  @Test("A crop is taken from the stored picture, however it is turned")
  func crop() throws {
    let crop = Property.crop(x: 10, y: 20, width: 100, height: 50, of: (320, 240))
    let (inspection, structure) = try inspected(HEIFFile.single([crop, .turn(3)]))
    #expect(structure.crop == PixelRectangle(x: 10, y: 20, width: 100, height: 50))
    #expect((inspection.width, inspection.height) == (50, 100))
    #expect((structure.image.width, structure.image.height) == (320, 240))
    let late = Property.crop(x: 0, y: 0, width: 240, height: 10, of: (240, 320))
    let turned = try inspected(HEIFFile.single([.turn(3), late])).structure
    #expect(turned.crop == PixelRectangle(x: 0, y: 0, width: 10, height: 240))
    #expect(
      try refusal(of: HEIFFile.single([.cleanAperture([9, 1, 9, 1, 900, 1, 0, 1])]).bytes())
        == "damaged: it is cropped to nothing")
  }

  @Test(
    "Depth and chroma come from the decoder's set-up",
    arguments: [
      (.hevc(chroma: 0, depth: 8), 8, .monochrome), (.hevc(chroma: 1, depth: 10), 10, .yuv420),
      (.hevc(chroma: 2, depth: 12), 12, .yuv422), (.hevc(chroma: 3, depth: 8), 8, .yuv444),
      (.av1(flags: 0x0C), 8, .yuv420), (.av1(flags: 0x48), 10, .yuv422),
      (.av1(flags: 0x60), 12, .yuv444), (.av1(flags: 0x1C), 8, .monochrome),
    ] as [(HEIFFile.Property, Int, HEIFImage.Chroma)])
  func samples(coding: HEIFFile.Property, depth: Int, chroma: HEIFImage.Chroma) throws {
    let image = try inspected(HEIFFile.grid(coding: coding)).structure.image
    #expect(image.bitDepth == depth && image.chroma == chroma)
  }

  @Test("Colours and profile come from the picture, or else from its first tile")
  func colors() throws {
    let profile = PhotoFixtures.ICCBuilder.displayP3().bytes()
    var file = HEIFFile.grid()
    #expect(try inspected(file).structure.color == nil)
    #expect(try inspected(file).structure.profile == .none)
    file.items[0].properties += [.profile(profile), .color(primaries: 12, matrix: 5, isFullRange: false)]
    let (inspection, ofTile) = try inspected(file)
    #expect(ofTile.profileBytes == profile && ofTile.profile == .other(name: inspection.colorProfile))
    #expect(inspection.colorProfile?.contains("P3") == true)
    #expect((ofTile.color?.primaries, ofTile.color?.matrix, ofTile.color?.isFullRange) == (12, 5, false))
    file.items[6].properties += [
      .profile(PhotoFixtures.ICCBuilder.sRGB().bytes(), type: "rICC"), .color(primaries: 9, transfer: 16),
    ]
    let ofPicture = try inspected(file).structure
    #expect(ofPicture.profile == .sRGB)
    #expect((ofPicture.color?.primaries, ofPicture.color?.transfer) == (9, 16))
    #expect(ofPicture.color?.isFullRange == true)
  }

  @Test("Alpha is found by its name, in a grid too, and may be multiplied in")
  func alpha() throws {
    for name in ["urn:mpeg:hevc:2015:auxid:1", "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha"] {
      let alpha = HEIFFile.Item(
        7, "hvc1", HEIFFile.noise(9, seed: 1), [.hevc(chroma: 0), .size(321, 240), .auxiliary(name)],
        references: [("auxl", [1])])
      var file = HEIFFile.single().adding(alpha)
      let (inspection, structure) = try inspected(file)
      #expect(structure.alpha?.id == 7 && structure.alpha?.width == 321)
      #expect(structure.alpha?.chroma == .monochrome && !structure.isPremultiplied)
      #expect(inspection.isClean)
      file.items[0].references = [("prem", [7])]
      #expect(try inspected(file).structure.isPremultiplied)
    }
  }

  @Test("What only a library can decode is marked and not refused")
  func unusual() throws {
    var overlay = HEIFFile.single()
    overlay.items.append(
      HEIFFile.Item(2, "iovl", [0, 0], [.size(40, 30)], references: [("dimg", [1])]))
    overlay.primary = 2
    let (inspection, structure) = try inspected(overlay)
    #expect((inspection.width, inspection.height) == (40, 30) && inspection.isClean)
    #expect(structure.image.unusual?.contains("iovl") == true && structure.image.tiles.isEmpty)

    var mixed = HEIFFile.grid()
    mixed.items[3].type = "av01"
    #expect(try inspected(mixed).structure.image.unusual?.contains("alike") == true)
    var turned = HEIFFile.grid()
    turned.items[3].properties.append(.turn(1))
    #expect(try inspected(turned).structure.image.unusual?.contains("of their own") == true)
    var sizes = HEIFFile.grid()
    sizes.items[3].properties[1] = .size(64, 65)
    #expect(try inspected(sizes).structure.image.unusual?.contains("one size") == true)
    let unknown = Property(BoxBytes.box("x265", [1]), isEssential: true)
    #expect(try inspected(HEIFFile.single([unknown])).structure.image.unusual?.contains("x265") == true)
    let optional = Property(BoxBytes.box("x265", [1]))
    #expect(try inspected(HEIFFile.single([optional])).structure.image.unusual == nil)
  }

  @Test("A grid of 48 tiles and one of 16384 are read, the large one in little time")
  func large() throws {
    let usual = HEIFFile.grid(rows: 6, columns: 8, tile: (512, 512), size: (4032, 3024))
    #expect(try inspected(usual).structure.image.tiles.count == 48)
    let file = HEIFFile.grid(rows: 128, columns: 128)
    let bytes = file.bytes()
    let elapsed = try ContinuousClock().measure {
      let structure = try PhotoInspection.read(MemoryByteSource(bytes, name: "large")).structure
      #expect(structure.heif?.image.tiles.count == 16384)
    }
    #expect(elapsed < .seconds(5))
  }

  @Test("A grid that claims more pixels than its tiles have is found out")
  func claims() throws {
    let vast = HEIFFile.grid(size: (100_000, 100_000))
    let reason = try #require(try refusal(of: vast.bytes()))
    #expect(reason == "damaged: its grid claims 100000 x 100000 pixels, its tiles have 192 x 128")
    var uneven = HEIFFile.grid()
    uneven.items[6].references[0].targets.removeLast()
    #expect(try refusal(of: uneven.bytes()) == "damaged: its grid has 5 tiles of 6")
    uneven.items[6].references[0].targets.append(77)
    #expect(try refusal(of: uneven.bytes()) == "damaged: 1 of 6 tiles are missing")
  }

  @Test("What is missing or out of reach is an error that says so")
  func errors() throws {
    var nameless = HEIFFile.single()
    nameless.primary = nil
    #expect(try refusal(of: nameless.bytes()) == "damaged: it does not say which picture it is about")
    nameless.primary = 3
    #expect(try refusal(of: nameless.bytes()) == "damaged: the picture that it names is missing")
    var sizeless = HEIFFile.single()
    sizeless.items[0].properties.removeLast()
    #expect(try refusal(of: sizeless.bytes()) == "damaged: its picture has no size")
    var bare = HEIFFile.single()
    bare.items[0].properties.removeFirst()
    #expect(try refusal(of: bare.bytes())?.contains("no set-up") == true)
    let grid = HEIFFile.grid().bytes()
    #expect(try refusal(of: Array(grid.dropLast(100))) == "damaged: 3 of 6 tiles are cut off")
    let single = HEIFFile.single().bytes()
    #expect(try refusal(of: Array(single.dropLast())) == "damaged: its picture is cut off")
    let fileType = BoxBytes.box("ftyp", BoxBytes.code("msf1"), [0, 0, 0, 0], BoxBytes.code("hevc"))
    #expect(try refusal(of: fileType) == "damaged: it has no list of pictures")
    let sequence = MovieFile("msf1", [.video()])
    #expect(
      try refusal(of: sequence.bytes())
        == "unsupported: it is an image sequence without a still picture")
  }

  @Test("Boxes may have sizes of 64 bits, and the last one none")
  func boxSizes() throws {
    var file = HEIFFile.single()
    file.tail = BoxBytes.wideBox("mpvd", [1, 2, 3]) + BoxBytes.openBox("zzzz", [4, 5])
    #expect(blockSizes(try inspected(file).inspection) == ["motion-video 19", "trailer 10"])
  }
}
