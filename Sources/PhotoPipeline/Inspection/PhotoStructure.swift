/// What a decoder must know of a photo before it decodes, gathered while it was inspected.
package enum PhotoStructure: Sendable, Hashable {
  case jpeg(JPEGStructure)
  case png(PNGStructure)
  case webp(WebPStructure)
  case gif(GIFStructure)
  case heif(HEIFStructure)
  case movie(MovieStructure)

  /// The structure of a JPEG, if it is one.
  package var jpeg: JPEGStructure? {
    switch self {
    case .jpeg(let structure): structure
    default: nil
    }
  }

  /// The structure of a HEIF or AVIF file, if it is one.
  package var heif: HEIFStructure? {
    switch self {
    case .heif(let structure): structure
    default: nil
    }
  }

  /// How the stored picture must be turned, 1 to 8 as in EXIF.
  var orientation: Int {
    switch self {
    case .jpeg(let structure): structure.orientation
    case .png(let structure): structure.orientation
    case .webp(let structure): structure.orientation
    // GIF has no place for a turn.
    case .gif: 1
    case .heif(let structure): structure.orientation
    case .movie(let structure): structure.orientation
    }
  }

  /// Refuses pictures that are not decoded.
  func check(file: String) throws(PhotoPreparer.Error) {
    switch self {
    case .jpeg(let structure):
      try structure.checkCoding(file: file)
    case .png(let structure): try structure.checkColors(file: file)
    case .webp, .gif: break
    case .heif(let structure): try structure.check(file: file)
    case .movie: throw .unsupported(file: file, reason: "it is a movie")
    }
  }

  /// Whether decoding may have begun before the structure was known.
  var allowsHeadStart: Bool {
    switch self {
    // Without an end marker the picture may end before the file, which a head start does not know.
    case .jpeg(let structure): structure.hasEndMarker
    case .png, .webp, .gif, .heif, .movie: false
    }
  }
}
