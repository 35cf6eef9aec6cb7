import Foundation
import PhotoFixtures
import Testing

@Suite("shutterbox receive", .needsPhotos, .timeLimit(.minutes(10)))
struct ReceiveCommandTests {
  private let scratch: ScratchFolder
  /// A photo without metadata, of some hundred thousand bytes.
  private let photo: [UInt8]

  init() throws {
    scratch = try ScratchFolder()
    photo = try JPEGTool.encode(.noise(width: 700, height: 500))
    try scratch.write(photo, as: "photo.jpg")
  }

  @Test("An upload lands as a file, is told, and its folder holds nothing else")
  func receives() throws {
    let receiver = try RunningReceiver(in: scratch)
    #expect(receiver.announcement["event"] as? String == "listening")
    #expect(receiver.announcement["destination"] as? String == "tus+\(receiver.url)")
    #expect(receiver.announcement["token"] is NSNull && receiver.announcement["fingerprint"] is NSNull)
    #expect(receiver.url.hasPrefix("http://127.0.0.1:"))
    let path = try receiver.create(length: photo.count)
    let patch = ["Upload-Offset: 0", "Content-Type: application/offset+octet-stream"]
    #expect(try receiver.ask("PATCH", path, patch, body: photo)?.status == 204)
    let stored = try #require(try receiver.nextObject())
    #expect(stored["event"] as? String == "stored" && stored["bytes"] as? Int == photo.count)
    let file = try #require(stored["file"] as? String)
    #expect(try scratch.read("received/\(file)") == photo)
    let entry = try #require(stored["entry"] as? String)
    let media = try #require(stored["media"] as? String)
    #expect(try receiver.files().sorted() == ["\(entry)/\(media).jpg", "\(entry)/\(media).json"])
    let sum = try Tool.output("sha256sum", ["\(scratch.path)/photo.jpg"])
    #expect(String(decoding: sum, as: UTF8.self).hasPrefix(try #require(stored["sha256"] as? String)))
  }

  @Test("A photo with metadata is refused, and taken if that is allowed", arguments: [false, true])
  func metadata(isAllowed: Bool) throws {
    let photo = try CaptureHome.cameraPhoto()
    let receiver = try RunningReceiver(isAllowed ? ["--allow-metadata"] : [], in: scratch)
    let path = try receiver.create(length: photo.count)
    let patch = ["Upload-Offset: 0", "Content-Type: application/offset+octet-stream"]
    let answer = try #require(try receiver.ask("PATCH", path, patch, body: photo))
    #expect(answer.status == (isAllowed ? 204 : 422))
    #expect(isAllowed || String(decoding: answer.body, as: UTF8.self).contains("gps"))
    #expect(try receiver.files().isEmpty == !isAllowed)
  }

