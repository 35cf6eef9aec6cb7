#if canImport(CHEIF)
  import CHEIF
#endif

/// What a decoder says of the samples that it made, in the numbers of ITU-T H.273; 2 means that nothing says it.
struct SignalledColor: Hashable, Sendable {
  let matrix: Int
  let transfer: Int
  let isFullRange: Bool
  /// Whether that counts over what the boxes of the file say, because it was made of that.
  let isSettled: Bool
}

#if canImport(CHEIF)
  extension SignalledColor {
    init(_ picture: cheif_picture) {
      self.init(
        matrix: Int(picture.matrix), transfer: Int(picture.transfer), isFullRange: picture.is_full_range,
        isSettled: picture.is_settled)
    }
  }
#endif
