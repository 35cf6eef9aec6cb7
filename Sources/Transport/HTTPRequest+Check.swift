extension HTTPRequest {
  /// Checks what every transport has to refuse, and tells where the request goes.
  ///
  /// - Throws: ``HTTPTransportError`` of code `invalid`: for an address that is none, for a method or the name of a
  ///   field that could end its line and begin another, and for fields that contradict the body.
  package func checkedAddress() throws(HTTPTransportError) -> WebAddress {
    let address = try WebAddress(url)
    guard HTTPHeaders.isName(method) else { throw Self.invalid("the method is not a word") }
    guard method != "HEAD" || body == nil, method != "CONNECT" else {
      throw Self.invalid("a request of this kind cannot be sent")
    }
    for field in headers.fields {
      guard HTTPHeaders.isName(field.name) else {
        throw Self.invalid("the name of a header field is not a word")
      }
      guard field.value.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F || $0 == "\t" })
      else {
        throw Self.invalid("the header field \(field.name) holds a control character")
      }
      switch field.name.lowercased() {
      case "content-length":
        guard field.value == String(body?.count ?? 0) else {
          throw Self.invalid("the header field Content-Length is not the length of the body")
        }
      case "transfer-encoding":
        throw Self.invalid("the header field Transfer-Encoding is for the transport alone")
      default: break
      }
    }
    return address
  }

  /// The fields that a transport sends: all but the Content-Length, which it writes itself.
  package var fieldsToSend: [HTTPHeaders.Field] {
    headers.fields.filter { $0.name.lowercased() != "content-length" }
  }

  /// Whether a request without a body says so with a Content-Length of 0 (RFC 9110, 8.6).
  package var announcesEmptyBody: Bool { ["POST", "PUT", "PATCH"].contains(method) }

  private static func invalid(_ message: String) -> HTTPTransportError {
    HTTPTransportError(code: .invalid, message: message)
  }
}
