import PhotoFixtures

/// Small files of every kind that the pipeline tells apart, by name.
enum Seeds {
  static func all() throws -> [String: [UInt8]] {
    var seeds = try codings().merging(metadata()) { $1 }.merging(damages()) { $1 }.merging(boxes()) { $1 }
      .merging(decoders()) { $1 }.merging(heifPictures()) { $1 }
    seeds.merge(StillSeeds.all()) { $1 }
    seeds.merge(blocks()) { $1 }
    seeds.merge(InboxSeeds.all()) { $1 }
    seeds.merge(ReceiverSeeds.all()) { $1 }
    // The last two bytes choose the options of the preparation.
    let picture = try JPEGFile(.detail(width: 300, height: 200))
    for choice: UInt8 in 0..<16 {
      let turned = picture.adding(EXIFBuilder(orientation: 1 + Int(choice) % 8))
      seeds["options-\(choice)"] = turned.bytes + [choice / 4, choice]
    }
    return seeds
  }

  /// HEIC and AVIF pictures that can be decoded.
  private static func heifPictures() throws -> [String: [UInt8]] {
    var seeds: [String: [UInt8]] = [:]
    let picture = Raster.detail(width: 67, height: 43)
    for isAVIF in [false, true] {
      for (name, adjust) in heifKinds {
        var options = HEIFTool.Options()
        options.isAVIF = isAVIF
        adjust(&options)
        seeds["\(isAVIF ? "avif" : "heic")-\(name)"] = try HEIFTool.encode(picture, options)
      }
    }
    return seeds
  }

  private static let heifKinds: [(String, @Sendable (inout HEIFTool.Options) -> Void)] = [
    ("420", { _ in }), ("422", { $0.chroma = "422" }), ("444", { $0.chroma = "444" }),
    ("gray", { $0.isGray = true }), ("12-bits", { $0.bits = 12 }),
    ("alpha", { $0.alpha = (0..<67 * 43).map { UInt8($0 % 256) } }),
  ]

  private static func codings() throws -> [String: [UInt8]] {
    typealias Options = JPEGTool.Options
    let picture = Raster.detail(width: 40, height: 24)
    var options = Dictionary(
      uniqueKeysWithValues: Options.Sampling.allCases.map { ("sampling-\($0)", Options(sampling: $0)) })
    options["gray"] = Options(colorSpace: .grayscale)
    options["rgb"] = Options(colorSpace: .rgb)
    options["progressive"] = Options(isProgressive: true)
    options["progressive-gray"] = Options(colorSpace: .grayscale, isProgressive: true)
    options["progressive-restarts"] = Options(sampling: .s444, isProgressive: true, restartRows: 1)
    options["arithmetic"] = Options(isArithmetic: true)
    options["optimized"] = Options(isOptimized: true)
    options["restarts"] = Options(restartRows: 1)
    var seeds = try options.mapValues { try JPEGFile(picture, $0).bytes }
    for (width, height) in [(1, 1), (1, 70), (33, 17), (513, 16)] {
      seeds["size-\(width)x\(height)"] = try JPEGFile(.gradient(width: width, height: height)).bytes
    }
    for ink in InkOptions.allCases.enumerated() {
      seeds["inks-\(ink.offset)"] = try JPEGFile.inks(picture, ink.element).bytes
    }
    seeds["profile-inks"] = try JPEGFile.inks(picture).adding(profile: ICCBuilder.cmyk()).bytes
    seeds["profile-table"] = try JPEGFile(picture).adding(profile: ICCBuilder.rgbTable()).bytes
    seeds["profile-p3"] = try JPEGFile(picture).adding(profile: ICCBuilder.displayP3().bytes()).bytes
    let plain = try JPEGFile(picture)
    seeds["late-height"] = plain.withHeightBehindScan().bytes
    seeds["twelve-bits"] = plain.claiming(precision: 12, marker: 0xC1).bytes
    seeds["lossless"] = plain.claiming(marker: 0xC3).bytes
    seeds["fill-bytes"] = plain.bytesWithFill(3)
    return seeds
  }

  private static func metadata() throws -> [String: [UInt8]] {
    let plain = try JPEGFile(.detail(width: 40, height: 24))
    var seeds: [String: [UInt8]] = [:]
    for carrier in MetadataCarrier.allCases {
      seeds["carrier-\(carrier)"] = try carrier.plant("TOKEN", in: plain).bytes
    }
    seeds["carriers"] = try MetadataCarrier.plantEverywhere("TOKEN", in: plain).bytes
    seeds["phone"] = try PhonePhoto(width: 48, height: 64).jpeg()
    for order in ByteOrder.allCases {
      for turn in 1...8 {
        seeds["turn-\(turn)-\(order)"] = plain.adding(EXIFBuilder(order, orientation: turn)).bytes
      }
      var exif = EXIFBuilder(order)
      exif.gps = GPSPosition(latitude: -33.5, longitude: 151.25, altitude: 12)
      exif.dateTimeOriginal = "2024:02:29 12:00:00"
      exif.offsetTimeOriginal = "+05:30"
      exif.interoperability = "R98"
      exif.makerNote = [1, 2, 3]
      seeds["exif-\(order)"] = plain.adding(exif).bytes
      seeds["tiff-\(order)"] = exif.tiff()
    }
    let profiles: [String: ICCBuilder] = [
      "srgb-2": .sRGB(.v2), "srgb-4": .sRGB(.v4), "p3": .displayP3(), "adobe": .adobeRGB(), "gray": .gray(),
    ]
    for (name, profile) in profiles {
      seeds["profile-\(name)"] = plain.adding(profile: profile.bytes(), chunks: 3).bytes
    }
    seeds["profile-cmyk"] = plain.adding(profile: ICCBuilder.cmyk()).bytes
    seeds["profile-broken"] = plain.adding(profile: ICCBuilder.broken()).bytes
    for kind in JPEGFile.PictureKind.allCases {
      seeds["pictures-\(kind)"] = plain.addingPictures([plain.bytes, plain.bytes], kind: kind).bytes
    }
    seeds["micro-video"] = plain.addingGoogleMicroVideo(MovieStub.mp4()).bytes
    seeds["movie"] = MovieStub.mp4()
    return seeds
  }

