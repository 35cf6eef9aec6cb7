/// A kind of thing that a photo or movie file can carry beside its picture.
public enum MetadataKind: Hashable, Sendable {
  /// EXIF: camera, times, settings.
  case exif
  /// The GPS directory inside EXIF.
  case gps
  /// The camera maker's own notes inside EXIF.
  case makerNote
  /// A small copy of the picture, in EXIF, JFIF or a Photoshop block.
  case thumbnail
  /// An XMP packet, standard or extended.
  case xmp
  /// IPTC-IIM records: captions, names, places.
  case iptc
  /// A Photoshop image resource block.
  case photoshop
  /// An ICC colour profile.
  case icc
  /// A comment.
  case comment
  /// Further pictures of the file and what lists them: of a multi-picture file, or the frames that follow
  /// the first one of an animation.
  case mpf
  /// The picture that turns an SDR photo into an HDR one.
  case gainMap
  /// A depth map.
  case depth
  /// The movie of a motion photo.
  case motionVideo
  /// Bytes that belong to no part of the picture: behind its end, between its segments, or in a chunk or
  /// extension of an unknown kind.
  case trailer
  /// A text, or the time of the last change, in a PNG, and a text that a GIF draws.
  case text
  /// Where a movie was recorded.
  case movieLocation
  /// Other descriptive data of a movie.
  case movieMetadata
  /// Another JPEG application segment, by its number 0 to 15.
  case app(Int)
}

extension MetadataKind: CustomStringConvertible {
  /// The name that the command prints, such as `gps`, `motion-video` or `app-14`.
  public var description: String {
    switch self {
    case .exif: "exif"
    case .gps: "gps"
    case .makerNote: "makernote"
    case .thumbnail: "thumbnail"
    case .xmp: "xmp"
    case .iptc: "iptc"
    case .photoshop: "photoshop"
    case .icc: "icc"
    case .comment: "comment"
    case .mpf: "mpf"
    case .gainMap: "gainmap"
    case .depth: "depth"
    case .motionVideo: "motion-video"
    case .trailer: "trailer"
    case .text: "text"
    case .movieLocation: "movie-location"
    case .movieMetadata: "movie-metadata"
    case .app(let number): "app-\(number)"
    }
  }
}
