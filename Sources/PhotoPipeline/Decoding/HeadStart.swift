import DurableFiles

#if canImport(CJPEG)
  /// Decoding on a thread of its own that begins before it is known how the photo must be turned.
  ///
  /// While the decoder reads the first rows of a JPEG the rest of the file is inspected. The thread ends with
  /// the value at the latest.
  final class HeadStart {
    let decoder: any PictureDecoder
    let window: RowWindow
    let feed: DecoderThread

    /// Rows of the source that a thread waiting for the other is woken for; about a millisecond's work.
    private static let batchRows = 64

    /// Begins with the JPEG in `source`.
    ///
    /// Returns `nil` where there is nothing to begin with: the header cannot be read or exceeds the limits,
    /// or the system has no thread or memory. Preparing without a head start then says what is wrong.
    convenience init?(_ source: any ByteSource, options: PhotoPreparer.Options) {
      do {
        let decoder = try JPEGDecoder(source, usesScanDecoder: !options.decodesByLibraryAlone)
        self.init(decoder, name: source.name, options: options)
      } catch {
        return nil
      }
    }

    /// Begins with any picture.
    ///
    /// - Parameter name: What errors call it.
    init?(_ decoder: any PictureDecoder, name: String, options: PhotoPreparer.Options) {
      do {
        try decoder.check(options.limits)
        // Of a turn only a mirroring of the rows shifts what a step needs. Whether colors must be converted
        // is not known yet either.
        let resamplers = [(1, false), (3, false), (1, true), (3, true)].map { orientation, convertsColors in
          PictureResampler(
            decoder.layout, longEdge: options.longEdge, turn: PictureTurn(orientation: orientation),
            convertsColors: convertsColors)
        }
        for resampler in resamplers { try resampler.check(options.limits, file: name) }
        let needed = resamplers.reduce(0) { max($0, $1.windowCapacity) }
        let batch = max(1, Self.batchRows / decoder.layout.groupRows)
        let window = try RowWindow(decoder.layout, capacity: needed + 3 * batch)
        guard
          let feed = DecoderThread(
            decoder, into: window, count: decoder.layout.groupCount, batch: batch)
        else { return nil }
        self.decoder = decoder
        self.window = window
        self.feed = feed
      } catch {
        return nil
      }
    }

    deinit { feed.stop() }
  }
#endif
