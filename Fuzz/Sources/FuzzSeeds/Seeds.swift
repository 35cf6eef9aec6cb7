import PhotoFixtures

/// Small files of every kind that the pipeline tells apart, by name.
enum Seeds {
  static func all() throws -> [String: [UInt8]] {
    var seeds = try codings().merging(metadata()) { $1 }.merging(damages()) { $1 }
    // The last two bytes choose the options of the preparation.
    let picture = try JPEGFile(.detail(width: 300, height: 200))
    for choice: UInt8 in 0..<16 {
      let turned = picture.adding(EXIFBuilder(orientation: 1 + Int(choice) % 8))
      seeds["options-\(choice)"] = turned.bytes + [choice / 4, choice]
    }
    return seeds
  }

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
}
