/// What the sequence header of AV1 says of the size of its frames (AV1 bitstream specification §5.5).
///
/// A decoder takes memory for that size, whatever the boxes of the file say, so it must be known before.
struct AV1SequenceHeader {
  /// A header is read up to what is needed here; with every operating point it takes fewer bytes.
  static let headByteCount = 256

  /// The size of frames that do not say their own, in pixels.
  let size: PixelSize
  /// The largest size that a frame can say, in pixels; ``size`` if none can.
  let largestSize: PixelSize

  /// What stands in the header of a frame before it says whether it has a size of its own.
  struct FrameStart {
    var hasTimes = false
    var timeBits = 0
    /// 2 where each frame says so itself.
    var screenContent = 2
    var integerMotion = 2
    var idBits = 0
  }

  /// `nil` if frames cannot have sizes of their own.
  let frameStart: FrameStart?

  /// Reads the content of a sequence header; `nil` if it ends before all that is needed.
  init?(_ content: [UInt8]) {
    var bits = BitReader(content)
    guard bits.skip(3 + 1), let isReduced = bits.flag() else { return nil }
    var start = FrameStart()
    if isReduced {
      guard bits.skip(5) else { return nil }
    } else {
      guard Self.readOperatingPoints(&bits, &start) else { return nil }
    }
    guard let widthBits = bits.number(4), let heightBits = bits.number(4),
      let width = bits.number(widthBits + 1), let height = bits.number(heightBits + 1)
    else { return nil }
    size = PixelSize(width: width + 1, height: height + 1)
    if isReduced {
      largestSize = size
      frameStart = nil
      return
    }
    guard Self.readTools(&bits, &start) else { return nil }
    largestSize = PixelSize(width: 2 << widthBits, height: 2 << heightBits)
    frameStart = start
  }

  /// §5.5.1 to §5.5.5: timing and operating points.
  private static func readOperatingPoints(_ bits: inout BitReader, _ start: inout FrameStart) -> Bool {
    var delayBits: Int?
    guard let hasTiming = bits.flag() else { return false }
    if hasTiming {
      guard bits.skip(64), let isEqual = bits.flag(), !isEqual || bits.exponential() != nil,
        let hasModel = bits.flag()
      else { return false }
      if hasModel {
        guard let length = bits.number(5), bits.skip(32 + 5), let timeLength = bits.number(5) else {
          return false
        }
        delayBits = length + 1
        start.hasTimes = !isEqual
        start.timeBits = timeLength + 1
      }
    }
    guard let hasDelays = bits.flag(), let count = bits.number(5) else { return false }
    for _ in 0...count {
      guard bits.skip(12), let level = bits.number(5), level <= 7 || bits.skip(1) else { return false }
      if let delayBits {
        guard let hasModel = bits.flag(), !hasModel || bits.skip(2 * delayBits + 1) else { return false }
      }
      if hasDelays {
        guard let hasDelay = bits.flag(), !hasDelay || bits.skip(4) else { return false }
      }
    }
    return true
  }

  /// What follows the size, up to whether there is screen content.
  private static func readTools(_ bits: inout BitReader, _ start: inout FrameStart) -> Bool {
    guard let hasIDs = bits.flag() else { return false }
    if hasIDs {
      guard let delta = bits.number(4), let more = bits.number(3) else { return false }
      start.idBits = delta + 2 + more + 1
    }
    // Three tools within a frame, four between frames.
    guard bits.skip(3 + 4), let hasOrder = bits.flag(), !hasOrder || bits.skip(2),
      let isChosen = bits.flag()
    else { return false }
    if !isChosen {
      guard let value = bits.number(1) else { return false }
      start.screenContent = value
    }
    guard start.screenContent > 0 else { return true }
    guard let isMotionChosen = bits.flag() else { return false }
    if !isMotionChosen {
      guard let value = bits.number(1) else { return false }
      start.integerMotion = value
    }
    return true
  }

  /// Whether the frame whose header begins with `content` has the size of the sequence for sure: it is a key
  /// frame that is shown, as a still picture is, and says no size of its own (§5.9.2).
  func isPlain(frame content: [UInt8]) -> Bool {
    guard let frameStart else { return true }
    var bits = BitReader(content)
    // No frame that was there before, type 0, shown.
    guard bits.number(4) == 0b0001, !frameStart.hasTimes || bits.skip(frameStart.timeBits), bits.skip(1)
    else { return false }
    var screenContent = frameStart.screenContent
    if screenContent == 2 {
      guard let value = bits.number(1) else { return false }
      screenContent = value
    }
    if screenContent == 1, frameStart.integerMotion == 2, !bits.skip(1) { return false }
    return bits.skip(frameStart.idBits) && bits.flag() == false
  }
}
