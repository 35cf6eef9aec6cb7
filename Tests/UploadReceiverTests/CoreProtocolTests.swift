import Testing

@testable import UploadReceiver

/// The sentences of tus 1.0.0 that bind a server. Each test is named by what it holds the receiver to.
@Suite("tus 1.0.0, core protocol")
struct CoreProtocolTests {
  let test: TestReceiver
  let photo = Samples.jpeg(100)

  init() throws {
    test = try TestReceiver()
  }

  @Test(
    "Upload-Offset and Upload-Length: the value MUST be a non-negative integer",
    arguments: [
      "1e3", "+5", "-1", "", " ", "0x10", "5.0", "5 5", "5,5", "05", "\u{665}", "5\u{0}", "NaN", "٣",
      String(repeating: "9", count: 41),
    ])
  func numbers(text: String) {
    let location = test.create(length: 100).location
    #expect(test.send("POST", "/files", ["Upload-Length": text]).status == 400)
    let response = test.send(
      "PATCH", location, ["Upload-Offset": text, "Content-Type": "application/offset+octet-stream"], photo)
    #expect(response.status == 400)
    #expect(test.head(location)["Upload-Offset"] == "0")
  }

  @Test("A length that no machine can hold is refused as too large, and an offset as wrong")
  func overflow() {
    for text in [
      "9223372036854775807", "9223372036854775808", "18446744073709551617", "9999999999999999999999",
    ] {
      let response = test.send("POST", "/files", ["Upload-Length": text])
      #expect(response.status == 413)
      let location = test.create(length: 100).location
      #expect(test.send(test.patch(location, at: 0, count: nil, ["Upload-Offset": text])).status == 409)
      #expect(test.append(photo, to: location, at: 0, ["Content-Length": text]).status == 413)
    }
  }

