#if os(Linux)
  import FoundationEssentials
  import Transport

  /// An answer as it comes in.
  struct CurlAnswer {
    /// A server that sends more than so many bytes of fields, those of interim answers included, is not listened to.
    private static let longestHead = 1 << 18

    private(set) var status = 0
    private(set) var body = Data()
    /// Whether bytes came behind those that were wanted.
    private(set) var isCut = false
    /// Whether all fields of the final answer are there.
    private(set) var hasHead = false
    /// Whether a byte came at all.
    private(set) var hasBegun = false

    private var fields: [(name: String, value: String)] = []
    private var headByteCount = 0
    private var bodyByteCount = 0
    private let isForHead: Bool
    private let limit: Int

    init(to request: HTTPRequest) {
      isForHead = request.method == "HEAD"
      limit = max(0, request.responseByteLimit)
    }

    /// Takes a line with its end. Returns `false` if there are too many.
    mutating func takeLine(_ bytes: UnsafeRawBufferPointer) -> Bool {
      hasBegun = true
      headByteCount += bytes.count
      guard headByteCount <= Self.longestHead else { return false }
      let line = String(decoding: bytes, as: UTF8.self).drop { $0 == "\r\n" }
      if line.hasPrefix("HTTP/") {
        // The first of an answer, which may follow on interim ones.
        let code = line.split(separator: " ", maxSplits: 2).dropFirst().first
        status = code.flatMap { Int($0) } ?? 0
        fields = []
        hasHead = false
        return true
      }
      // Fields behind the body are not those of the answer (RFC 9110, 6.5).
      if hasHead { return true }
      let text = Self.trimmed(line[...])
      if text.isEmpty {
        hasHead = status >= 200
      } else if let first = line.first, first == " " || first == "\t" {
        // A value that goes on in the next line (RFC 9112, 5.2).
        if let last = fields.popLast() { fields.append((last.name, "\(last.value) \(text)")) }
      } else if let colon = text.firstIndex(of: ":") {
        fields.append((String(text[..<colon]), String(Self.trimmed(text[text.index(after: colon)...]))))
      }
      return true
    }

    /// Takes bytes of the body. Returns `false` if they are more than are wanted.
    mutating func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
      bodyByteCount += bytes.count
      body.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes.prefix(limit - body.count)))
      isCut = bodyByteCount > limit
      return !isCut
    }

    /// Whether the answer itself says that nothing more of it comes. One that ends with its connection, or is
    /// chunked, does not.
    var isComplete: Bool {
      guard hasHead else { return false }
      if isForHead || status == 204 || status == 304 { return true }
      guard first("Transfer-Encoding") == nil, let length = first("Content-Length").flatMap({ Int($0) })
      else {
        return false
      }
      return bodyByteCount >= length
    }

    /// Whether the server wants no more of the request.
    var isRefusal: Bool { hasHead && status >= 300 }

    func response(isBodyComplete: Bool) -> HTTPResponse {
      var headers = HTTPHeaders()
      for (name, value) in fields { headers.append(name, value) }
      return HTTPResponse(status: status, headers: headers, body: body, isBodyComplete: isBodyComplete)
    }

    private func first(_ name: String) -> String? {
      fields.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    private static func trimmed(_ text: Substring) -> Substring {
      let isSpace = { (character: Character) in character.isWhitespace }
      var text = text.drop(while: isSpace)
      while let last = text.last, isSpace(last) { text.removeLast() }
      return text
    }
  }
#endif
