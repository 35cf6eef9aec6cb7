import FaultServer
import Foundation
import Threading

/// A tus server that keeps everything in memory, and fails when a test wants it to.
final class FakeTusServer: @unchecked Sendable {
  // Unchecked: the lock guards every variable that changes.
  struct Upload {
    var metadata: [String: String]
    let length: Int
    var bytes = Data()
  }

  /// What a test does to one request.
  enum Fault {
    /// Sends this instead of doing anything.
    case instead(Reply)
    /// Does what was asked for, and sends this instead of the answer.
    case afterwards(Reply)
    /// Keeps as many bytes of the body, and then ends the connection.
    case keeping(Int)
  }

  /// Gets each request and how many of the same method came before.
  typealias Script = @Sendable (RecordedRequest, Int) -> Fault?

  private let lock = ConditionLock()
  private var uploads: [String: Upload] = [:]
  private var counts: [String: Int] = [:]
  private var nextNumber = 1
  private let script: Script
  private let knowsMedia: Bool
  private let features: String
  private var server: FaultServer?

  init(
    knowsMedia: Bool = false, features: String = "creation,creation-with-upload,termination,checksum",
    _ script: @escaping Script = { _, _ in nil }
  ) throws {
    self.script = script
    self.knowsMedia = knowsMedia
    self.features = features
    server = try FaultServer { [unowned self] request in reply(to: request) }
  }

  func stop() { server?.stop() }

  var endpoint: String { server?.url("/files") ?? "" }
  var requests: [RecordedRequest] { server?.requests ?? [] }
  /// All uploads by the path of their address.
  var stored: [String: Upload] { lock.withLock { uploads } }
  /// Bytes of bodies that were read, in all.
  var bodyByteCount: Int { requests.reduce(0) { $0 + $1.bodyByteCount } }

  /// The methods in order, without OPTIONS.
  var methods: [String] { requests.map(\.method).filter { $0 != "OPTIONS" } }

  func change(_ path: String, _ change: (inout Upload?) -> Void) {
    lock.withLock { change(&uploads[path]) }
  }

  private func reply(to request: RecordedRequest) -> Reply {
    let before = lock.withLock {
      counts[request.method, default: 0] += 1
      return (counts[request.method] ?? 1) - 1
    }
    switch script(request, before) {
    case nil: return answer(request)
    case .instead(let reply): return reply
    case .afterwards(let reply):
      _ = answer(request)
      return reply
    case .keeping(let count):
      lock.withLock {
        if let offset = request.header("Upload-Offset").flatMap({ Int($0) }),
          uploads[request.target]?.bytes.count == offset
        {
          uploads[request.target]?.bytes.append(request.body.prefix(count))
        }
      }
      return .reset
    }
  }

  private func answer(_ request: RecordedRequest) -> Reply {
    lock.withLock {
      let version = [("Tus-Resumable", "1.0.0")]
      if request.method == "OPTIONS" {
        return .answer(
          204,
          version + [
            ("Tus-Version", "1.0.0"), ("Tus-Extension", features), ("Tus-Checksum-Algorithm", "sha256"),
          ] + (knowsMedia ? [("Shutterbox-Receiver", "media")] : []))
      }
      guard request.header("Tus-Resumable") == "1.0.0" else { return .answer(412, version) }
      switch request.method {
      case "POST": return create(request, version)
      case "HEAD":
        guard let upload = uploads[request.target] else { return .answer(404, version) }
        return .answer(
          200,
          version + [
            ("Upload-Offset", "\(upload.bytes.count)"), ("Upload-Length", "\(upload.length)"),
            ("Cache-Control", "no-store"), ("Content-Length", "0"),
          ])
      case "PATCH": return append(request, version)
      case "DELETE":
        return .answer(uploads.removeValue(forKey: request.target) == nil ? 404 : 204, version)
      default: return .answer(405, version)
      }
    }
  }

  private func create(_ request: RecordedRequest, _ version: [(String, String)]) -> Reply {
    guard let length = request.header("Upload-Length").flatMap({ Int($0) }) else {
      return .answer(400, version)
    }
    let metadata = Self.metadata(request.header("Upload-Metadata") ?? "")
    if knowsMedia, let media = metadata["media"],
      let known = uploads.first(where: { $0.value.metadata["media"] == media })
    {
      return .answer(
        201, version + [("Location", known.key), ("Upload-Offset", "\(known.value.bytes.count)")])
    }
    let path = "/files/\(nextNumber)"
    nextNumber += 1
    uploads[path] = Upload(metadata: metadata, length: length, bytes: request.body)
    let offset = request.body.isEmpty ? [] : [("Upload-Offset", "\(request.body.count)")]
    return .answer(201, version + [("Location", path)] + offset)
  }

  private func append(_ request: RecordedRequest, _ version: [(String, String)]) -> Reply {
    guard let upload = uploads[request.target] else { return .answer(404, version) }
    guard request.header("Content-Type") == "application/offset+octet-stream" else {
      return .answer(415, version)
    }
    guard request.header("Upload-Offset") == "\(upload.bytes.count)",
      upload.bytes.count + request.body.count <= upload.length
    else { return .answer(409, version) }
    uploads[request.target]?.bytes.append(request.body)
    return .answer(204, version + [("Upload-Offset", "\(upload.bytes.count + request.body.count)")])
  }

  private static func metadata(_ text: String) -> [String: String] {
    var result: [String: String] = [:]
    for pair in text.split(separator: ",") {
      let parts = pair.split(separator: " ")
      guard parts.count == 2, let value = Data(base64Encoded: String(parts[1])) else { continue }
      result[String(parts[0])] = String(decoding: value, as: UTF8.self)
    }
    return result
  }
}
