/// The kinds of file that a receiver can tell by their first bytes.
public enum MediaType: String, Sendable, CaseIterable {
  case jpeg = "image/jpeg"
  case png = "image/png"
  case gif = "image/gif"
  case webP = "image/webp"
  case heic = "image/heic"
  case heif = "image/heif"
  case avif = "image/avif"
  case mp4 = "video/mp4"
  case quickTime = "video/quicktime"

  /// How the names of such files end, without the dot.
  var fileExtension: String {
    switch self {
    case .jpeg: "jpg"
    case .png: "png"
    case .gif: "gif"
    case .webP: "webp"
    case .heic: "heic"
    case .heif: "heif"
    case .avif: "avif"
    case .mp4: "mp4"
    case .quickTime: "mov"
    }
  }

  /// Whether a file that was declared as `other` may turn out to be this.
  ///
  /// Those who declare go by the name of the file, and cameras are not exact about which brand of one container goes
  /// with which ending.
  func fits(_ other: MediaType) -> Bool { family == other.family }

  private enum Family: Hashable {
    case one(MediaType)
    case heif
    case movie
  }

  private var family: Family {
    switch self {
    case .heic, .heif, .avif: .heif
    case .mp4, .quickTime: .movie
    default: .one(self)
    }
  }
}
