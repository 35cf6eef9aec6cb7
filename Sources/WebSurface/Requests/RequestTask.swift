import CMicroHTTPD
import UploadReceiver

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One request, from its first line to the end of its answer. It is used by the one thread of its connection.
final class RequestTask {
  private enum State {
    /// The head is not there yet.
    case new
    /// The body goes to the exchange.
    case receiving
    /// The answer is known, and is sent when the body, which is there, was passed over.
    case decided(ReceiverResponse)
    case answered
  }

  private let core: ListenerCore
  private let connection: OpaquePointer
  private let descriptor: CInt
  /// Where libmicrohttpd keeps the target; `nil` if the first line has none.
  private let target: UnsafePointer<CChar>?
  private let copyOfTarget: [UInt8]
  private var state = State.new
  private var exchange: (any ReceiverExchange)?
  private var body = RequestHead.Body.none
  private var receivedCount = 0

  init(_ core: ListenerCore, _ connection: OpaquePointer, target: UnsafePointer<CChar>?) {
    self.core = core
    self.connection = connection
    self.target = target
    copyOfTarget = target.map(RequestHead.bytes) ?? []
    descriptor = cmhd_descriptor(connection)
    core.doorkeeper.begin(.head, descriptor)
  }

  /// Takes the next step. Returns false to have the connection closed.
  ///
  /// - Parameter size: Bytes at `data`; becomes 0, since all of them are taken.
  func handle(
    method: UnsafePointer<CChar>, version: UnsafePointer<CChar>, data: UnsafeRawPointer?, size: inout Int
  ) -> Bool {
    switch state {
    case .new: return begin(method, version)
    case .receiving where size > 0:
      let bytes = UnsafeRawBufferPointer(start: data, count: size)
      size = 0
      return receive(bytes)
    case .receiving:
      core.doorkeeper.begin(.working, descriptor)
      guard let response = exchange?.finish() else { return false }
      exchange = nil
      return send(response)
    case .decided where size > 0:
      size = 0
      return true
    case .decided(let response): return send(response)
    case .answered: return false
    }
  }

  /// The request is over, answered or not.
  func end() {
    exchange?.abort()
    exchange = nil
    core.doorkeeper.rest(descriptor)
  }

  private func begin(_ method: UnsafePointer<CChar>, _ version: UnsafePointer<CChar>) -> Bool {
    guard let target else { return refuse(.init(400, "the target is missing")) }
    let head = RequestHead(
      connection, method: method, target: target, targetCount: copyOfTarget.count, version: version,
      copyOfTarget: copyOfTarget)
    let request: ReceiverRequest
    do throws(RequestHead.Refusal) {
      (request, body) = try head.checked(core.limits, hosts: core.hosts, isSecure: core.isSecure)
    } catch {
      return refuse(error)
    }
    if core.doorkeeper.isClosing {
      return sendEarly(
        ReceiverResponse(status: 503, headers: [("Retry-After", "10")], closesConnection: true))
    }
    core.doorkeeper.begin(.working, descriptor)
    let exchange = core.handler(request)
    self.exchange = exchange
    state = .receiving
    if let response = exchange.earlyResponse {
      // What has no body has come whole, and its connection can go on.
      guard body == .none else { return sendEarly(response) }
    }
    core.doorkeeper.begin(.body, descriptor)
    return true
  }

  private func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
    receivedCount += bytes.count
    core.doorkeeper.receive(bytes.count, descriptor)
    guard let response = exchange?.receive(bytes) else {
      core.doorkeeper.begin(.body, descriptor)
      return true
    }
    exchange?.abort()
    exchange = nil
    if body == .length(receivedCount) {
      state = .decided(response)
      return true
    }
    // libmicrohttpd takes no answer here, and the rest of the body may be long.
    state = .answered
    core.doorkeeper.linger(descriptor)
    let text = RawResponse.bytes(response)
    // If the client does not even take this much, it gets the end of the connection alone.
    _ = text.withUnsafeBytes { cmhd_send_now(connection, $0.baseAddress, $0.count) }
    return false
  }

  private func refuse(_ refusal: RequestHead.Refusal) -> Bool {
    core.doorkeeper.countMalformed(
      .malformed(
        status: refusal.status, reason: refusal.reason, peer: core.doorkeeper.peer(of: descriptor)))
    return sendEarly(
      ReceiverResponse(
        status: refusal.status,
        headers: [("Content-Type", "text/plain; charset=utf-8"), ("X-Content-Type-Options", "nosniff")],
        body: Data("\(refusal.reason)\n".utf8), closesConnection: true))
  }

  /// Answers before the body, which libmicrohttpd then does not read: it closes the connection behind the answer.
  private func sendEarly(_ response: ReceiverResponse) -> Bool {
    core.doorkeeper.linger(descriptor)
    var response = response
    response.closesConnection = true
    return send(response)
  }

  private func send(_ response: ReceiverResponse) -> Bool {
    state = .answered
    core.doorkeeper.begin(.answering(byteCount: response.body.count), descriptor)
    if queue(response) { return true }
    // A header field that cannot be one: better no answer than a wrong one.
    return queue(ReceiverResponse(status: 500, closesConnection: true))
  }

  private func queue(_ response: ReceiverResponse) -> Bool {
    let made = response.body.withUnsafeBytes { cmhd_make_response($0.baseAddress, $0.count) }
    guard let made else { return false }
    var isWhole = true
    for (name, value) in response.headers where !Self.isFraming(name) {
      isWhole = cmhd_add_header(made, name, value) && isWhole
    }
    if response.closesConnection || core.doorkeeper.isClosing {
      isWhole = cmhd_add_header(made, "Connection", "close") && isWhole
    }
    return cmhd_send_response(connection, UInt32(isWhole ? response.status : 500), made)
  }

  /// Whether libmicrohttpd writes this field itself.
  private static func isFraming(_ name: String) -> Bool {
    ["content-length", "transfer-encoding", "connection", "date"].contains(name.lowercased())
  }
}
