/// Primaries and transfers by the numbers of ITU-T H.273, as `nclx`, `cICP` and video streams store them.
enum VideoCodePoints {
  /// Table 2 of H.273. 2 says nothing, and what says nothing is sRGB's.
  static func primaries(_ number: Int) -> RGBPrimaries? {
    switch number {
    // BT.601's primaries are written by encoders that only mean its matrix; libheif, browsers and phones
    // take them for sRGB's.
    case 1, 2, 5, 6, 7: .bt709
    case 9: .bt2020
    case 12: .p3
    default: nil
    }
  }

  /// Table 3 of H.273.
  ///
  /// The curve of BT.709 and its like belongs to cameras. What they store is meant for a display, and programs
  /// show it with the curve of sRGB, so it is taken for that.
  static func transfer(_ number: Int) -> TransferFunction? {
    switch number {
    case 1, 2, 6, 13, 14, 15: .sRGB
    case 4: .gamma(2.2)
    case 5: .gamma(2.8)
    case 8: .gamma(1)
    default: nil
    }
  }

  /// Why a picture with this transfer is refused, if it means light that is brighter than paper white.
  static func refusalOfHighDynamicRange(transfer: Int) -> String? {
    switch transfer {
    case 16: "HDR pictures (PQ) are not tone-mapped"
    case 18: "HDR pictures (HLG) are not tone-mapped"
    default: nil
    }
  }

  /// Why a picture with these numbers is not converted; `nil` if it is, or needs not be.
  static func refusal(primaries: Int, transfer: Int) -> String? {
    if let reason = refusalOfHighDynamicRange(transfer: transfer) { return reason }
    if Self.transfer(transfer) == nil {
      return "its transfer function (number \(transfer) of ITU-T H.273) is not converted to sRGB"
    }
    if Self.primaries(primaries) == nil {
      return "its color primaries (number \(primaries) of ITU-T H.273) are not converted to sRGB"
    }
    return nil
  }

  /// What makes such colors sRGB; `nil` if they are sRGB already or unknown.
  static func conversion(primaries: Int, transfer: Int, channels: ColorConversion.Channels)
    -> ColorConversion?
  {
    // Nothing is done to such pictures, whatever their curve.
    guard ![5, 6, 7].contains(primaries), let points = Self.primaries(primaries),
      let curve = Self.transfer(transfer)
    else { return nil }
    return ColorConversion(primaries: points, transfer: curve, channels: channels)
  }
}
