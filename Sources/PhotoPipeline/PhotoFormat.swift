/// The format of a photo or movie file, told by its bytes and never by its name.
public enum PhotoFormat: String, Hashable, Sendable {
  case jpeg
  case heic
  case heif
  case avif
  case png
  case webp
  case gif
  case mp4
  case quickTime = "quicktime"
}
