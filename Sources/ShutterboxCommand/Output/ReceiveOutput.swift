import Hashing
import JSONText
import UploadReceiver
import WebSurface

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What `receive` tells: results on standard output, and the log as JSON lines on standard error, which holds no token
/// and no id of a sender's.
struct ReceiveOutput: Sendable {
  let console: Console
  let json: Bool

  /// It listens at `url`.
  func listening(url: String, token: ReceiveToken, fingerprint: String?) {
    if json {
      print(
        "listening",
        [
          .init("url", .string(url)), .init("destination", .string("tus+\(url)")),
          .init("token", token.isNew ? .string(token.text) : .null),
          .init("fingerprint", .optional(fingerprint)),
        ])
      return
    }
    console.print("listening at \(url); send with 'shutterbox send --to tus+\(url)'")
    if token.isNew { console.print("token, for SHUTTERBOX_TOKEN of senders: \(token.text)") }
    if let fingerprint { console.print("SHA-256 of the certificate: \(fingerprint)") }
  }

  func stored(_ file: StoredFile) {
    if json {
      print(
        "stored",
        [
          .init("entry", .string(file.key.entry)), .init("media", .string(file.key.media)),
          .init("file", .string(file.path)), .init("bytes", .integer(file.byteCount)),
          .init("sha256", .string(file.sha256.description)), .init("type", .optional(file.type?.rawValue)),
        ])
    } else {
      console.print("stored \(file.path)  \(ByteCountText.text(file.byteCount))")
    }
  }

  private func print(_ event: String, _ members: [JSONValue.Member]) {
    console.print(Self.line(event, members))
  }

  // MARK: The log

  func log(_ event: ReceiverEvent) { console.note(event.json) }

  func log(_ event: ListenerEvent) {
    switch event {
    case .malformed(let status, let reason, let peer):
      log(
        "malformed",
        [.init("status", .integer(status)), .init("reason", .string(reason)), .init("peer", .string(peer))])
    case .dropped(let refused, let evicted, let timedOut):
      log(
        "connections_dropped",
        [
          .init("refused", .integer(refused)), .init("evicted", .integer(evicted)),
          .init("timed_out", .integer(timedOut)),
        ])
    case .exhausted: log("descriptors_exhausted", [])
    }
  }

  func log(_ event: String, _ members: [JSONValue.Member]) { console.note(Self.line(event, members)) }

  private static func line(_ event: String, _ members: [JSONValue.Member]) -> String {
    let time = JSONValue.Member("at", .optional(Timestamp.text(Date())))
    return JSONValue.object([.init("event", .string(event)), time] + members).line
  }
}
