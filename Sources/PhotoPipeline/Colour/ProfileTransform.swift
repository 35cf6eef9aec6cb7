#if canImport(CLCMS)
  import CLCMS

  /// Converts pixels to sRGB by the tables of a profile, through Little CMS: relative colorimetric with
  /// black point compensation.
  ///
  /// Each value has a context of its own, so nothing is shared between threads; it is used by one at a
  /// time.
  final class ProfileTransform {
    private let context: cmsContext
    private let transform: cmsHTRANSFORM
    private let inputs: Int
    /// One row of planes, one behind the other.
    private var row: [UInt8] = []

    /// - Returns: `nil` if Little CMS does not accept the profile for pictures of `channels`.
    init?(profile: [UInt8], channels: ColorConversion.Channels) {
      guard let context = LittleCMSContext.make() else { return nil }
      let source = LittleCMSContext.withoutElements(profile).withUnsafeBytes {
        cmsOpenProfileFromMemTHR(context, $0.baseAddress, UInt32(truncatingIfNeeded: $0.count))
      }
      let target = cmsCreate_sRGBProfileTHR(context)
      defer {
        // A transform keeps what it needs of its profiles.
        if let source { cmsCloseProfile(source) }
        if let target { cmsCloseProfile(target) }
      }
      let format =
        switch channels {
        case .gray: CLCMS_GRAY
        case .rgb: CLCMS_RGB_PLANES
        case .cmyk: CLCMS_LIGHT_CMYK_PLANES
        }
      guard let source, let target,
        let transform = cmsCreateTransformTHR(
          context, source, format, target, CLCMS_RGB_PLANES, UInt32(INTENT_RELATIVE_COLORIMETRIC),
          // A grid made in advance is what makes many pixels fast, and a little less exact.
          UInt32(cmsFLAGS_BLACKPOINTCOMPENSATION | (channels == .gray ? cmsFLAGS_NOOPTIMIZE : 0)))
      else {
        cmsDeleteContext(context)
        return nil
      }
      self.context = context
      self.transform = transform
      inputs = channels.rawValue
    }

    deinit {
      cmsDeleteTransform(transform)
      cmsDeleteContext(context)
    }

    /// Converts `count` pixels in place; the first three planes become red, green and blue.
    func convert(_ planes: [UnsafeMutablePointer<UInt8>], count: Int) {
      let planeCount = max(inputs, 3)
      if row.count < planeCount * count { row = [UInt8](repeating: 0, count: planeCount * count) }
      row.withUnsafeMutableBufferPointer { row in
        guard let base = row.baseAddress else { return }
        for index in 0..<inputs { (base + index * count).update(from: planes[index], count: count) }
        let length = UInt32(truncatingIfNeeded: count)
        // Little CMS reads all channels of a pixel before it writes any, so the planes may be the same.
        cmsDoTransformLineStride(transform, base, base, length, 1, length, length, length, length)
        for index in 0..<min(planes.count, 3) {
          planes[index].update(from: base + index * count, count: count)
        }
      }
    }

    /// The luma of what each of the 256 values of a gray picture becomes.
    func grayTable() -> [UInt8] {
      var planes = [UInt8](repeating: 0, count: 3 * 256)
      for value in 0..<256 { planes[value] = UInt8(value) }
      planes.withUnsafeMutableBufferPointer { planes in
        guard let base = planes.baseAddress else { return }
        convert([base, base + 256, base + 512], count: 256)
      }
      return (0..<256).map { value in
        let (red, green, blue) = (Int(planes[value]), Int(planes[256 + value]), Int(planes[512 + value]))
        return UInt8((299 * red + 587 * green + 114 * blue + 500) / 1000)
      }
    }
  }
#endif
