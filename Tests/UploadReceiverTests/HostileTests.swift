import Foundation
import PhotoFixtures
import Testing

@testable import UploadReceiver

@Suite("What no honest client sends")
struct HostileTests {
  let photo = Samples.jpeg(100)

  @Test(
    "No path leads to anything but an upload",
    arguments: [
      "/files/..%2f..%2fx", "/files/../../etc/passwd", "/files/%2e%2e/x", "/files/.uploads/lock",
      "/files/lock",
      "/files//", "/files/./x", "//files", "/FILES", "/files/0123456789abcdef0123456789abcdef/",
      "/files/0123456789abcdef0123456789abcdef.part", "/files/0123456789ABCDEF0123456789abcdef", "/files/%00",
      "",
      "*", "http://127.0.0.1:8099/files", "/files/\u{0}", "/files/\u{202E}", "/filesx", "files",
    ])
  func paths(path: String) throws {
    let test = try TestReceiver()
    try test.scratch.write(Array("secret".utf8), as: "x")
    for method in ["HEAD", "PATCH", "DELETE", "GET", "POST", "PUT"] {
      let headers = test.patch(path, at: 0, count: 100, ["Upload-Length": "100"]).headers
      let response = test.send(ReceiverRequest(method: method, path: path, headers: headers), photo)
      #expect([404, 405].contains(response.status), "\(method)")
    }
    #expect(try test.files() + test.uploads() == [])
    #expect(try test.scratch.read("x") == Array("secret".utf8))
  }

  @Test(
    "A header that must be there once is refused if it is there twice",
    arguments: [
      "Upload-Length", "Upload-Offset", "Upload-Metadata", "Upload-Checksum", "Content-Length",
      "Content-Type",
      "Tus-Resumable", "X-HTTP-Method-Override", "Host", "Authorization",
    ])
  func twice(name: String) throws {
    let test = try TestReceiver()
    let location = test.create(length: 100).location
    let values = [
      "Upload-Length": "100", "Upload-Metadata": "a YQ==", "Upload-Checksum": Samples.checksum(photo),
      "X-HTTP-Method-Override": "PATCH", "Content-Length": "100",
    ]
    for request in [
      test.patch(location, at: 0, count: 100, values.mapValues(Optional.some)),
      test.request(
        "POST", "/files",
        [
          "Upload-Length": "100", "Content-Length": "100", "Content-Type": "application/offset+octet-stream",
          "Upload-Metadata": "a YQ==", "Upload-Checksum": Samples.checksum(photo),
        ]),
    ] {
      let value = request.values(name).first ?? "0"
      let isIgnored = request.method == "PATCH" ? ["Upload-Length", "Upload-Metadata"] : ["Upload-Offset"]
      if isIgnored.contains(name) || (request.method == "POST" && name == "X-HTTP-Method-Override") {
        continue
      }
      let doubled = ReceiverRequest(
        method: request.method, path: request.path,
        headers: request.headers + [(name: name.uppercased(), value: value)])
      let status = test.send(doubled, photo).status
      #expect(
        status == (name == "Authorization" ? 401 : name == "Tus-Resumable" ? 412 : 400), "\(request.method)")
    }
    #expect(test.head(location)["Upload-Offset"] == "0")
  }

  @Test("A body that has two lengths is refused, since two readers may see two requests")
  func smuggling() throws {
    let test = try TestReceiver()
    let location = test.create(length: 100).location
    let both = test.patch(location, at: 0, count: 100, ["Transfer-Encoding": "chunked"])
    #expect(test.send(both, photo).status == 400)
    for length in ["1e2", "+100", "-1", "100, 100", "0x64", " ", "100a"] {
      let response = test.send(test.patch(location, at: 0, count: nil, ["Content-Length": length]), photo)
      #expect(response.status == 400)
    }
  }

  @Test("A body that is not as long as it says is not taken for whole, and what came counts")
  func shortBody() throws {
    let test = try TestReceiver()
    let location = test.create(length: 100).location
    let response = test.send(test.patch(location, at: 0, count: 100), Array(photo[..<40]))
    #expect(response.status == 400)
    #expect(test.head(location)["Upload-Offset"] == "40")
  }

  @Test("A listener that goes on after the answer changes nothing")
  func afterTheAnswer() throws {
    let test = try TestReceiver()
    let location = test.create(length: 100).location
    let exchange = test.receiver.begin(test.patch(location, at: 0, count: nil))
    let tooMuch = [UInt8](repeating: 0, count: 101)
    for _ in 0..<3 {
      #expect(tooMuch.withUnsafeBytes { exchange.receive($0) }?.status == 413)
    }
    #expect(exchange.finish().status == 413)
    exchange.abort()
    #expect(test.append(photo, to: location, at: 0).status == 204)
    #expect(test.receiver.counters.requestsUnderWay == 0)
  }

  @Test("An entry that somebody made a link is not followed")
  func linkedEntry() throws {
    let test = try TestReceiver()
    let outside = "\(test.scratch.path)/outside"
    try FileManager.default.createDirectory(atPath: outside, withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: "\(test.path)/\(Samples.entry)", withDestinationPath: outside)
    #expect(test.create(length: 100, Samples.metadata(photo), body: photo).status == 500)
    #expect(try FileManager.default.contentsOfDirectory(atPath: outside) == [])
  }

  @Test("The memory of a large upload does not grow with it")
  func memory() throws {
    let test = try TestReceiver()
    let location = test.create(length: 1 << 26).location
    let exchange = test.receiver.begin(test.patch(location, at: 0, count: 1 << 26))
    let piece = Samples.jpeg(1 << 16)
    let before = try residentKilobytes()
    for _ in 0..<(1 << 10) - 1 { #expect(piece.withUnsafeBytes { exchange.receive($0) } == nil) }
    #expect(try residentKilobytes() - before < 32 << 10, "64 MiB went through")
    exchange.abort()
  }

  private func residentKilobytes() throws -> Int {
    let text = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
    return try #require(Int(line.split(separator: " ").dropLast().last ?? ""))
  }
}
