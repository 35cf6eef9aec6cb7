import Foundation
import FuzzDriver
import UploadReceiver

/// What holds for whatever is sent to a receiver.
///
/// An input is requests that U+001E parts: the first line has method and path, the lines up to an empty one have
/// headers, and the rest is the body. `@` in a path is where the last upload was created. What every request must have
/// is added unless it is there.
public enum ReceiverProperty {
  /// - Returns: Whether `bytes` hold a request that got further than to the check of its method.
  public static func check(_ bytes: [UInt8]) -> Bool {
    do {
      return try check(requests(bytes))
    } catch {
      preconditionFailure("the folder cannot be used: \(error)")
    }
  }

  /// The greatest length of an upload here.
  private static let limit = 4096

  private static func check(_ requests: [(head: ReceiverRequest, body: [UInt8])]) throws -> Bool {
    let folder = try Scratch()
    var options = ReceiverOptions(token: nil, hosts: nil)
    options.maximumByteCount = limit
    options.openUploadLimit = 4
    options.log = { Fuzzing.require(isLine($0.json), "a log that is no line: \($0.json)") }
    options.inspect = { $0.byteCount % 3 == 0 ? .metadata(["exif"]) : .clean }
    let receiver = try Receiver(options, storage: FileReceiverStorage(path: folder.received))
    var location = "/files"
    var isMeant = false
    for (request, body) in requests.prefix(8) {
      let path = request.path.replacing("@", with: location)
      let head = ReceiverRequest(
        method: request.method, path: path, headers: completed(request.headers, body))
      let response = send(head, body, to: receiver)
      check(response, to: head)
      isMeant = isMeant || ![404, 405, 431].contains(response.status)
      if let created = response.headers.first(where: { $0.name == "Location" })?.value {
        location = created
        checkStatus(of: created, after: response, by: receiver)
      }
    }
    try folder.check()
    return isMeant
  }

  private static func send(
    _ request: ReceiverRequest, _ body: [UInt8], to receiver: Receiver
  ) -> ReceiverResponse {
    let exchange = receiver.begin(request)
    if let response = exchange.earlyResponse { return response }
    for start in stride(from: 0, to: body.count, by: 97) {
      let piece = body[start..<min(start + 97, body.count)]
      if let response = piece.withUnsafeBytes({ exchange.receive($0) }) { return response }
    }
    return exchange.finish()
  }

  private static let statuses: Set<Int> = [
    200, 201, 204, 400, 403, 404, 405, 409, 412, 413, 415, 421, 422, 423, 431, 460, 503,
  ]

  private static func check(_ response: ReceiverResponse, to request: ReceiverRequest) {
    Fuzzing.require(
      statuses.contains(response.status), "a status that none of it explains: \(response.status)")
    for (name, value) in response.headers {
      Fuzzing.require(
        (name + value).utf8.allSatisfy { (0x20...0x7E).contains($0) },
        "a header of other bytes: \(name): \(value)")
      Fuzzing.require(!name.lowercased().hasPrefix("access-control"), "a header for other sites")
    }
    Fuzzing.require(response.body.count < 8192, "an answer of \(response.body.count) bytes")
    let (offset, length) = (number("Upload-Offset", response), number("Upload-Length", response))
    if let offset, let length { Fuzzing.require(offset >= 0 && offset <= length, "an offset behind the end") }
    if let length { Fuzzing.require((0...limit).contains(length), "a length that is not allowed: \(length)") }
  }

  /// What a creation said is what HEAD says.
  private static func checkStatus(
    of location: String, after response: ReceiverResponse, by receiver: Receiver
  ) {
    Fuzzing.require(
      response.status == 201 && location.wholeMatch(of: /\/files\/[0-9a-f]{32}/) != nil,
      "a place that is none: \(location)")
    let headers = [(name: "Host", value: "a"), (name: "Tus-Resumable", value: "1.0.0")]
    let head = send(ReceiverRequest(method: "HEAD", path: location, headers: headers), [], to: receiver)
    Fuzzing.require(
      head.status == 200 && number("Upload-Offset", head) == number("Upload-Offset", response),
      "HEAD disagrees with the creation")
  }

  private static func number(_ name: String, _ response: ReceiverResponse) -> Int? {
    response.headers.first { $0.name == name }.flatMap { Int($0.value) }
  }

  private static func isLine(_ text: String) -> Bool {
    text.hasPrefix("{") && text.hasSuffix("}") && text.utf8.allSatisfy { $0 >= 0x20 }
  }

  // MARK: Reading the input

  private static func requests(_ bytes: [UInt8]) -> [(head: ReceiverRequest, body: [UInt8])] {
    bytes.split(separator: 0x1E).map { part in
      var lines: [String] = []
      var rest = part
      while let end = rest.firstIndex(of: 0x0A) {
        let line = String(decoding: rest[..<end], as: UTF8.self)
        rest = rest[(end + 1)...]
        if line.isEmpty { break }
        lines.append(line)
      }
      let target = (lines.first ?? "").split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
      let headers = lines.dropFirst().map { line in
        let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(
          String.init)
        return (name: parts[0], value: parts.count > 1 ? String(parts[1].drop { $0 == " " }) : "")
      }
      let head = ReceiverRequest(
        method: target.first.map(String.init) ?? "", path: target.count > 1 ? String(target[1]) : "",
        headers: Array(headers))
      return (head, Array(rest))
    }
  }

  private static func completed(
    _ headers: [(name: String, value: String)], _ body: [UInt8]
  ) -> [(name: String, value: String)] {
    let names = Set(headers.map { $0.name.lowercased() })
    let usual = [
      (name: "Host", value: "a"), (name: "Tus-Resumable", value: "1.0.0"),
      (name: "Content-Type", value: "application/offset+octet-stream"),
    ]
    return headers + usual.filter { !names.contains($0.name.lowercased()) }
  }
}

/// A folder in memory with the folder of a receiver in it, and a file beside that nobody may touch.
private final class Scratch {
  private let path: String
  var received: String { "\(path)/received" }

  init() throws {
    let root = FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
    path = "\(root)/fuzz-receiver-\(UInt64.random(in: .min ... .max))"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    try Data("untouched".utf8).write(to: URL(fileURLWithPath: "\(path)/beside"))
  }

  // What cannot be removed is in a folder for temporary files.
  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Requires that nothing but files of strict names is there, where they belong.
  func check() throws {
    let files = FileManager.default
    Fuzzing.require(
      try files.contentsOfDirectory(atPath: path).sorted() == ["beside", "received"],
      "something beside the folder")
    Fuzzing.require(
      try Data(contentsOf: URL(fileURLWithPath: "\(path)/beside")) == Data("untouched".utf8),
      "a file was touched")
    let form = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/
    for entry in try files.contentsOfDirectory(atPath: received) where entry != ".uploads" {
      Fuzzing.require(entry.wholeMatch(of: form) != nil, "an entry of another name: \(entry)")
      for file in try files.contentsOfDirectory(atPath: "\(received)/\(entry)") {
        let media = file.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        Fuzzing.require(
          media[0].wholeMatch(of: form) != nil && (media.count == 1 || media[1].utf8.count <= 4),
          "a file of another name: \(file)")
      }
    }
    for file in try files.contentsOfDirectory(atPath: "\(received)/.uploads") where file != "lock" {
      Fuzzing.require(
        file.wholeMatch(of: /[0-9a-f]{32}\.(part|json)/) != nil, "an upload of another name: \(file)")
    }
  }
}
