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
}