  /// Profiles and packets that stand alone.
  private static func blocks() -> [String: [UInt8]] {
    var seeds = [
      "block-cmyk": ICCBuilder.cmyk(), "block-table": ICCBuilder.rgbTable(),
      "block-broken": ICCBuilder.broken(),
    ]
    for version in ICCBuilder.Version.allCases {
      for (index, profile) in [
        ICCBuilder.sRGB(version), .displayP3(version), .adobeRGB(version), .gray(version),
      ].enumerated() {
        seeds["block-\(version)-\(index)"] = profile.bytes()
      }
    }
    let packets = [
      "place": XMPPacket([
        "exif:GPSLatitude": "10,20.5N", "exif:GPSLongitude": "20,0,5W", "exif:GPSAltitude": "10/3",
        "exif:GPSAltitudeRef": "1",
      ]), "city": XMPPacket(["photoshop:City": "TOKEN", "hdrgm:Version": "1.0"]),
    ]
    for (name, packet) in packets { seeds["block-xmp-\(name)"] = Array(packet.packet().utf8) }
    return seeds
  }

  private static func damages() throws -> [String: [UInt8]] {
    let plain = try JPEGFile(.detail(width: 64, height: 48))
    let progressive = try JPEGFile(.detail(width: 64, height: 48), .init(isProgressive: true))
    var seeds: [String: [UInt8]] = ["empty": []]
    for (name, file) in ["plain": plain, "progressive": progressive] {
      seeds["no-end-\(name)"] = file.withoutEndOfImage().bytes
      seeds["cut-\(name)"] = file.cut(keeping: 0.5)
      seeds["zeros-\(name)"] = file.zeroing(from: 0.3, to: 0.6).bytes
      seeds["padded-\(name)"] = file.padded(zeros: 64).bytes
    }
    let header = plain.bytes.count - plain.scans.count
    for part in 1..<6 { seeds["header-\(part)"] = Array(plain.bytes.prefix(header * part / 6)) }
    seeds["vast"] = try JPEGFile.vast().bytes
    seeds["vast-plain"] = try JPEGFile.vast(isProgressive: false).bytes
    return seeds
  }

  /// HEIF files and movies with something of every kind.
  private static func boxes() -> [String: [UInt8]] {
    let exif = EXIFBuilder(orientation: 6, gps: GPSPosition(latitude: 1.5, longitude: 2.5))
    let packet = XMPPacket(["exif:GPSLatitude": "10,0N", "exif:GPSLongitude": "20,0E"])
    let properties: [HEIFFile.Property] = [
      .profile(ICCBuilder.displayP3().bytes()), .color(), .depths([8, 8, 8]),
      .crop(x: 2, y: 4, width: 50, height: 40, of: (121, 59)), .turn(1), .mirror(1),
    ]
    var grid = HEIFFile.grid(rows: 1, columns: 2, properties)
    grid.items.append(
      HEIFFile.Item(
        1001, "hvc1", [1, 2, 3],
        [.hevc(chroma: 0), .size(64, 64), .auxiliary("urn:mpeg:hevc:2015:auxid:1")],
        references: [("auxl", [1000])]))
    grid.unclaimed = [1, 2, 3]
    grid.tail = BoxBytes.box("mpvd", [1, 2, 3]) + BoxBytes.box("free", [0, 0, 1])
    var seeds = ["heif-grid": grid.adding(.exif(1002, exif, of: 1000), .xmp(1003, packet, of: 1000)).bytes()]
    var wide = HEIFFile.single(coding: .av1(), [.turn(3)]).adding(.exif(2, exif, of: 1))
    wide.placeVersion = 2
    wide.offsetWidth = 8
    wide.hasWideNumbers = true
    wide.hasWideAssociations = true
    wide.isTableFirst = false
    wide.brands = ["avif", "mif1"]
    seeds["heif-wide"] = wide.bytes()
    let position = GPSPosition(latitude: 52.52, longitude: -13.4, altitude: 34.5)
    for (index, form) in MoviePlace.allCases.enumerated() {
      var movie = form.plant(
        "+52.5200-013.4000+034.500/", position, in: MovieFile(index % 2 == 0 ? "qt  " : "mp42"))
      movie.isIndexFirst = index % 3 == 0
      seeds["movie-\(form)"] = movie.bytes()
      movie.isFragmented = true
      seeds["movie-\(form)-fragmented"] = movie.bytes()
    }
    for form in MovieHiding.allCases {
      var movie = form.plant("TOKEN123", in: MovieFile())
      seeds["movie-hiding-\(form)"] = movie.bytes()
      movie.isFragmented = true
      seeds["movie-hiding-\(form)-fragmented"] = movie.bytes()
    }
    return seeds
  }
}
