import UploadReceiver

/// The head of a request as it came, to be checked before anybody believes it.
struct RequestHead {
  /// How the body is delimited.
  enum Body: Hashable {
    case none
    case length(Int)
    case chunked
  }

  /// Why a head is not taken.
  struct Refusal: Error, Hashable {
    let status: Int
    /// One sentence in lower case and without a full stop, without anything that the client sent.
    let reason: String

    init(_ status: Int, _ reason: String) {
      self.status = status
      self.reason = reason
    }
  }

  var method: [UInt8]
  /// The whole target, as it was sent.
  var target: [UInt8]
  var version: String
  var fields: [(name: [UInt8], value: [UInt8])]
  /// Bytes of the head with its line breaks.
  var byteCount: Int
  /// Whether the head is written byte for byte as a sender must write it.
  var isExact: Bool

  /// Checks the head, and returns the request with the form of its body.
  func checked(
    _ limits: ListenerLimits, hosts: HostNames, isSecure: Bool
  ) throws(Refusal) -> (request: ReceiverRequest, body: Body) {
    if target.count > limits.targetBytes { throw Refusal(414, "the target is too long") }
    if byteCount > limits.headBytes || fields.count > limits.fieldCount {
      throw Refusal(431, "the head of the request is too large")
    }
    guard isExact else { throw Refusal(400, "the head of the request is malformed") }
    guard !method.isEmpty, method.count <= 32, method.allSatisfy(Self.isToken) else {
      throw Refusal(400, "the method is malformed")
    }
    let path = try checkedPath()
    for (name, value) in fields {
      guard !name.isEmpty, name.allSatisfy(Self.isToken), value.allSatisfy(Self.isFieldByte) else {
        throw Refusal(400, "a header field is malformed")
      }
    }
    let request = ReceiverRequest(
      method: Self.text(method), path: path,
      headers: fields.map { (Self.text($0.name), Self.trimmed(Self.text($0.value))) }, isSecure: isSecure)
    let body = try body(of: request)
    try checkHost(request, hosts)
    let expectations = request.values("expect")
    guard expectations.allSatisfy({ $0.lowercased() == "100-continue" }) else {
      throw Refusal(417, "the expectation cannot be met")
    }
    return (request, body)
  }

  /// The path of the target. Only the origin form is taken (RFC 9112 §3.2.1): this server is no proxy.
  private func checkedPath() throws(Refusal) -> String {
    let malformed = Refusal(400, "the target is malformed")
    guard target.first == UInt8(ascii: "/") else { throw malformed }
    // RFC 3986 has only visible ASCII characters, and RFC 9112 no fragment.
    guard target.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "#") && $0 != UInt8(ascii: "\\") })
    else {
      throw malformed
    }
    let path = Array(target.prefix { $0 != UInt8(ascii: "?") })
    var index = 0
    while index < path.count {
      if path[index] == UInt8(ascii: "%") {
        let digits = path.dropFirst(index + 1).prefix(2)
        guard digits.count == 2, digits.allSatisfy(Self.isHexadecimal), !digits.elementsEqual("00".utf8)
        else {
          throw malformed
        }
      }
      index += 1
    }
    let text = Self.text(path)
    // Clients resolve `.` and `..` themselves (RFC 3986 §5.2.4), so nobody well-behaved sends one.
    for segment in text.split(separator: "/") {
      let plain = segment.lowercased().replacing("%2e", with: ".")
      if plain == "." || plain == ".." { throw malformed }
    }
    return text
  }

  /// How long the body is. Whatever two servers could read differently is refused (RFC 9112 §6.3 and §11.2).
  private func body(of request: ReceiverRequest) throws(Refusal) -> Body {
    let lengths = request.values("content-length")
    let codings = request.values("transfer-encoding")
    if let coding = codings.first {
      guard codings.count == 1, lengths.isEmpty, coding.lowercased() == "chunked", version == "HTTP/1.1"
      else {
        throw Refusal(400, "the transfer encoding is not taken")
      }
      return .chunked
    }
    guard let length = lengths.first else { return .none }
    guard lengths.count == 1, !length.isEmpty, length.utf8.count <= 18,
      length.allSatisfy({ ("0"..."9").contains($0) }),
      let count = Int(length)
    else {
      throw Refusal(400, "the content length is malformed")
    }
    return count == 0 ? .none : .length(count)
  }

  private func checkHost(_ request: ReceiverRequest, _ hosts: HostNames) throws(Refusal) {
    let fields = request.values("host")
    guard fields.count == 1 else { throw Refusal(400, "exactly one Host is needed") }
    guard HostNames.name(in: fields[0]) != nil else { throw Refusal(400, "Host is malformed") }
    guard hosts.contain(fields[0]) else { throw Refusal(421, "this server is not known by that name") }
  }

  /// RFC 9110 §5.6.2, `tchar`.
  private static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }

  /// RFC 9110 §5.5: visible characters, space, tab, and what is no ASCII.
  private static func isFieldByte(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != 0x7F || byte == 0x09
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    "0123456789abcdefABCDEF".utf8.contains(byte)
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private static func trimmed(_ text: String) -> String {
    var text = text[...]
    while let last = text.unicodeScalars.last, last == " " || last == "\t" { text = text.dropLast() }
    while let first = text.unicodeScalars.first, first == " " || first == "\t" { text = text.dropFirst() }
    return String(text)
  }
}
