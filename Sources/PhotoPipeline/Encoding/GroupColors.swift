import PixelKernels

/// What happens to the colors of a row group on its way to the encoder: luma and chroma or inks become
/// RGB, RGB becomes sRGB, and that becomes the luma and chroma of the result.
///
/// Gray stays gray, and luma and chroma that are sRGB's already stay what they are.
final class GroupColors {
  private enum Road {
    /// Nothing is to be done.
    case none
    case gray(ColorConversion)
    /// By way of RGB. With `nil` the planes are RGB already.
    case lumaChroma(pk_luma_chroma?)
    case inks(areCoded: Bool)
  }

  private let road: Road
  private let conversion: ColorConversion?
  private let kernels: pk_colors
  private let jfif = LumaChromaCoding.jfif.kernel
  /// A row for what is computed from three planes at once.
  private let scratch: SmallPicture
  /// The group that the encoder takes, where it is not the one that comes.
  private let encoded: SmallPicture

  /// - Parameters:
  ///   - size: The size of the upright picture.
  ///   - conversion: What makes its colors sRGB, if they are not.
  /// - Throws: ``OutOfMemory``.
  init(
    _ color: PictureLayout.Color, size: PixelSize, conversion: ColorConversion?,
    kernels: pk_colors = pk_best_colors()
  ) throws(OutOfMemory) {
    road =
      switch color {
      case .gray: conversion.map(Road.gray) ?? .none
      case .yCbCr: conversion == nil ? .none : .lumaChroma(LumaChromaCoding.jfif.kernel)
      case .coded(let coding): .lumaChroma(coding.kernel)
      case .rgb: .lumaChroma(nil)
      case .cmyk: .inks(areCoded: false)
      case .ycck: .inks(areCoded: true)
      }
    self.conversion = conversion
    self.kernels = kernels
    let needsRows = if case .none = road { false } else { true }
    let width = needsRows ? size.width : 1
    scratch = try SmallPicture(size: PixelSize(width: width, height: 1), layout: .rgb, groups: 1)
    encoded = try SmallPicture(size: PixelSize(width: width, height: 1), layout: .yCbCr420, groups: 1)
  }

  /// What the planes of a group are after ``convert(_:rows:)``.
  var layout: SmallPicture.Layout? {
    switch road {
    case .none, .gray: nil
    case .lumaChroma, .inks: .rgb
    }
  }

  /// Makes the first `rows` rows of the group sRGB, in place: gray, or red, green and blue in the first
  /// three planes.
  func convert(_ group: RowGroup, rows: Int) {
    for row in 0..<rows {
      let planes = group.planes.map { $0.row(row) }
      let width = group.planes[0].width
      switch road {
      case .none:
        return
      case .gray(let conversion):
        conversion.convert(planes, count: width)
      case .lumaChroma(let meaning):
        if let meaning { makeRGB(meaning, planes, count: width) }
        conversion?.convert(planes, count: width)
      case .inks(let areCoded):
        if areCoded {
          makeRGB(jfif, planes, count: width)
          for plane in planes.prefix(3) { pk_complement(plane, width) }
        }
        if let conversion {
          conversion.convert(planes, count: width)
        } else {
          // PostScript and PDF without color management add black to each ink; programs that show CMYK
          // (libjpeg-turbo's own, Pillow, ImageMagick) multiply the light that each leaves, which is
          // closer to print.
          for plane in planes.prefix(3) { pk_multiply(plane, planes[3], width) }
        }
      }
    }
  }

  /// Luma and chroma to RGB, in place.
  private func makeRGB(
    _ meaning: pk_luma_chroma, _ planes: [UnsafeMutablePointer<UInt8>], count: Int
  ) {
    var meaning = meaning
    let rows = scratch.group(0).planes.map { $0.row(0) }
    kernels.rgb_of_luma_chroma(&meaning, planes[0], planes[1], planes[2], count, rows[0], rows[1], rows[2])
    for (plane, row) in zip(planes, rows) { plane.update(from: row, count: count) }
  }

  /// The first `rows` rows of a converted group as the encoder takes them: gray, or luma and chroma with one
  /// sample for 2 x 2 pixels. They are valid until the next call.
  func encodable(_ group: RowGroup, rows: Int) -> RowGroup {
    switch road {
    case .none, .gray: return group
    case .lumaChroma, .inks: break
    }
    let target = encoded.group(0)
    let width = group.planes[0].width
    let (red, green, blue) = (group.planes[0], group.planes[1], group.planes[2])
    for row in 0..<rows {
      kernels.luma_of_rgb(red.row(row), green.row(row), blue.row(row), width, target.planes[0].row(row))
    }
    func pair(_ plane: RowGroup.Plane, _ row: Int) -> [UnsafePointer<UInt8>?] {
      [UnsafePointer(plane.row(row)), UnsafePointer(plane.row(min(row + 1, rows - 1)))]
    }
    for row in stride(from: 0, to: rows, by: 2) {
      kernels.chroma_of_rgb(
        pair(red, row), pair(green, row), pair(blue, row), width, target.planes[1].row(row / 2),
        target.planes[2].row(row / 2))
    }
    return target
  }
}

extension SmallPicture.Layout {
  /// The planes that a picture is resampled to.
  ///
  /// - Parameter convertsColors: Whether luma and chroma will become RGB.
  init(of color: PictureLayout.Color, convertsColors: Bool) {
    self =
      switch color {
      case .gray: .gray
      case .yCbCr: convertsColors ? .yCbCr444 : .yCbCr420
      case .coded: .yCbCr444
      case .rgb: .rgb
      case .cmyk, .ycck: .cmyk
      }
  }
}
