/// A request that is not served, and the answer to it.
struct RequestError: Error {
  let status: Int
  /// One sentence in lower case and without a full stop, free of what the sender wrote.
  let words: String
  /// Why the upload is not taken, where there is one.
  let refusal: ReceiverRefusal?
  var headers: [(name: String, value: String)] = []

  init(_ status: Int, _ words: String, _ refusal: ReceiverRefusal? = nil) {
    self.status = status
    self.words = words
    self.refusal = refusal
  }

  static func malformed(_ header: String) -> RequestError { RequestError(400, "\(header) is malformed") }

  static func tooLong(_ header: String) -> RequestError { RequestError(431, "\(header) is too long") }

  static let unknownUpload = RequestError(404, "there is no such upload")

  func adding(_ more: [(name: String, value: String)]) -> RequestError {
    var error = self
    error.headers += more
    return error
  }

  func adding(_ name: String, _ value: String) -> RequestError {
    var error = self
    error.headers.append((name, value))
    return error
  }
}
