/// The format of a photo or movie file, told by its bytes and never by its name.
public enum PhotoFormat: String, Hashable, Sendable {
  /// JPEG (ITU-T T.81).
  case jpeg
  /// HEIF with HEVC (ISO/IEC 23008-12), brand `heic` or one of its kind.
  case heic
  /// HEIF of another coding.
  case heif
  /// HEIF with AV1.
  case avif
  /// PNG.
  case png
  /// WebP, lossy or lossless, still or animated.
  case webp
  /// GIF.
  case gif
  /// A movie in an MP4 file (ISO/IEC 14496-14).
  case mp4
  /// A movie in a QuickTime file.
  case quickTime = "quicktime"
}
