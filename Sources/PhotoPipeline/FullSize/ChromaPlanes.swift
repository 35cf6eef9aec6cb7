/// A picture as luma and chroma of BT.601 in full range, as JFIF has them: what the encoder takes.
struct ChromaPlanes {
  /// Y, Cb and Cr.
  let picture: SmallPicture

  /// - Parameter halvesChroma: Whether there is one sample of chroma for 2 x 2 pixels; else there is one for each.
  /// - Throws: ``OutOfMemory``.
  init(_ source: SmallPicture, halvesChroma: Bool) throws(OutOfMemory) {
    let wanted: SmallPicture.Layout = halvesChroma ? .yCbCr420 : .yCbCr444
    if source.layout == wanted {
      picture = source
      return
    }
    picture = try SmallPicture(size: source.size, layout: wanted)
    switch source.layout {
    case .gray: copyGray(source)
    case .yCbCr420: doubleChroma(source)
    case .yCbCr444: halveChroma(source)
    case .rgb, .cmyk:
      if halvesChroma {
        halveChroma(try ChromaPlanes(source, halvesChroma: false).picture)
      } else {
        convert(source)
      }
    }
  }

  /// Equal red, green and blue have no chroma.
  private func copyGray(_ source: SmallPicture) {
    copyLuma(source)
    let sizes = picture.layout.planeSizes(of: picture.size)
    for index in 1...2 {
      let plane = picture.plane(index)
      for y in 0..<sizes[index].height { plane.row(y).update(repeating: 128, count: plane.width) }
    }
  }

  private func copyLuma(_ source: SmallPicture) {
    let (from, to) = (source.plane(0), picture.plane(0))
    for y in 0..<picture.size.height { to.row(y).update(from: from.row(y), count: to.width) }
  }

  /// Each sample is spread with three parts of the nearer and one of the farther, both ways, as decoders of JPEG and
  /// WebP do by default: their samples lie in the middle of 2 x 2 pixels.
  private func doubleChroma(_ source: SmallPicture) {
    copyLuma(source)
    let rows = (picture.size.height + 1) / 2
    for index in 1...2 {
      let (from, to) = (source.plane(index), picture.plane(index))
      for y in 0..<picture.size.height {
        let near = from.row(y / 2)
        let far = from.row(y % 2 == 0 ? max(y / 2 - 1, 0) : min(y / 2 + 1, rows - 1))
        let target = to.row(y)
        for x in 0..<to.width {
          let (column, other) = (x / 2, x % 2 == 0 ? max(x / 2 - 1, 0) : min(x / 2 + 1, from.width - 1))
          let sum =
            3 * (3 * Int(near[column]) + Int(far[column])) + 3 * Int(near[other]) + Int(far[other])
          target[x] = UInt8(truncatingIfNeeded: (sum + 8) / 16)
        }
      }
    }
  }

  /// The mean of 2 x 2 samples, of fewer at an odd edge.
  private func halveChroma(_ source: SmallPicture) {
    copyLuma(source)
    let (width, height) = (picture.size.width, picture.size.height)
    for index in 1...2 {
      let (from, to) = (source.plane(index), picture.plane(index))
      for y in 0..<(height + 1) / 2 {
        let (first, second) = (from.row(y * 2), from.row(min(y * 2 + 1, height - 1)))
        let target = to.row(y)
        for x in 0..<to.width {
          let (left, right) = (x * 2, min(x * 2 + 1, width - 1))
          let sum = Int(first[left]) + Int(first[right]) + Int(second[left]) + Int(second[right])
          target[x] = UInt8(truncatingIfNeeded: (sum + 2) / 4)
        }
      }
    }
  }

  /// JFIF 1.02, in 16 bits behind the point.
  private func convert(_ source: SmallPicture) {
    let (reds, greens, blues) = (source.plane(0), source.plane(1), source.plane(2))
    let (lumas, cbs, crs) = (picture.plane(0), picture.plane(1), picture.plane(2))
    let half = 1 << 15
    let middle = 128 << 16
    for y in 0..<picture.size.height {
      let (red, green, blue) = (reds.row(y), greens.row(y), blues.row(y))
      let (luma, cb, cr) = (lumas.row(y), cbs.row(y), crs.row(y))
      for x in 0..<picture.size.width {
        let (r, g, b) = (Int(red[x]), Int(green[x]), Int(blue[x]))
        luma[x] = UInt8(clamping: (19595 * r + 38470 * g + 7471 * b + half) >> 16)
        cb[x] = UInt8(clamping: (-11059 * r - 21709 * g + 32768 * b + middle + half) >> 16)
        cr[x] = UInt8(clamping: (32768 * r - 27439 * g - 5329 * b + middle + half) >> 16)
      }
    }
  }
}
