/// Why an engine does not take a picture.
public enum PictureRefusal: Error, Hashable, Sendable {
  /// A side is longer than `limit` pixels.
  case side(limit: Int)
  /// A side is longer than `limit` pixels, and more than `images` share the request.
  case sideAmongMany(limit: Int, images: Int)
  /// A side is shorter than `limit` pixels.
  case smallSide(limit: Int)
  /// The long side is more than `limit` times as long as the short one.
  case ratio(limit: Int)
  /// More than `limit` patches.
  case patches(limit: Int)
  /// The file is larger than `limit` bytes once it is written as base64.
  case bytes(limit: Int)
  /// A format that the engine does not read.
  case format(String)
}

extension PictureRefusal: CustomStringConvertible {
  /// A clause in lower case and without a full stop, such as `a side is over 8000 pixels`.
  public var description: String {
    switch self {
    case .side(let limit): "a side is over \(limit) pixels"
    case .sideAmongMany(let limit, let images):
      "a side is over \(limit) pixels, which is refused where more than \(images) pictures share a request"
    case .smallSide(let limit): "a side is under \(limit) pixels"
    case .ratio(let limit): "the long side is over \(limit) times the short one"
    case .patches(let limit): "it has over \(limit) patches"
    case .bytes(let limit): "it is over \(limit) bytes as base64"
    case .format(let format): "\(format) is not read"
    }
  }
}
