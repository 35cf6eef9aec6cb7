/// The head of a request to the tus server, read and believed.
struct RequestHead: Sendable {
  enum Method: String, Sendable, CaseIterable {
    case options = "OPTIONS"
    case create = "POST"
    case head = "HEAD"
    case patch = "PATCH"
    case delete = "DELETE"
  }

  let method: Method
  /// The upload that is meant; `nil` at the path where uploads are created.
  let upload: UploadID?
  /// Where the body belongs (PATCH).
  var offset = 0
  /// The size of the whole upload (POST).
  var length = 0
  var metadata = UploadMetadata()
  var checksum: UploadChecksum?
  /// How many bytes the body has; `nil` if that is not told beforehand.
  var contentLength: Int?
  /// Whether there may be a body.
  var hasBody = false

  static let version = "1.0.0"
  static let extensions = "creation,creation-with-upload,checksum,expiration,termination"
  static let contentType = "application/offset+octet-stream"
  /// The most bytes of all header fields, and the most fields.
  static let headerLimit = (bytes: 32 << 10, fields: 100)

  init(_ request: ReceiverRequest, path: String) throws(RequestError) {
    upload = try Self.upload(request.path, path: path)
    method = try Self.method(request, isCreation: upload == nil)
    if method == .options { return }
    try Self.checkVersion(request)
    guard request.values("Upload-Concat").isEmpty else {
      throw RequestError(400, "concatenation is not offered")
    }
    contentLength = try Self.contentLength(request)
    let type = try request.value("Content-Type")?.trimmingSpaces.lowercased()
    let isChunked = !request.values("Transfer-Encoding").isEmpty
    switch method {
    case .create:
      hasBody = contentLength.map { $0 > 0 } ?? (isChunked || type == Self.contentType)
      if hasBody { try Self.checkType(type) }
      try readCreation(request)
    case .patch:
      try Self.checkType(type)
      hasBody = contentLength != 0
      guard let offset = try request.number("Upload-Offset") else {
        throw RequestError(400, "Upload-Offset is missing")
      }
      self.offset = offset
    case .options, .head, .delete: return
    }
    checksum = try request.value("Upload-Checksum").map(UploadChecksum.reading)
  }

  private mutating func readCreation(_ request: ReceiverRequest) throws(RequestError) {
    guard request.values("Upload-Defer-Length").isEmpty else {
      throw RequestError(400, "creation-defer-length is not offered: Upload-Length must tell the size")
    }
    guard let length = try request.number("Upload-Length") else {
      throw RequestError(400, "Upload-Length is missing")
    }
    self.length = length
    // "All values" of the field would be a list, but keys must be unique in all of it.
    if let text = try request.value("Upload-Metadata"), !text.trimmingSpaces.isEmpty {
      metadata = try UploadMetadata(text)
    }
  }

  /// The upload that the path names. Nothing is decoded: the only paths that there are need no encoding.
  private static func upload(_ target: String, path: String) throws(RequestError) -> UploadID? {
    if target == path || target == path + "/" { return nil }
    guard target.hasPrefix(path + "/"), let id = UploadID(String(target.dropFirst(path.utf8.count + 1)))
    else {
      throw .unknownUpload
    }
    return id
  }

  private static func method(
    _ request: ReceiverRequest, isCreation: Bool
  ) throws(RequestError) -> Method {
    // "The actual method of the request MUST be ignored" if X-HTTP-Method-Override is there.
    let name = try request.value("X-HTTP-Method-Override") ?? request.method
    let allowed: [Method] = isCreation ? [.options, .create] : [.options, .head, .patch, .delete]
    guard let method = Method(rawValue: name), allowed.contains(method) else {
      throw RequestError(405, "this cannot be done here; files cannot be read back")
        .adding("Allow", allowed.map(\.rawValue).joined(separator: ", "))
    }
    return method
  }

  private static func checkVersion(_ request: ReceiverRequest) throws(RequestError) {
    let versions = request.values("Tus-Resumable")
    guard versions.count == 1, versions[0].trimmingSpaces == version else {
      throw RequestError(412, "Tus-Resumable must be \(version)").adding("Tus-Version", version)
    }
  }

  private static func checkType(_ type: String?) throws(RequestError) {
    guard type == contentType else { throw RequestError(415, "Content-Type must be \(contentType)") }
  }

  private static func contentLength(_ request: ReceiverRequest) throws(RequestError) -> Int? {
    let length = try request.number("Content-Length")
    // RFC 9112 §6.3: such a message "might indicate an attempt to perform request smuggling".
    guard length == nil || request.values("Transfer-Encoding").isEmpty else {
      throw RequestError(400, "Content-Length and Transfer-Encoding exclude each other")
    }
    return length
  }
}

extension UploadChecksum {
  /// `init(_:)` as a function that `map` takes with its typed error.
  static func reading(_ header: String) throws(RequestError) -> UploadChecksum { try UploadChecksum(header) }
}

extension ReceiverRequest {
  /// The value of the only field called `name`; `nil` if there is none.
  func value(_ name: String) throws(RequestError) -> String? {
    let values = values(name)
    guard values.count <= 1 else { throw RequestError(400, "\(name) is there more than once") }
    return values.first
  }

  /// The number that is the value of the only field called `name`; `nil` if there is none.
  ///
  /// Digits only: no sign, no point, no exponent, no zero in front. One that no file can have is as if it were the
  /// greatest.
  func number(_ name: String) throws(RequestError) -> Int? {
    guard let text = try value(name)?.trimmingSpaces else { return nil }
    let digits = text.utf8
    guard (1...40).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }),
      digits.count == 1 || digits.first != 0x30
    else { throw .malformed(name) }
    return Int(text) ?? Int.max
  }

  /// Refuses heads that are larger than any client's.
  func checkSize() throws(RequestError) {
    let size = headers.reduce(method.utf8.count + path.utf8.count) {
      $0 + $1.name.utf8.count + $1.value.utf8.count
    }
    guard headers.count <= RequestHead.headerLimit.fields, size <= RequestHead.headerLimit.bytes else {
      throw RequestError(431, "the head of the request is too large")
    }
  }
}
