#if canImport(CJPEG)
  import CJPEG
  import Foundation

  extension ImageCodec {
    /// Decodes the JPEG in `source` and encodes it anew, upright and at most as large as `options` say.
    ///
    /// - Parameter orientation: How the stored picture must be turned, 1 to 8.
    /// - Throws: ``PhotoPreparer/Error``, or ``FileSystemError`` if `source` cannot be read.
    static func prepare(
      _ source: any ByteSource, orientation: Int, options: PhotoPreparer.Options
    ) throws -> Encoded {
      let decoder = try JPEGDecoder(source)
      try decoder.check(options.limits)
      let turn = PictureTurn(orientation: orientation)
      let resampler = PictureResampler(decoder, longEdge: options.longEdge, turn: turn)
      try resampler.check(options.limits, file: source.name)
      let upright = turn.turned(resampler.size)
      let encoder = try JPEGEncoder(
        size: upright, layout: resampler.layout, quality: options.quality, file: source.name)
      try decoder.start()
      if orientation == 1 {
        let buffer = SmallPicture(size: upright, layout: resampler.layout, groups: 1)
        try resampler.run(decoder, usesSecondThread: options.usesSecondThread) { _ in
          buffer.group(0)
        } finish: { group in
          try encoder.write(group)
        }
      } else {
        let stored = SmallPicture(size: resampler.size, layout: resampler.layout)
        try resampler.run(decoder, usesSecondThread: options.usesSecondThread) { index in
          stored.group(index)
        } finish: { _ in
        }
        let buffer = SmallPicture(size: upright, layout: resampler.layout, groups: 1).group(0)
        for index in 0..<JPEGGrid.groupCount(height: upright.height) {
          turn.write(group: index, of: stored, to: buffer)
          try encoder.write(buffer)
        }
      }
      return Encoded(jpeg: try encoder.finish(), size: upright)
    }
  }
#endif
