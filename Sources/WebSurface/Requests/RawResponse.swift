import UploadReceiver

/// An answer as the bytes of HTTP/1.1, behind which the connection is closed.
enum RawResponse {
  static func bytes(_ response: ReceiverResponse) -> [UInt8] {
    var head = "HTTP/1.1 \(response.status) \(reason(response.status))\r\n"
    for (name, value) in response.headers where isField(name) && isField(value) {
      switch name.lowercased() {
      case "content-length", "connection", "transfer-encoding": break
      default: head += "\(name): \(value)\r\n"
      }
    }
    head += "Content-Length: \(response.body.count)\r\nConnection: close\r\n\r\n"
    return Array(head.utf8) + Array(response.body)
  }

  private static func isField(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
  }

  /// The words of RFC 9110 §15 for what is answered in the middle of a body. They may be left out.
  private static func reason(_ status: Int) -> String {
    switch status {
    case 400: "Bad Request"
    case 409: "Conflict"
    case 413: "Content Too Large"
    case 415: "Unsupported Media Type"
    case 500: "Internal Server Error"
    case 503: "Service Unavailable"
    case 507: "Insufficient Storage"
    default: ""
    }
  }
}
