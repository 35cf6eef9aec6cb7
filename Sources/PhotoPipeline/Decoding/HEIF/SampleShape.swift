/// How many planes a picture has and how much sparser chroma is than luma.
struct SampleShape: Hashable, Sendable {
  /// 1 (luma alone) or 3.
  let planeCount: Int
  /// 1 where chroma has half the samples along a row, else 0.
  let chromaShiftX: Int
  /// 1 where chroma has half the rows, else 0.
  let chromaShiftY: Int

  init(planeCount: Int, chromaShiftX: Int, chromaShiftY: Int) {
    self.planeCount = planeCount
    self.chromaShiftX = chromaShiftX
    self.chromaShiftY = chromaShiftY
  }

  init(_ chroma: HEIFImage.Chroma) {
    switch chroma {
    case .monochrome: self.init(planeCount: 1, chromaShiftX: 0, chromaShiftY: 0)
    case .yuv420: self.init(planeCount: 3, chromaShiftX: 1, chromaShiftY: 1)
    case .yuv422: self.init(planeCount: 3, chromaShiftX: 1, chromaShiftY: 0)
    case .yuv444: self.init(planeCount: 3, chromaShiftX: 0, chromaShiftY: 0)
    }
  }

  /// The samples of a plane for so many pixels along a row or a column, with `shift` for that direction.
  static func samples(_ pixels: Int, shift: Int) -> Int { (pixels + (1 << shift) - 1) >> shift }
}