  @Test(
    "Without the token nothing is answered but the health; a new token is made and told where none is set")
  func tokens() throws {
    let receiver = try RunningReceiver(in: scratch, token: nil)
    let token = try #require(receiver.announcement["token"] as? String)
    #expect(token.utf8.count == 32)
    for (method, path) in [("POST", "/files"), ("HEAD", "/files/0"), ("GET", "/metrics"), ("GET", "/")] {
      #expect(try receiver.ask(method, path, ["Upload-Length: 5"], isAuthorized: false)?.status == 401)
      #expect(try receiver.ask(method, path, ["Upload-Length: 5"])?.status == 401)
    }
    #expect(try receiver.ask("GET", "/healthz", isAuthorized: false)?.status == 200)
    let metrics = try #require(
      try receiver.ask("GET", "/metrics", ["Authorization: Bearer \(token)"], isAuthorized: false))
    let text = String(decoding: metrics.body, as: UTF8.self)
    #expect(text.contains("\nshutterbox_connections_open ") && text.contains("shutterbox_receiver_"))
    #expect(!(try receiver.log.contains(token)))
  }

  @Test("The most bytes that are taken are those that were asked for, and told without the body being read")
  func limit() throws {
    let receiver = try RunningReceiver(["--max-bytes", "1000"], in: scratch)
    #expect(try receiver.ask("POST", "/files", ["Upload-Length: 1001"])?.status == 413)
    #expect(try receiver.ask("POST", "/files", ["Upload-Length: 1000"])?.status == 201)
  }

  @Test("A page of another site is refused, by its origin and by a foreign name of this machine")
  func foreignPages() throws {
    let receiver = try RunningReceiver(["--host", "photos.example"], in: scratch)
    let answer = try #require(try receiver.ask("OPTIONS", "/files", ["Origin: https://evil.example"]))
    #expect(answer.status == 403 && answer.values("Access-Control-Allow-Origin").isEmpty)
    for (name, status) in [("photos.example", 200), ("evil.example", 421)] {
      let client = try RawConnection(port: receiver.port)
      client.send("GET /healthz HTTP/1.1\r\nHost: \(name)\r\n\r\n")
      #expect(client.readAnswer()?.status == status)
    }
  }

  @Test("SIGTERM lets what is under way end and is exit code 0; Ctrl-C is 130", arguments: [SIGTERM, SIGINT])
  func stops(signal: CInt) throws {
    let receiver = try RunningReceiver(in: scratch)
    let path = try receiver.create(length: photo.count)
    let client = try RawConnection(port: receiver.port)
    client.send(
      """
      PATCH \(path) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(RunningReceiver.token)\r
      Tus-Resumable: 1.0.0\r\nUpload-Offset: 0\r\nContent-Type: application/offset+octet-stream\r
      Content-Length: \(photo.count)\r\nExpect: 100-continue\r\n\r\n
      """)
    #expect(client.readAnswer()?.status == 100)
    receiver.command.send(signal)
    // Until the port is closed.
    #expect(throws: FixtureError.self) {
      while true { _ = try RawConnection(port: receiver.port).readToEnd() }
    }
    client.send(photo)
    #expect(client.readAnswer()?.status == 204)
    #expect(receiver.command.wait() == (signal == SIGTERM ? 0 : 130))
    #expect(try receiver.files().count == 2)
  }

  @Test("A second signal ends at once, and the upload goes on after a restart")
  func stopsAtOnce() throws {
    var receiver = try RunningReceiver(in: scratch)
    let path = try receiver.create(length: photo.count)
    let client = try RawConnection(port: receiver.port)
    client.send(
      "PATCH \(path) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(RunningReceiver.token)\r\n"
        + "Tus-Resumable: 1.0.0\r\nUpload-Offset: 0\r\nContent-Type: application/offset+octet-stream\r\n"
        + "Content-Length: \(photo.count)\r\nExpect: 100-continue\r\n\r\n")
    #expect(client.readAnswer()?.status == 100)
    client.send(Array(photo.prefix(1000)))
    receiver.command.send(SIGTERM)
    #expect(throws: FixtureError.self) {
      while true { _ = try RawConnection(port: receiver.port).readToEnd() }
    }
    receiver.command.send(SIGTERM)
    #expect(receiver.command.wait() == 130)

    receiver = try RunningReceiver(in: scratch)
    let place = try #require(try receiver.ask("HEAD", path))
    let offset = try #require(place.values("Upload-Offset").first.flatMap { Int($0) })
    let patch = ["Upload-Offset: \(offset)", "Content-Type: application/offset+octet-stream"]
    #expect(try receiver.ask("PATCH", path, patch, body: Array(photo[offset...]))?.status == 204)
    let file = try #require(try receiver.nextObject()?["file"] as? String)
    #expect(try scratch.read("received/\(file)") == photo)
  }

  static let mistakes: [([String], String)] = [
    ([], "--dir FOLDER is missing"),
    (["--dir", "a", "--port", "65536"], "--port takes a whole number from 0 to 65535, not '65536'"),
    (["--dir", "a", "--token", ""], "--token takes a token of visible characters, not ''"),
    (["--dir", "a", "--tls-cert", "b"], "--tls-cert and --tls-key belong together"),
    (["--dir", "a", "--max-bytes", "-1"], "--max-bytes takes a whole number from 1 to \(Int.max), not '-1'"),
  ]

  @Test("A wrong command line is exit code 2", arguments: mistakes)
  func refusesMistakes(arguments: [String], message: String) throws {
    let result = try Shutterbox.run(["receive"] + arguments, in: scratch)
    #expect(result.status == 2)
    #expect(result.errorLines.first == "shutterbox: \(message)")
  }

  @Test("What keeps it from listening is told, and exit code 1")
  func failures() throws {
    let receiver = try RunningReceiver(in: scratch)
    let arguments = ["receive", "--dir", "other", "--port", "\(receiver.port)"]
    let inUse = try Shutterbox.run(arguments, in: scratch)
    #expect(inUse.status == 1)
    #expect(
      inUse.errorLines.last
        == "shutterbox: port \(receiver.port) of 127.0.0.1 is in use; choose another one with --port")
    let folder = try Shutterbox.run(["receive", "--dir", "received", "--port", "0"], in: scratch)
    #expect(folder.status == 1 && folder.errorText.contains("is used by another receiver"))
    let address = try Shutterbox.run(
      ["receive", "--dir", "x", "--bind", "192.0.2.1", "--port", "0"], in: scratch)
    #expect(address.status == 1 && address.errorText.contains("does not have the address"))
    let token = try Shutterbox.run(
      ["receive", "--dir", "x", "--port", "0"], in: scratch, environment: ["SHUTTERBOX_TOKEN=a b"])
    #expect(
      token.status == 1
        && token.errorText
          == "shutterbox: the token that is configured must be a token of visible characters\n"
    )
  }

  @Test("Nothing of the library for servers is loaded where nothing is served")
  func loadsLate() throws {
    let result = try Shutterbox.run(
      ["prepare", "photo.jpg"], in: scratch, environment: ["LD_DEBUG=files"])
    #expect(!result.errorText.contains("libmicrohttpd") && !result.errorText.contains("libgnutls"))
  }
}
