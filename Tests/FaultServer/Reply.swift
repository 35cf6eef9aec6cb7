#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What the server does once it knows the request: steps, and then an end.
///
/// Most are made by the functions below; `Reply(steps:end:)` makes any other.
public struct Reply: Sendable {
  public enum Step: Sendable {
    /// Sends bytes as they are.
    case send(Data)
    /// Reads as many more bytes of the body, or what is left of it.
    case read(Int)
    /// Reads the rest of the body.
    case readRest
    /// Does nothing until the gate opens.
    case wait(Gate)
    /// Reads and drops everything until the client closes.
    case waitForClient
  }

  /// What becomes of the connection.
  public enum End: Sendable {
    /// It waits for the next request. What is left of the body is read first.
    case keepOpen
    /// It is closed at once. If bytes of the client were left unread, the system resets the connection.
    case close
    /// It is closed for sending; all that comes is read until the client closes. No answer gets lost that way.
    case closeGently
    /// It is reset: the client loses what it has not read yet.
    case reset
  }

  public var steps: [Step]
  public var end: End

  public init(steps: [Step] = [], end: End) {
    self.steps = steps
    self.end = end
  }

  /// A whole answer.
  ///
  /// A Content-Length is added unless `headers` has one, true or not, or a Transfer-Encoding, or the status allows
  /// none.
  public static func answer(
    _ status: Int, _ headers: [(String, String)] = [], body: Data = Data(), end: End = .keepOpen
  ) -> Reply {
    Reply(steps: [.send(message(status, headers, body: body))], end: end)
  }

  /// As ``answer(_:_:body:end:)`` with a body of text.
  public static func answer(
    _ status: Int, _ headers: [(String, String)] = [], text: String, end: End = .keepOpen
  ) -> Reply {
    answer(status, headers, body: Data(text.utf8), end: end)
  }

  /// Bytes that need not be HTTP: garbage, half a header, a body without its end.
  public static func raw(_ text: String, end: End) -> Reply {
    Reply(steps: [.send(Data(text.utf8))], end: end)
  }

  /// Not a byte, and the connection is closed.
  public static let close = Reply(end: .close)
  /// Not a byte, and the connection is reset.
  public static let reset = Reply(end: .reset)
  /// Not a byte until the client closes the connection.
  public static let silence = Reply(steps: [.waitForClient], end: .close)

  /// The same, but first these steps.
  public func after(_ first: Step...) -> Reply {
    Reply(steps: first + steps, end: end)
  }

  /// The bytes of an answer.
  public static func message(_ status: Int, _ headers: [(String, String)] = [], body: Data = Data()) -> Data {
    var text = "HTTP/1.1 \(status) Status \(status)\r\n"
    for (name, value) in headers { text += "\(name): \(value)\r\n" }
    let names = headers.map { $0.0.lowercased() }
    let isBodiless = status < 200 || status == 204 || status == 304
    if !isBodiless, !names.contains("content-length"), !names.contains("transfer-encoding") {
      text += "Content-Length: \(body.count)\r\n"
    }
    return Data((text + "\r\n").utf8) + body
  }
}

/// How much of a body the server reads before it decides on its reply.
public enum BodyReading: Sendable {
  /// All of it. A client that waits for `100 Continue` gets it first.
  case all
  /// As many bytes, or all if there are fewer; after `100 Continue` as well.
  case first(Int)
  /// None, and without `100 Continue`.
  case nothing
}
