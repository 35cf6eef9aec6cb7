/// What the embedded colour profile means for the picture that carries it.
package enum ICCProfile: Hashable, Sendable {
  /// There is none, it is incomplete or broken, or it is for another kind of picture: to be ignored.
  case none
  /// Its colours are sRGB's, whatever it is called.
  case sRGB
  /// Its colours are others; the name is its own description and decides nothing.
  case other(name: String?)
}

extension ICCProfile {
  /// The verdict on a profile in a picture of `channelCount` channels.
  init(_ reader: ICCReader?, channelCount: Int) {
    guard let reader, reader.describesPictures, reader.isComplete, reader.channelCount == channelCount
    else {
      self = .none
      return
    }
    self = SRGBComparison.isSRGB(reader) ? .sRGB : .other(name: reader.name)
  }
}
