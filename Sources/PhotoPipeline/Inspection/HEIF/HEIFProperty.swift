import DurableFiles

/// A property of an item (ISO/IEC 23008-12 §6.5 and its companions for codecs).
enum HEIFProperty {
  /// The size of the item before it is cropped and turned.
  case size(PixelSize)
  case color(HEIFColor)
  /// Where an ICC profile lies.
  case profile(Range<Int>)
  case crop(CleanAperture)
  case turn(counterclockwise: Int)
  case mirror(leftAndRight: Bool)
  /// What an auxiliary picture is for.
  case auxiliary(String)
  /// Where the set-up of a decoder lies: `hvcC` or `av1C`.
  case configuration(FourCC, Range<Int>)
  /// The bits of each channel.
  case depths([Int])
  /// The brightest pixel and the brightest frame average in candela per square metre.
  case contentLight(maximum: Int, average: Int)
  /// The brightest that the mastering display could show, in candela per square metre.
  case masteringLight(Double)
  /// Something that does not change how the picture is decoded.
  case remark
  /// Something unknown, or known and broken.
  case other(FourCC)

  /// The most bytes of a property that is held in memory here.
  private static let byteLimit = 512

  /// Reads the property in `box`.
  init(_ box: Box, window: inout ByteWindow) throws(FileSystemError) {
    let bytes = try window.prefix(
      at: box.content.lowerBound, limit: min(box.content.count, Self.byteLimit))
    let view = ByteView(bytes)
    self = Self.property(box, view) ?? .other(box.type)
  }

  private static func property(_ box: Box, _ view: ByteView) -> HEIFProperty? {
    switch box.type {
    case "ispe":
      guard let width = view.uint32(at: 4), let height = view.uint32(at: 8), width > 0, height > 0 else {
        return nil
      }
      return .size(PixelSize(width: width, height: height))
    case "colr":
      switch FourCC(view, at: 0) {
      case "prof", "rICC": return .profile(box.content.dropFirst(4))
      case "nclx", "nclc": return HEIFColor(view).map { .color($0) }
      default: return nil
      }
    case "clap": return CleanAperture(view).map { .crop($0) }
    case "irot": return view.uint8(at: 0).map { .turn(counterclockwise: $0 & 3) }
    // §6.5.12 of the edition of 2022: 0 exchanges top and bottom, 1 left and right.
    case "imir": return view.uint8(at: 0).map { .mirror(leftAndRight: $0 & 1 == 1) }
    case "auxC":
      var cursor = ByteCursor(view.dropFirst(4))
      return .auxiliary(cursor.text())
    case "hvcC", "av1C": return .configuration(box.type, box.content)
    case "pixi":
      guard let count = view.uint8(at: 4) else { return nil }
      let depths = (0..<count).compactMap { view.uint8(at: 5 + $0) }
      return depths.count == count ? .depths(depths) : nil
    case "clli":
      guard let maximum = view.uint16(at: 0), let average = view.uint16(at: 2) else { return nil }
      return .contentLight(maximum: maximum, average: average)
    case "mdcv": return view.uint32(at: 16).map { .masteringLight(Double($0) / 10_000) }
    case "pasp", "rloc", "udes", "altt", "crtt", "mdft", "cclv", "amve", "free", "skip", "uuid":
      return .remark
    default: return nil
    }
  }
}

extension Range<Int> {
  /// What is left without the first `count` numbers.
  func dropFirst(_ count: Int) -> Range<Int> { Swift.min(lowerBound + count, upperBound)..<upperBound }
}
