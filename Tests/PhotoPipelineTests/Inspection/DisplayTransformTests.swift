import PhotoFixtures
import Testing

@testable import PhotoPipeline

@Suite struct DisplayTransformTests {
  /// A picture of numbers that does what a transform only notes.
  private struct Card: Equatable {
    var rows: [[Int]]

    init(width: Int, height: Int) {
      rows = (0..<height).map { y in (0..<width).map { x in y * width + x } }
    }

    mutating func turnCounterclockwise() {
      rows = (0..<rows[0].count).reversed().map { x in rows.map { $0[x] } }
    }

    mutating func mirror(leftAndRight: Bool) {
      rows = leftAndRight ? rows.map { $0.reversed() } : rows.reversed()
    }

    mutating func crop(to part: PixelRectangle) {
      rows = rows[part.y..<part.y + part.height].map { Array($0[part.x..<part.x + part.width]) }
    }

    /// EXIF 2.32 §4.6.4: where row 0 and column 0 of the stored picture are shown.
    mutating func orient(_ orientation: Int) {
      if orientation >= 5 { rows = (0..<rows[0].count).map { x in rows.map { $0[x] } } }
      if [3, 4, 7, 8].contains(orientation) { rows = rows.reversed() }
      if [2, 3, 6, 7].contains(orientation) { rows = rows.map { $0.reversed() } }
    }
  }

  @Test("Any order of crops, turns and mirrorings is one crop and one orientation")
  func anyOrder() {
    var generator = SplitMix64(seed: 6)
    var seen: Set<Int> = []
    for _ in 0..<500 {
      let stored = Card(width: Int.random(in: 3...9, using: &generator), height: 7)
      var shown = stored
      var transform = DisplayTransform(width: stored.rows[0].count, height: 7)
      for _ in 0..<Int.random(in: 0...6, using: &generator) {
        switch Int.random(in: 0...3, using: &generator) {
        case 0:
          let turns = Int.random(in: 0...3, using: &generator)
          for _ in 0..<turns { shown.turnCounterclockwise() }
          transform.turn(counterclockwise: turns)
        case 1, 2:
          let leftAndRight = Bool.random(using: &generator)
          shown.mirror(leftAndRight: leftAndRight)
          transform.mirror(leftAndRight: leftAndRight)
        default:
          let x = Int.random(in: 0..<shown.rows[0].count, using: &generator)
          let y = Int.random(in: 0..<shown.rows.count, using: &generator)
          let part = PixelRectangle(
            x: x, y: y, width: Int.random(in: 1...shown.rows[0].count - x, using: &generator),
            height: Int.random(in: 1...shown.rows.count - y, using: &generator))
          shown.crop(to: part)
          transform.crop(to: part)
        }
      }
      #expect(transform.size == PixelSize(width: shown.rows[0].count, height: shown.rows.count))
      var result = stored
      result.crop(to: transform.crop)
      result.orient(transform.orientation)
      #expect(result == shown)
      seen.insert(transform.orientation)
    }
    #expect(seen == Set(1...8))
  }

  private func rectangle(_ numbers: [Int], in size: PixelSize) -> PixelRectangle? {
    let box = HEIFFile.Property.cleanAperture(numbers).box
    return CleanAperture(ByteView(Array(box.dropFirst(8))))?.rectangle(in: size)
  }

  @Test(
    "The clean aperture is computed in fractions and rounded as the standard says",
    arguments: [
      // Centred: (100 - 60) / 2 and (80 - 40) / 2.
      ([60, 1, 40, 1, 0, 1, 0, 1], PixelRectangle(x: 20, y: 20, width: 60, height: 40)),
      // Half a pixel to the left lies on whole pixels where the difference is odd.
      ([99, 1, 79, 1, -1, 2, 1, 2], PixelRectangle(x: 0, y: 1, width: 99, height: 79)),
      ([20, 1, 10, 1, -40, 1, 35, 1], PixelRectangle(x: 0, y: 70, width: 20, height: 10)),
      // 3 + (100 - 121/3) / 2 = 32.8, 121/3 = 40.3, 161/4 = 40.25.
      ([121, 3, 161, 4, 3, 1, 0, 7], PixelRectangle(x: 32, y: 19, width: 40, height: 40)),
      // What reaches beyond the picture is cut off.
      ([200, 1, 40, 1, 0, 1, 0, 1], PixelRectangle(x: 0, y: 20, width: 100, height: 40)),
    ] as [([Int], PixelRectangle)])
  func aperture(numbers: [Int], expected: PixelRectangle) {
    #expect(rectangle(numbers, in: PixelSize(width: 100, height: 80)) == expected)
  }

  @Test(
    "An aperture that is empty, outside or no number is none",
    arguments: [
      [0, 1, 40, 1, 0, 1, 0, 1], [60, 0, 40, 1, 0, 1, 0, 1], [60, 1, 40, 1, 500, 1, 0, 1],
      [60, 1, 40, 1, 0, 1, -500, 1], [1, 9, 40, 1, 0, 1, 0, 1],
      [0xFFFF_FFFF, 0xFFFF_FFFE, 1, 1, -0x8000_0000, 0xFFFF_FFFB, 0, 1],
    ])
  func noAperture(numbers: [Int]) {
    #expect(rectangle(numbers, in: PixelSize(width: 100, height: 80)) == nil)
  }
}
