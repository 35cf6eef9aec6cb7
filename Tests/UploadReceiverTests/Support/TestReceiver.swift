import DurableFiles
import Foundation
import Hashing
import PhotoFixtures
import Testing
import Threading

@testable import UploadReceiver

/// A receiver with a folder of its own, and what a client would do with it.
final class TestReceiver {
  static let token = "a token"
  static let host = "127.0.0.1:8099"

  let scratch: ScratchFolder
  let clock: TestClock
  let events = Lines()
  private(set) var receiver: Receiver
  private let options: ReceiverOptions
  private let willTake: @Sendable (FileReceiverStorage.Step) throws(FileSystemError) -> Void

  var path: String { "\(scratch.path)/received" }

  init(
    token: String? = TestReceiver.token, clock: TestClock = TestClock(), scratch: ScratchFolder? = nil,
    _ adjust: (inout ReceiverOptions) -> Void = { _ in },
    willTake: @escaping @Sendable (FileReceiverStorage.Step) throws(FileSystemError) -> Void = { _ in }
  ) throws {
    self.scratch = try scratch ?? ScratchFolder()
    self.clock = clock
    self.willTake = willTake
    var options = ReceiverOptions(token: token, hosts: [Self.host])
    let events = events
    options.log = { events.append($0.json) }
    adjust(&options)
    self.options = options
    receiver = try Self.start("\(self.scratch.path)/received", options, clock, willTake)
  }

  private static func start(
    _ path: String, _ options: ReceiverOptions, _ clock: TestClock,
    _ willTake: @escaping @Sendable (FileReceiverStorage.Step) throws(FileSystemError) -> Void
  ) throws -> Receiver {
    var surroundings = Receiver.Surroundings()
    surroundings.now = { clock.now }
    return try Receiver(
      options, storage: FileReceiverStorage(FilePath(path), willTake: willTake), surroundings: surroundings)
  }

  /// Ends the receiver as a killed process would end, and starts another on the same folder.
  func restart() throws {
    // Its lock goes with the storage, before the next one asks for it.
    receiver = try Receiver(options, storage: NoStorage())
    receiver = try Self.start(path, options, clock, willTake)
  }

  // MARK: Requests

  /// The head of a request as an honest client sends it. A header given as `nil` is left out.
  func request(
    _ method: String, _ path: String = "/files", _ headers: [String: String?] = [:],
    adding more: [(name: String, value: String)] = []
  ) -> ReceiverRequest {
    var all: [String: String?] = [
      "Host": Self.host, "Authorization": "Bearer \(Self.token)", "Tus-Resumable": "1.0.0",
    ]
    all.merge(headers) { $1 }
    let fields = all.compactMap { name, value in value.map { (name: name, value: $0) } }
    return ReceiverRequest(method: method, path: path, headers: fields + more)
  }

  /// Sends a request whole, its body in pieces of `piece` bytes.
  @discardableResult
  func send(_ request: ReceiverRequest, _ body: [UInt8] = [], piece: Int = 1000) -> ReceiverResponse {
    let exchange = receiver.begin(request)
    if let response = exchange.earlyResponse { return response }
    for start in stride(from: 0, to: body.count, by: piece) {
      let bytes = body[start..<min(start + piece, body.count)]
      if let response = bytes.withUnsafeBytes({ exchange.receive($0) }) { return response }
    }
    return exchange.finish()
  }

  @discardableResult
  func send(
    _ method: String, _ path: String = "/files", _ headers: [String: String?] = [:], _ body: [UInt8] = []
  ) -> ReceiverResponse {
    send(request(method, path, headers), body)
  }

  /// Creates an upload, and sends `body` along if there is one.
  @discardableResult
  func create(
    length: Int, _ metadata: [(String, String)] = [], body: [UInt8]? = nil,
    headers more: [String: String?] = [:]
  ) -> ReceiverResponse {
    var headers: [String: String?] = ["Upload-Length": String(length), "Content-Length": "0"]
    if !metadata.isEmpty { headers["Upload-Metadata"] = Self.header(metadata) }
    if let body {
      headers["Content-Length"] = String(body.count)
      headers["Content-Type"] = "application/offset+octet-stream"
    }
    return send("POST", "/files", headers.merging(more) { $1 }, body ?? [])
  }

  /// The head of a request for `count` bytes from `offset` on.
  func patch(_ location: String, at offset: Int, count: Int?, _ more: [String: String?] = [:])
    -> ReceiverRequest
  {
    let headers: [String: String?] = [
      "Upload-Offset": String(offset), "Content-Type": "application/offset+octet-stream",
      "Content-Length": count.map(String.init),
    ]
    return request("PATCH", location, headers.merging(more) { $1 })
  }

  @discardableResult
  func append(
    _ body: [UInt8], to location: String, at offset: Int, _ more: [String: String?] = [:]
  ) -> ReceiverResponse {
    send(patch(location, at: offset, count: body.count, more), body)
  }

  func head(_ location: String) -> ReceiverResponse { send("HEAD", location) }

  static func header(_ pairs: [(String, String)]) -> String {
    pairs.map { "\($0) \(Data($1.utf8).base64EncodedString())" }.joined(separator: ",")
  }

  // MARK: The folder

  /// Every file, relative to the folder, but those of the uploads and the lock.
  func files() throws -> [String] {
    try everything().filter { !$0.hasPrefix(".uploads") }
  }

  /// Every file of the uploads.
  func uploads() throws -> [String] {
    try everything().filter { $0.hasPrefix(".uploads/") && $0 != ".uploads/lock" }
  }

  private func everything() throws -> [String] {
    guard let walk = FileManager.default.enumerator(atPath: path) else { return [] }
    return walk.compactMap { $0 as? String }.filter { name in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: "\(path)/\(name)", isDirectory: &isFolder)
        && !isFolder.boolValue
    }.sorted()
  }

  func read(_ name: String) throws -> [UInt8] { try scratch.read("received/\(name)") }
}

extension ReceiverResponse {
  /// The value of the only header called `name`.
  subscript(name: String) -> String? {
    let values = headers.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
    return values.count == 1 ? values[0] : nil
  }

  var words: String { String(decoding: body, as: UTF8.self) }
  var location: String { self["Location"] ?? "no location" }
}
