/// Flattens rows of one plane on white.
///
/// White is 255 in luma and the middle in chroma, so a mixture with white needs no other plane: Y'CbCr is a
/// linear function of R'G'B'. A sample of chroma takes the mean alpha of the pixels that it stands for.
struct PlaneFlattening {
  let alpha: DecodedPicture.Plane
  let shiftX: Int
  let shiftY: Int
  let isLuma: Bool
  /// Whether the picture's samples were multiplied by alpha already.
  let isPremultiplied: Bool

  /// - Parameters:
  ///   - out: The samples of `columns` in row `row` of the plane, converted to 8 bits.
  func flatten(_ out: UnsafeMutablePointer<UInt8>, row: Int, columns: Range<Int>) {
    // Chroma that was multiplied is the difference from gray already.
    if isPremultiplied, !isLuma { return }
    let most = 1 << alpha.bits - 1
    withUnsafeTemporaryAllocation(of: Int.self, capacity: columns.count) { sums in
      let counts = sum(into: sums, row: row, columns: columns)
      let white = isLuma ? 255 : 128
      for index in sums.indices {
        let whole = counts(index) * most
        let (share, sample) = (sums[index], Int(out[index]))
        if isPremultiplied {
          out[index] = UInt8(min(255, sample + (2 * 255 * (whole - share) + whole) / (2 * whole)))
        } else {
          let mixture = sample * share + white * (whole - share)
          out[index] = UInt8((2 * mixture + whole) / (2 * whole))
        }
      }
    }
  }

  /// Adds up the alpha of the pixels of each sample and returns how many there are.
  private func sum(
    into sums: UnsafeMutableBufferPointer<Int>, row: Int, columns: Range<Int>
  ) -> (_ index: Int) -> Int {
    sums.initialize(repeating: 0)
    let rows = row << shiftY..<min((row + 1) << shiftY, alpha.height)
    let pixels = columns.lowerBound << shiftX..<min(columns.upperBound << shiftX, alpha.width)
    for row in rows {
      alpha.forEachSample(row: row, columns: pixels, limit: 1 << alpha.bits) { sums[$0 >> shiftX] += $1 }
    }
    let width = 1 << shiftX
    let (pixelCount, rowCount) = (pixels.count, rows.count)
    return { min(width, pixelCount - $0 << shiftX) * rowCount }
  }
}
