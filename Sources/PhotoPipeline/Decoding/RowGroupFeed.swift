/// Brings the groups of a picture into a ``RowWindow`` and lets them go again.
protocol RowGroupFeed: AnyObject {
  /// Returns when group `index` is in the window, and all before it that were not released.
  func require(_ index: Int) throws

  /// Gives up the groups before `index`: their places may be overwritten.
  func release(before index: Int)
}

/// Decodes on the thread that asks.
final class InlineDecoding: RowGroupFeed {
  private let decoder: any PictureDecoder
  private let window: RowWindow
  private var produced = 0

  init(_ decoder: any PictureDecoder, into window: RowWindow) {
    self.decoder = decoder
    self.window = window
  }

  func require(_ index: Int) throws {
    while produced <= index {
      try decoder.readGroup(produced, into: window)
      produced += 1
    }
  }

  func release(before index: Int) {}
}
