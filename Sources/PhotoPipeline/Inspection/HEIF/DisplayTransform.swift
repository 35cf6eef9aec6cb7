/// What is done to a stored picture before it is shown, put together from any order of crops, turns and
/// mirrorings: first a crop in the stored picture, then one of the eight orientations of EXIF.
struct DisplayTransform {
  /// The part of the stored picture that is shown.
  private(set) var crop: PixelRectangle
  /// Whether left and right are swapped, and then how many quarter turns clockwise follow.
  private var isMirrored = false
  private var quarterTurns = 0

  init(width: Int, height: Int) {
    crop = PixelRectangle(x: 0, y: 0, width: width, height: height)
  }

  /// The size of what is shown.
  var size: PixelSize {
    let size = PixelSize(width: crop.width, height: crop.height)
    return quarterTurns % 2 == 0 ? size : size.transposed
  }

  /// 1 to 8 as in EXIF 2.32 §4.6.4.
  var orientation: Int {
    isMirrored ? [2, 7, 4, 5][quarterTurns] : [1, 6, 3, 8][quarterTurns]
  }

  /// Turns what is shown counterclockwise (ISO/IEC 23008-12 §6.5.10).
  mutating func turn(counterclockwise turns: Int) {
    quarterTurns = (quarterTurns + 4 - turns & 3) % 4
  }

  /// Exchanges left and right, or top and bottom (ISO/IEC 23008-12 §6.5.12).
  mutating func mirror(leftAndRight: Bool) {
    // A mirroring behind a turn is a turn the other way behind a mirroring.
    isMirrored.toggle()
    quarterTurns = (4 - quarterTurns) % 4
    if !leftAndRight { quarterTurns = (quarterTurns + 2) % 4 }
  }

  /// Keeps of what is shown the part in `rectangle`, which must lie inside.
  mutating func crop(to rectangle: PixelRectangle) {
    var size = size
    var part = rectangle
    for _ in 0..<quarterTurns {
      part = PixelRectangle(
        x: part.y, y: size.width - part.x - part.width, width: part.height, height: part.width)
      size = size.transposed
    }
    let x = isMirrored ? size.width - part.x - part.width : part.x
    crop = PixelRectangle(x: crop.x + x, y: crop.y + part.y, width: part.width, height: part.height)
  }
}
