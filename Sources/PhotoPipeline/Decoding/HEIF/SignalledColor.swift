#if canImport(CHEIF)
  import CHEIF
#endif

/// What a coded picture says of its colors, in the numbers of ITU-T H.273; 2 means that it does not say.
struct SignalledColor: Hashable, Sendable {
  var transfer = 2
  var matrix = 2
  var isFullRange = true

  /// The transfers that mean brighter light than paper white: PQ and HLG.
  static let highDynamicRange: Set = [16, 18]
}

#if canImport(CHEIF)
  extension SignalledColor {
    init(_ picture: cheif_picture) {
      self.init(
        transfer: Int(picture.transfer), matrix: Int(picture.matrix), isFullRange: picture.is_full_range)
    }
  }
#endif
