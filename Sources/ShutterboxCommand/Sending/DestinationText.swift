import DurableFiles

/// Where to send, as it is written: `tus+https://…`, `s3://bucket/prefix`, or a folder.
enum DestinationText: Hashable {
  /// The address where uploads are created, without `tus+`.
  case tus(String)
  /// As it was written.
  case s3(String)
  case folder(FilePath)

  /// Why a text is no destination.
  struct Failure: Error {
    let message: String
  }

  init(_ text: String) throws(Failure) {
    let lower = text.lowercased()
    if lower.hasPrefix("tus+http://") || lower.hasPrefix("tus+https://") {
      self = .tus(String(text.dropFirst(4)))
    } else if lower.hasPrefix("s3://") {
      self = .s3(text)
    } else if lower.hasPrefix("http://") || lower.hasPrefix("https://") {
      throw Failure(message: "'\(HiddenText.url(text))' does not say how to send; put 'tus+' before it")
    } else if let scheme = text.firstRange(of: "://") {
      throw Failure(
        message:
          "'\(text[..<scheme.upperBound])' is no kind of destination; those are tus+https://…, s3://bucket/prefix and a folder"
      )
    } else if text.isEmpty {
      throw Failure(message: "a destination must not be empty")
    } else {
      self = .folder(FilePath(text))
    }
  }
}
