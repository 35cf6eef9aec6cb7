extension Raster {
  /// The picture as a camera stores it so that a viewer who obeys `orientation` sees `self`.
  ///
  /// EXIF 2.32 §4.6.4 says for each value which side of the scene the stored row 0 and column 0 are.
  ///
  /// - Parameter orientation: 1 to 8; any other value is taken for 1.
  public func turned(by orientation: Int) -> Raster {
    let right = width - 1
    let bottom = height - 1
    let exchanged = (5...8).contains(orientation)
    return Raster(width: exchanged ? height : width, height: exchanged ? width : height) { x, y in
      switch orientation {
      case 2: self[right - x, y]
      case 3: self[right - x, bottom - y]
      case 4: self[x, bottom - y]
      case 5: self[y, x]
      case 6: self[right - y, x]
      case 7: self[right - y, bottom - x]
      case 8: self[y, bottom - x]
      default: self[x, y]
      }
    }
  }

  /// What a viewer shows of `self`, a stored picture, when it obeys `orientation`: the inverse of
  /// ``turned(by:)``.
  public func upright(from orientation: Int) -> Raster {
    // All of the eight are their own inverse but the two quarter turns, which undo each other.
    switch orientation {
    case 6: turned(by: 8)
    case 8: turned(by: 6)
    default: turned(by: orientation)
    }
  }
}
