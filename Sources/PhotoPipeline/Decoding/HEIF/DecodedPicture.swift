#if canImport(CHEIF)
  import CHEIF
#endif

/// Planes as the decoder of a format left them: samples of 8 to 16 bits with the colors of the file.
///
/// The samples belong to whatever decoded them and are valid as long as that is.
struct DecodedPicture {
  /// One plane.
  struct Plane {
    let base: UnsafePointer<UInt8>
    /// Distance of two rows in bytes.
    let stride: Int
    let width: Int
    let height: Int
    /// Bits of a sample; more than 8 are stored in two bytes.
    let bits: Int
  }

  let size: PixelSize
  let shape: SampleShape
  let color: SignalledColor
  /// Luma alone, or Y, Cb, Cr, or G, B, R.
  let planes: [Plane]
  let alpha: Plane?
}

extension DecodedPicture.Plane {
  /// The bytes of row `index`.
  func row(_ index: Int) -> UnsafePointer<UInt8> { base + index * stride }

  /// Calls `body` with the index in `columns` and the value of each sample. Values of `limit` or more, which no
  /// sample of so many bits should have, count as `limit - 1`.
  @inline(__always)
  func forEachSample(
    row index: Int, columns: Range<Int>, limit: Int, _ body: (_ index: Int, _ value: Int) -> Void
  ) {
    if bits == 8 {
      let samples = row(index) + columns.lowerBound
      for column in 0..<columns.count { body(column, min(Int(samples[column]), limit - 1)) }
    } else {
      let samples = UnsafeRawPointer(row(index)) + 2 * columns.lowerBound
      for column in 0..<columns.count {
        body(column, min(Int(samples.load(fromByteOffset: 2 * column, as: UInt16.self)), limit - 1))
      }
    }
  }
}

#if canImport(CHEIF)
  extension DecodedPicture {
    init(_ picture: cheif_picture) {
      let planes = [picture.planes.0, picture.planes.1, picture.planes.2]
      self.init(
        size: PixelSize(width: Int(picture.width), height: Int(picture.height)),
        shape: SampleShape(
          planeCount: Int(picture.plane_count), chromaShiftX: Int(picture.chroma_shift_x),
          chromaShiftY: Int(picture.chroma_shift_y)),
        color: SignalledColor(picture),
        planes: planes.prefix(Int(picture.plane_count)).compactMap(Plane.init),
        alpha: Plane(picture.planes.3))
    }
  }

  extension DecodedPicture.Plane {
    fileprivate init?(_ plane: cheif_plane) {
      guard let samples = plane.samples else { return nil }
      self.init(
        base: samples, stride: plane.stride, width: Int(plane.width), height: Int(plane.height),
        bits: Int(plane.bits))
    }
  }
#endif
