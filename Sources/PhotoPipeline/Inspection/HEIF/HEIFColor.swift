/// What the samples of a picture mean, in the numbers of ITU-T H.273: the `nclx` form of a `colr` box
/// (ISO/IEC 14496-12 §12.1.5).
package struct HEIFColor: Sendable, Hashable {
  /// 1 BT.709 and sRGB, 9 BT.2020, 12 Display P3.
  package let primaries: Int
  /// 1 BT.709, 13 sRGB, 16 PQ, 18 HLG.
  package let transfer: Int
  /// 0 RGB, 1 BT.709, 5 and 6 BT.601, 9 BT.2020.
  package let matrix: Int
  /// Whether black is 0 and white the largest number.
  package let isFullRange: Bool

  /// Reads the content of a `colr` box; the older form `nclc` has no range, which is then limited.
  init?(_ view: ByteView) {
    guard let primaries = view.uint16(at: 4), let transfer = view.uint16(at: 6),
      let matrix = view.uint16(at: 8)
    else { return nil }
    self.primaries = primaries
    self.transfer = transfer
    self.matrix = matrix
    isFullRange = view.starts(with: "nclx") && (view.uint8(at: 10) ?? 0) & 0x80 != 0
  }
}
