/// What the bytes of a file are, whatever its name says.
package enum FileContent: Sendable, Hashable {
  /// A format that ``PhotoFormat`` names.
  case format(PhotoFormat)
  /// Another picture, such as `TIFF` or `JPEG XL`.
  case otherPicture(String)
  /// Another movie, such as `Matroska`.
  case otherMovie(String)
  /// Something that is neither, such as `PDF`.
  case other(String)
  /// Bytes that say nothing.
  case unknown

  /// Whether it is a still picture; a folder is searched for these.
  package var isPhoto: Bool {
    switch self {
    case .format(let format): !format.isMovie
    case .otherPicture: true
    case .otherMovie, .other, .unknown: false
    }
  }

  /// Whether it is a movie.
  package var isMovie: Bool {
    switch self {
    case .format(let format): format.isMovie
    case .otherMovie: true
    case .otherPicture, .other, .unknown: false
    }
  }
}

extension PhotoFormat {
  /// Whether it is a format of movies.
  package var isMovie: Bool { self == .mp4 || self == .quickTime }

  /// The name that people know it by.
  package var displayName: String {
    switch self {
    case .jpeg: "JPEG"
    case .heic: "HEIC"
    case .heif: "HEIF"
    case .avif: "AVIF"
    case .png: "PNG"
    case .webp: "WebP"
    case .gif: "GIF"
    case .mp4: "MP4"
    case .quickTime: "QuickTime"
    }
  }
}

extension FileContent {
  /// The error for a file of a format that is not read.
  func error(file: String) -> PhotoPreparer.Error {
    switch self {
    case .format(let format) where format.isMovie:
      .unsupported(file: file, reason: "\(format.displayName) movies are not read yet")
    case .format(let format):
      .unsupported(file: file, reason: "\(format.displayName) pictures are not read yet")
    case .otherPicture(let name):
      .unsupported(file: file, reason: "\(name) pictures are not read; convert it to JPEG first")
    case .otherMovie(let name):
      .unsupported(file: file, reason: "\(name) movies are not read")
    case .other(let name):
      .notAnImage(file: file, reason: "it is \(name), no picture")
    case .unknown:
      .notAnImage(file: file, reason: "its bytes are no picture of a known format")
    }
  }
}
