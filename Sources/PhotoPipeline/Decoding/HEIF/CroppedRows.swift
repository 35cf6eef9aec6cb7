/// How the shown part of a coded picture is laid out in rows, and how those rows are cut out of its tiles.
///
/// Chroma keeps its own grid if the part begins on it. If it does not, chroma is repeated for each pixel: a
/// part that begins between two samples of chroma has no grid of its own.
struct CroppedRows: Sendable {
  /// Rows of the picture in one group: two rows of chroma blocks of a JPEG, and few enough to stay in the cache.
  private static let groupRows = 16

  /// The most rows of tiles that one group is cut out of, and not fewer than two: one to cut, one to decode.
  static func tileRowsAtOnce(tileHeight: Int) -> Int {
    // A group may begin one row early, and in the last row of a tile.
    max(2, (groupRows + 1 + tileHeight - 2) / tileHeight + 1)
  }

  let layout: PictureLayout
  private let crop: PixelRectangle
  private let shape: SampleShape
  private let keepsChroma: Bool

  /// - Parameter crop: A part of a picture that has samples of `shape`.
  init(crop: PixelRectangle, shape: SampleShape) {
    self.crop = crop
    self.shape = shape
    keepsChroma =
      crop.x & ((1 << shape.chromaShiftX) - 1) == 0 && crop.y & ((1 << shape.chromaShiftY) - 1) == 0
    var layout = PictureLayout.full(
      PixelSize(width: crop.width, height: crop.height), color: shape.planeCount == 1 ? .gray : .yCbCr,
      groupRows: Self.groupRows)
    if keepsChroma {
      for plane in layout.planes.indices.dropFirst() {
        let width = SampleShape.samples(crop.width, shift: shape.chromaShiftX)
        layout.planes[plane] = PictureLayout.Plane(
          width: width, height: SampleShape.samples(crop.height, shift: shape.chromaShiftY),
          pixelsPerSample: Double(1 << shape.chromaShiftX),
          pixelsPerSampleDown: Double(1 << shape.chromaShiftY),
          groupWidth: width, groupRows: Self.groupRows >> shape.chromaShiftY)
      }
    }
    self.layout = layout
  }

  /// The rows of the coded picture that group `index` is made of.
  func codedRows(ofGroup index: Int) -> Range<Int> {
    let first = crop.y + index * layout.groupRows
    let last = min(first + layout.groupRows, crop.y + crop.height)
    // Chroma that is repeated may begin in the row above.
    return first & ~((1 << shape.chromaShiftY) - 1)..<last
  }

  /// The columns of the coded picture that are shown.
  var codedColumns: Range<Int> { crop.x & ~((1 << shape.chromaShiftX) - 1)..<crop.x + crop.width }

  /// Writes what `tile` has of group `index` to `window`.
  ///
  /// - Parameters:
  ///   - origin: The first row and column of the tile in the coded picture: multiples of what a sample of chroma
  ///     stands for.
  ///   - extent: How many of its pixels belong to the tile; at most those that it has.
  func write(
    group index: Int, of tile: DecodedPicture, origin: (x: Int, y: Int), extent: PixelSize,
    conversion: SampleConversion, isPremultiplied: Bool, to window: RowWindow
  ) {
    for (plane, target) in layout.planes.enumerated() {
      let dx = plane > 0 ? shape.chromaShiftX : 0
      let dy = plane > 0 ? shape.chromaShiftY : 0
      let repeats = plane > 0 && !keepsChroma
      // What a row or column of the target is in the grid of the source.
      let tileRows = origin.y >> dy..<SampleShape.samples(origin.y + extent.height, shift: dy)
      let tileColumns = origin.x >> dx..<SampleShape.samples(origin.x + extent.width, shift: dx)
      let lastColumn = (crop.x + crop.width - 1) >> dx
      let columns = (crop.x >> dx..<lastColumn + 1).clamped(to: tileColumns)
      guard !columns.isEmpty else { continue }
      let part = columns.lowerBound - tileColumns.lowerBound..<columns.upperBound - tileColumns.lowerBound
      for row in index * target.groupRows..<min((index + 1) * target.groupRows, target.height) {
        let codedRow = repeats ? (crop.y + row) >> dy : crop.y >> dy + row
        guard tileRows.contains(codedRow) else { continue }
        let out = window.planes[plane].row(row)
        let source = Source(
          tile: tile, plane: plane, row: codedRow - tileRows.lowerBound, columns: part,
          conversion: conversion,
          isPremultiplied: isPremultiplied)
        if repeats {
          source.writeRepeated(
            shift: dx, to: out, from: columns.lowerBound, crop: crop.x..<crop.x + crop.width)
        } else {
          source.write(to: out + (columns.lowerBound - crop.x >> dx))
        }
      }
    }
  }
}

/// Some samples of one row of one plane of a tile.
private struct Source {
  let tile: DecodedPicture
  let plane: Int
  let row: Int
  let columns: Range<Int>
  let conversion: SampleConversion
  let isPremultiplied: Bool

  /// Writes them, converted and flattened on white.
  func write(to out: UnsafeMutablePointer<UInt8>) {
    conversion.write(plane: plane, row: row, columns: columns, of: tile, to: out)
    guard let alpha = tile.alpha else { return }
    PlaneFlattening(
      alpha: alpha, shiftX: plane > 0 ? tile.shape.chromaShiftX : 0,
      shiftY: plane > 0 ? tile.shape.chromaShiftY : 0,
      isLuma: plane == 0, isPremultiplied: isPremultiplied
    ).flatten(out, row: row, columns: columns)
  }

  /// Writes them once for each pixel that they stand for.
  ///
  /// - Parameters:
  ///   - first: The sample of the coded plane that the first one is.
  ///   - crop: The columns of the coded picture that `out` begins and ends with.
  func writeRepeated(shift: Int, to out: UnsafeMutablePointer<UInt8>, from first: Int, crop: Range<Int>) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: columns.count) { samples in
      guard let base = samples.baseAddress else { return }
      write(to: base)
      for index in 0..<columns.count {
        let pixels = ((first + index) << shift..<(first + index + 1) << shift).clamped(to: crop)
        for pixel in pixels { out[pixel - crop.lowerBound] = base[index] }
      }
    }
  }
}
