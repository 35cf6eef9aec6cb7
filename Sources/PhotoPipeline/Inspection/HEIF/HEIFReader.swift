import DurableFiles

/// Reads a HEIF or AVIF file (ISO/IEC 14496-12, ISO/IEC 23008-12, AVIF 1.1): its items, what they carry,
/// and what a decoder must know.
///
/// It holds a window of the file and the item tables. No coded picture is looked at.
struct HEIFReader {
  let source: any ByteSource
  let format: PhotoFormat
  var window: ByteWindow
  let table: HEIFItemTable
  /// What was read of decoder set-ups so far, by the number of the property.
  var configurations: [Int: [UInt8]] = [:]
  var configurationByteCount = 0
  var pieces = FilePieces()

  /// Reads everything.
  ///
  /// - Throws: ``PhotoPreparer/Error`` if the picture is missing, damaged or of a kind that cannot be
  ///   told; ``FileSystemError`` if the file cannot be read.
  static func read(
    _ source: any ByteSource, format: PhotoFormat
  ) throws -> (PhotoInspection, HEIFStructure) {
    var window = ByteWindow(source)
    let boxes = try TopLevelBoxes(&window)
    guard let meta = boxes.first("meta") else {
      throw boxes.first("moov") == nil
        ? PhotoPreparer.Error.damaged(file: source.name, reason: "it has no list of pictures")
        : .unsupported(file: source.name, reason: "it is an image sequence without a still picture")
    }
    guard meta.missingByteCount == 0 else {
      throw PhotoPreparer.Error.damaged(file: source.name, reason: "its list of pictures is cut off")
    }
    let table = try HEIFItemTable(meta: meta, window: &window, file: source.name)
    var reader = HEIFReader(source: source, format: format, window: window, table: table)
    return try reader.finish(boxes)
  }

  func damaged(_ reason: String) -> PhotoPreparer.Error {
    .damaged(file: source.name, reason: reason)
  }

  func unsupported(_ reason: String) -> PhotoPreparer.Error {
    .unsupported(file: source.name, reason: reason)
  }

  private mutating func finish(_ boxes: TopLevelBoxes) throws -> (PhotoInspection, HEIFStructure) {
    guard let id = table.primary else { throw damaged("it does not say which picture it is about") }
    let image = try image(id)
    let alpha = try alpha(of: id)
    let transform = try transform(of: image)
    let colors = try colors(of: image)
    let structure = HEIFStructure(
      image: image, alpha: alpha,
      isPremultiplied: alpha.map { table.references("prem", from: id).contains($0.id) } ?? false,
      crop: transform.shown.crop, orientation: transform.shown.orientation, color: colors.color,
      profileBytes: colors.profileBytes,
      profile: ICCProfile(colors.profile, channelCount: image.chroma == .monochrome ? 1 : 3),
      brightestPixel: colors.brightestPixel)
    try listItems(of: structure)
    try listBoxes(boxes)
    let inspection = PhotoInspection(
      format: format, byteCount: window.end, width: structure.uprightWidth,
      height: structure.uprightHeight, orientation: transform.isSaid ? structure.orientation : nil,
      location: pieces.location, takenAt: pieces.exif?.takenAt, camera: pieces.exif?.camera,
      colorProfile: colors.profile?.name, blocks: pieces.blocks(end: window.end))
    return (inspection, structure)
  }

  /// The picture of one channel that belongs to the picture `id` and says how opaque it is.
  private mutating func alpha(of id: Int) throws -> HEIFImage? {
    let found = table.references("auxl").sorted { $0.key < $1.key }.compactMap { auxiliary, targets in
      targets.contains(id) ? table[auxiliary] : nil
    }
    let items = found.filter { auxiliaryKind(of: $0) == .alpha }
    guard let first = items.first else { return nil }
    var alpha = try image(first.id)
    // A decoder may take another one than that which is checked.
    if items.count > 1 { alpha.refusal = "it has \(items.count) alpha pictures" }
    return alpha
  }

  /// Puts crops, turns and mirrorings together; they count in the order in which they are listed.
  private func transform(of image: HEIFImage) throws -> (shown: DisplayTransform, isSaid: Bool) {
    var transform = DisplayTransform(width: image.width, height: image.height)
    var isSaid = false
    guard let item = table[image.id] else { return (transform, false) }
    for (property, _) in table.properties(of: item) {
      switch property {
      case .crop(let aperture):
        guard let rectangle = aperture.rectangle(in: transform.size) else {
          throw damaged("it is cropped to nothing")
        }
        transform.crop(to: rectangle)
      case .turn(let turns):
        transform.turn(counterclockwise: turns)
        isSaid = true
      case .mirror(let leftAndRight):
        transform.mirror(leftAndRight: leftAndRight)
        isSaid = true
      default:
        break
      }
    }
    return (transform, isSaid)
  }

  /// What a picture says of its colours.
  private struct Colors {
    var color: HEIFColor?
    var profile: ICCReader?
    var profileBytes: [UInt8]?
    var brightestPixel: Double?
  }

  /// The most bytes of a profile that is read; profiles of presses reach some millions.
  private static let profileLimit = 8 << 20
  /// The most profiles that are tried until one is whole.
  private static let profileCountLimit = 4

  /// What the picture says of its colours, and where it says nothing, its first tile.
  private mutating func colors(of image: HEIFImage) throws -> Colors {
    var colors = Colors()
    var triedCount = 0
    let tile = image.type == "grid" ? table.references("dimg", from: image.id).first : nil
    for item in [image.id, tile].compactMap({ $0 }).compactMap({ table[$0] }) {
      for (property, _) in table.properties(of: item) {
        switch property {
        case .color(let color): colors.color = colors.color ?? color
        case .contentLight(let maximum, _) where maximum > 0: colors.brightestPixel = Double(maximum)
        case .masteringLight(let light) where light > 0:
          colors.brightestPixel = colors.brightestPixel ?? light
        case .profile(let range)
        where colors.profileBytes == nil && range.count <= Self.profileLimit
          && triedCount < Self.profileCountLimit:
          triedCount += 1
          let bytes = try window.prefix(at: range.lowerBound, limit: range.count)
          guard let profile = try ICCReader(MemoryByteSource(bytes, name: source.name)) else { continue }
          colors.profile = profile
          colors.profileBytes = bytes
        default: break
        }
      }
    }
    return colors
  }
}
