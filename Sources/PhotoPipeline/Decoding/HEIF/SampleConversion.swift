/// Converts decoded samples to 8 bits, full range, BT.601: what the road of a photo takes.
///
/// A linear function of the planes stays one whatever the range, the bits and the matrix are, so it is done
/// with tables: each output sample is the rounded sum of one entry for each plane that it depends on. Chroma
/// that is sparser than luma counts for all the pixels that it stands for.
struct SampleConversion: Sendable {
  /// What one plane adds to another, by sample.
  private struct Term: Sendable {
    let plane: Int
    /// With ``fractionBits`` fractional bits.
    let table: [Int32]
  }

  /// How one plane is made.
  private enum Maker: Sendable {
    /// By copying 8-bit samples.
    case copy
    /// From the samples of the same plane.
    case lookUp([UInt8])
    case sum([Term])
  }

  private static let fractionBits: Int32 = 16
  private let makers: [Maker]

  init(_ meaning: SampleMeaning) {
    let matrix = meaning.bits.count == 1 ? [[1, 0, 0]] : meaning.matrix.toBT601
    makers = matrix.indices.map { output in
      let inputs = meaning.bits.indices.filter { abs(matrix[output][$0]) > 1e-9 }
      let isAlone = inputs == [output] && abs(matrix[output][output] - 1) < 1e-9
      if isAlone, meaning.isFullRange, meaning.bits[output] == 8 { return .copy }
      let terms = inputs.map { input in
        // Rounding and the middle of chroma come with the first term.
        let constant = (input == inputs[0] ? 0.5 : 0) + (output > 0 && input == inputs[0] ? 128 : 0)
        return Term(
          plane: input,
          table: Self.table(
            meaning, plane: input, weight: matrix[output][input] * 255, constant: constant))
      }
      guard isAlone else { return .sum(terms) }
      return .lookUp(terms[0].table.map { UInt8(min(max($0 >> Self.fractionBits, 0), 255)) })
    }
  }

  /// `weight` times the value of each sample of `plane`, plus `constant`.
  ///
  /// ISO/IEC 23091-2 §8.3: with n bits, full-range luma is 0...2^n-1 and chroma has its middle at
  /// 2^(n-1); the limited range of 8 bits is shifted to the left.
  private static func table(
    _ meaning: SampleMeaning, plane: Int, weight: Double, constant: Double
  ) -> [Int32] {
    let bits = meaning.bits[plane]
    let isDifference = plane > 0 && meaning.matrix != .identity
    let shift = Double(1 << (bits - 8))
    let zero = isDifference ? 128 * shift : meaning.isFullRange ? 0 : 16 * shift
    let one =
      meaning.isFullRange ? Double(1 << bits - 1) : (isDifference ? 224 : 219) * shift
    return (0..<1 << bits).map {
      let value = (Double($0) - zero) / one * weight + constant
      return Int32((value * Double(1 << fractionBits)).rounded())
    }
  }

  /// Whether the samples of every plane are copied as they are.
  var isCopy: Bool {
    makers.allSatisfy {
      if case .copy = $0 { true } else { false }
    }
  }

  /// Writes samples of one plane of `picture` to `out`.
  ///
  /// - Parameters:
  ///   - row: A row of the plane.
  ///   - columns: Samples of that row.
  func write(
    plane: Int, row: Int, columns: Range<Int>, of picture: DecodedPicture, to out: UnsafeMutablePointer<UInt8>
  ) {
    switch makers[plane] {
    case .copy:
      out.update(from: picture.planes[plane].row(row) + columns.lowerBound, count: columns.count)
    case .lookUp(let table):
      table.withUnsafeBufferPointer { table in
        picture.planes[plane].forEachSample(row: row, columns: columns, limit: table.count) {
          out[$0] = table[$1]
        }
      }
    case .sum(let terms):
      withUnsafeTemporaryAllocation(of: Int32.self, capacity: columns.count) { sums in
        sums.initialize(repeating: 0)
        for term in terms { add(term, to: sums, plane: plane, row: row, columns: columns, of: picture) }
        for index in sums.indices {
          out[index] = UInt8(min(max(sums[index] >> Self.fractionBits, 0), 255))
        }
      }
    }
  }

  private func add(
    _ term: Term, to sums: UnsafeMutableBufferPointer<Int32>, plane: Int, row: Int, columns: Range<Int>,
    of picture: DecodedPicture
  ) {
    let source = picture.planes[term.plane]
    term.table.withUnsafeBufferPointer { table in
      guard plane == 0, term.plane > 0, picture.shape.chromaShiftX + picture.shape.chromaShiftY > 0 else {
        return source.forEachSample(row: row, columns: columns, limit: table.count) {
          sums[$0] &+= table[$1]
        }
      }
      let shift = picture.shape.chromaShiftX
      let first = columns.lowerBound >> shift
      source.forEachSample(
        row: row >> picture.shape.chromaShiftY, columns: first..<(columns.upperBound - 1) >> shift + 1,
        limit: table.count
      ) { index, sample in
        let pixels =
          max(
            (first + index) << shift, columns.lowerBound)..<min(
            (first + index + 1) << shift, columns.upperBound)
        for pixel in pixels { sums[pixel - columns.lowerBound] &+= table[sample] }
      }
    }
  }
}