  @Test("Tus-Resumable MUST be included in every response")
  func versionInResponses() {
    let location = test.create(length: 100).location
    let responses = [
      test.create(length: 100), test.head(location), test.append(photo, to: location, at: 0),
      test.append(photo, to: location, at: 7), test.send("HEAD", "/files/none"), test.send("GET", location),
      test.send("POST", "/files", ["Authorization": nil]), test.send("POST", "/files", ["Host": "evil"]),
      test.send("POST", "/files", ["Origin": "https://evil.example"]), test.send("POST"),
      test.send("DELETE", location),
    ]
    for response in responses { #expect(response["Tus-Resumable"] == "1.0.0", "\(response.status)") }
  }

  @Test(
    "If the version is not supported: MUST respond with 412, MUST include Tus-Version, MUST NOT process the request",
    arguments: [nil, "0.2.2", "1.0", "1.0.1", "1.0.0, 1.0.0", "", "2.0.0"] as [String?])
  func version(text: String?) throws {
    let location = test.create(length: 100).location
    for request in [
      test.request("POST", "/files", ["Upload-Length": "5", "Tus-Resumable": text]),
      test.request("HEAD", location, ["Tus-Resumable": text]),
      test.patch(location, at: 0, count: 100, ["Tus-Resumable": text]),
      test.request("DELETE", location, ["Tus-Resumable": text]),
    ] {
      let response = test.send(request, photo)
      #expect(response.status == 412)
      #expect(response["Tus-Version"] == "1.0.0")
      #expect(response["Upload-Offset"] == nil)
    }
    #expect(try test.uploads().count == 2, "nothing was created, and nothing removed")
    #expect(test.head(location)["Upload-Offset"] == "0")
  }

  @Test("X-HTTP-Method-Override MUST be interpreted as the method, and the actual method MUST be ignored")
  func methodOverride() {
    let location = test.create(length: 100).location
    let patch = test.patch(location, at: 0, count: 100, ["X-HTTP-Method-Override": "PATCH"])
    for method in ["POST", "GET", "DELETE", "anything"] {
      let request = ReceiverRequest(method: method, path: location, headers: patch.headers)
      let response = test.send(request, photo)
      #expect(response.status == (method == "POST" ? 204 : 409))
    }
    #expect(test.send("POST", location, ["X-HTTP-Method-Override": "DELETE"]).status == 204)
    #expect(test.send("PATCH", location, ["X-HTTP-Method-Override": "HEAD"]).status == 404)
    #expect(test.send("POST", "/files", ["X-HTTP-Method-Override": "GET"]).status == 405)
    #expect(test.send("POST", "/files", ["X-HTTP-Method-Override": ""]).status == 405)
  }

  @Test(
    "HEAD: MUST always include Upload-Offset, even if it is 0 or the upload is completed, and Upload-Length")
  func headOffset() throws {
    let location = test.create(length: 100, Samples.metadata(photo)).location
    for (offset, step) in [(0, 30), (30, 70), (100, 0)] {
      let response = test.head(location)
      #expect(response.status == 200)
      #expect(response["Upload-Offset"] == String(offset))
      #expect(response["Upload-Length"] == "100")
      #expect(response.body.isEmpty)
      test.append(Array(photo[offset..<offset + step]), to: location, at: offset)
    }
  }

  @Test("HEAD: a resource that is not found SHOULD be 404, 410 or 403, without Upload-Offset")
  func headMissing() {
    for path in ["/files/0123456789abcdef0123456789abcdef", "/files/x", "/files", "/files/"] {
      let response = test.head(path)
      #expect([403, 404, 405, 410].contains(response.status))
      #expect(response["Upload-Offset"] == nil)
    }
  }

  @Test("HEAD: MUST prevent caching by Cache-Control: no-store")
  func headCaching() {
    #expect(test.head(test.create(length: 100).location)["Cache-Control"] == "no-store")
    #expect(test.head("/files/none")["Cache-Control"] == "no-store")
  }

  @Test(
    "PATCH: another Content-Type than application/offset+octet-stream SHOULD be 415",
    arguments: [
      nil, "", "application/octet-stream", "image/jpeg", "application/offset+octet-stream; charset=utf-8",
      "application/offset+octet-stream, x/y",
    ] as [String?])
  func contentType(type: String?) {
    let location = test.create(length: 100).location
    #expect(test.append(photo, to: location, at: 0, ["Content-Type": type]).status == 415)
    #expect(test.head(location)["Upload-Offset"] == "0")
  }

  @Test("PATCH: if the offsets do not match, MUST respond with 409 without modifying the upload")
  func conflict() throws {
    let location = test.create(length: 100).location
    test.append(Array(photo[..<40]), to: location, at: 0)
    for offset in [0, 39, 41, 100, 101, Int.max] {
      let response = test.send(test.patch(location, at: offset, count: 10), Array(photo[40..<50]))
      #expect(response.status == 409)
      #expect(response["Upload-Offset"] == "40")
    }
    #expect(test.head(location)["Upload-Offset"] == "40")
    #expect(test.append(Array(photo[40...]), to: location, at: 40).status == 204)
    let file = try #require(try test.files().first { !$0.hasSuffix(".json") })
    #expect(try test.read(file) == photo)
  }

  @Test(
    "PATCH: MUST acknowledge with 204 and Upload-Offset, the sum of the offset before and the bytes received")
  func acknowledge() {
    let location = test.create(length: 100).location
    for offset in stride(from: 0, to: 100, by: 25) {
      let response = test.append(Array(photo[offset..<offset + 25]), to: location, at: offset)
      #expect(response.status == 204)
      #expect(response["Upload-Offset"] == String(offset + 25))
    }
    let response = test.append([], to: location, at: 100)
    #expect(response.status == 204)
    #expect(response["Upload-Offset"] == "100")
  }

  @Test("PATCH: against a resource that does not exist SHOULD be 404")
  func patchMissing() {
    #expect(test.append(photo, to: "/files/0123456789abcdef0123456789abcdef", at: 0).status == 404)
    #expect(test.append(photo, to: "/files", at: 0).status == 405)
  }

  @Test("The Server SHOULD always attempt to store as much of the received data as possible")
  func partial() {
    let location = test.create(length: 100).location
    let exchange = test.receiver.begin(test.patch(location, at: 0, count: 100))
    #expect(photo[..<60].withUnsafeBytes { exchange.receive($0) } == nil)
    exchange.abort()
    #expect(test.head(location)["Upload-Offset"] == "60")
    #expect(test.append(Array(photo[60...]), to: location, at: 60).status == 204)
  }

  @Test(
    "OPTIONS: 204 or 200, MUST contain Tus-Version; Tus-Extension lists what is offered, and nothing else is")
  func options() {
    for version in [nil, "0.1", "nonsense"] as [String?] {
      let response = test.send("OPTIONS", "/files", ["Tus-Resumable": version])
      #expect(response.status == 204, "MUST ignore Tus-Resumable")
      #expect(response["Tus-Version"] == "1.0.0")
      #expect(
        response["Tus-Extension"] == "creation,creation-with-upload,checksum,expiration,termination")
      #expect(response["Tus-Max-Size"] == String(4 << 30))
      #expect(response["Tus-Checksum-Algorithm"] == "sha256,sha1")
      #expect(response["Shutterbox-Receiver"] == "media")
    }
  }

  @Test("What is written by a request that lives is locked for all others, and is free when that ends")
  func locked() {
    let location = test.create(length: 100).location
    let exchange = test.receiver.begin(test.patch(location, at: 0, count: 100))
    _ = photo[..<10].withUnsafeBytes { exchange.receive($0) }
    #expect(test.append(photo, to: location, at: 0).status == 423)
    #expect(test.send("DELETE", location).status == 423)
    #expect(test.head(location)["Upload-Offset"] == "0", "what is not on the disk is not told")
    exchange.abort()
    #expect(test.append(Array(photo[10...]), to: location, at: 10).status == 204)
  }

  @Test("A listener that loses an exchange leaves nothing locked")
  func lost() {
    let location = test.create(length: 100).location
    do {
      let exchange = test.receiver.begin(test.patch(location, at: 0, count: 100))
      _ = photo[..<10].withUnsafeBytes { exchange.receive($0) }
    }
    #expect(test.append(Array(photo[10...]), to: location, at: 10).status == 204)
    #expect(test.receiver.counters.requestsUnderWay == 0)
  }
}
