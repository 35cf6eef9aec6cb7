extension Raster {
  /// A smaller copy: each pixel is the mean of those that it covers in whole.
  ///
  /// Good enough for thumbnails; it is no reference for a resampler.
  public func reduced(width newWidth: Int, height newHeight: Int) -> Raster {
    Raster(width: newWidth, height: newHeight) { x, y in
      let left = x * width / newWidth
      let top = y * height / newHeight
      let right = max(left + 1, (x + 1) * width / newWidth)
      let bottom = max(top + 1, (y + 1) * height / newHeight)
      return meanColor(x: left..<right, y: top..<bottom)
    }
  }
}
