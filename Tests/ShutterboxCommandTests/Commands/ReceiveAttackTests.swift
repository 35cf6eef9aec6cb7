import Foundation
import PhotoFixtures
import Testing

@Suite("shutterbox receive under attack", .needsPhotos, .timeLimit(.minutes(10)))
struct ReceiveAttackTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  @Test("Hostile uploads are refused, write nothing outside, and leave it serving")
  func hostile() throws {
    let receiver = try RunningReceiver(in: scratch)
    let upload = try receiver.create(length: 100)
    let id = String(upload.dropFirst("/files/".count))
    let offset = "Content-Type: application/offset+octet-stream"
    func metadata(_ key: String, _ value: String) -> String {
      "Upload-Metadata: \(key) \(Data(value.utf8).base64EncodedString())"
    }
    let requests: [(String, String, [String])] = [
      ("PATCH", "/files/..%2f..%2fx", ["Upload-Offset: 0", offset]),
      ("PATCH", "/files/../../x", ["Upload-Offset: 0", offset]),
      ("PATCH", "/files/%2e%2e/x", ["Upload-Offset: 0", offset]),
      ("PATCH", "/files/\(id)%00", ["Upload-Offset: 0", offset]),
      ("PATCH", "/files/\(id)/", ["Upload-Offset: 0", offset]),
      ("PATCH", upload, ["Upload-Offset: 5", offset]),
      ("PATCH", upload, ["Upload-Offset: -1", offset]),
      ("PATCH", upload, ["Upload-Offset: 18446744073709551616", offset]),
      ("PATCH", upload, ["Upload-Offset: 0x0", offset]),
      ("PATCH", upload, ["Upload-Offset: 0", "Upload-Offset: 5", offset]),
      ("PATCH", upload, ["Upload-Offset: 0"]),
      ("POST", "/files", ["Upload-Length: -1"]),
      ("POST", "/files", ["Upload-Length: 9223372036854775808"]),
      ("POST", "/files", ["Upload-Length: 1e3"]),
      ("POST", "/files", ["Upload-Length: 5", "Upload-Length: 6"]),
      ("POST", "/files", ["Upload-Length: 5", metadata("media", "../../etc")]),
      ("POST", "/files", ["Upload-Length: 5", metadata("entry", "..")]),
      ("POST", "/files", ["Upload-Length: 5", "Upload-Metadata: \(String(repeating: "a", count: 15_000))"]),
      ("PUT", "/files/../../../tmp/x", []), ("GET", "/files/../../../etc/passwd", []),
      ("TRACE", "/files", []), ("PATCH", "/", ["Upload-Offset: 0", offset]),
    ]
    for (method, path, fields) in requests {
      let status = try receiver.ask(method, path, fields, body: Array("x".utf8))?.status ?? 0
      #expect((400..<500).contains(status), "\(method) \(path) \(fields): \(status)")
    }
    #expect(try receiver.files().isEmpty)
    let outside = try scratch.files().filter { !$0.hasPrefix("received/.uploads/") && $0 != "log" }
    #expect(outside.isEmpty)
    #expect(try receiver.ask("HEAD", upload)?.values("Upload-Offset") == ["0"])
    #expect(!(try receiver.log.contains(RunningReceiver.token)))
  }

  /// Opens slow connections of four kinds, uploads beside them, and says how that went.
  private static let crowd = """
    import http.client, resource, socket, sys, threading
    port, token, photo, slow, good = int(sys.argv[1]), sys.argv[2], open(sys.argv[3], "rb").read(), int(sys.argv[4]), int(sys.argv[5])
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, slow * 2 + 500) if hard != resource.RLIM_INFINITY else slow * 2 + 500, hard))
    tus = {"Tus-Resumable": "1.0.0", "Authorization": "Bearer " + token}
    patch = dict(tus, **{"Upload-Offset": "0", "Content-Type": "application/offset+octet-stream"})

    def create(length):
      c = http.client.HTTPConnection("127.0.0.1", port, timeout=100)
      c.request("POST", "/files", headers=dict(tus, **{"Upload-Length": str(length), "Connection": "close"}))
      r = c.getresponse(); r.read(); c.close()
      assert r.status == 201, r.status
      return "/files/" + r.getheader("Location").rsplit("/", 1)[1]

    held = []
    for i in range(slow):
      s = socket.create_connection(("127.0.0.1", port), timeout=100)
      if i % 4 == 1: s.sendall(b"POST /files HTTP/1.1\\r\\nHost: localhost\\r\\nX-Slow: ")
      if i % 4 == 2: s.sendall(b"POST /files HTTP/1.1\\r\\nHost: localhost\\r\\nContent-Length: 1000000\\r\\n\\r\\nabc")
      if i % 40 == 3:
        path = create(1000000)
        head = "".join(f"{k}: {v}\\r\\n" for k, v in patch.items())
        s.sendall(f"PATCH {path} HTTP/1.1\\r\\nHost: localhost\\r\\n{head}Content-Length: 1000000\\r\\n\\r\\n".encode() + photo[:3])
      held.append(s)
    done, errors = [], []

    def upload():
      try:
        path = create(len(photo))
        c = http.client.HTTPConnection("127.0.0.1", port, timeout=100)
        c.request("PATCH", path, body=photo, headers=patch)
        r = c.getresponse(); r.read(); c.close()
        (done if r.status == 204 else errors).append(r.status)
      except Exception as e:
        errors.append(repr(e))

    threads = [threading.Thread(target=upload) for _ in range(good)]
    for t in threads: t.start()
    for t in threads: t.join()
    print(len(done), len(held), errors)
    """

  @Test(
    "A thousand slow connections do not keep 50 uploads from ending, in 128 MiB, and leave no descriptor open"
  )
  func crowd() throws {
    let photo = try JPEGTool.encode(.noise(width: 700, height: 500))
    let file = try scratch.write(photo, as: "photo.jpg")
    let receiver = try RunningReceiver(in: scratch)
    #expect(try receiver.ask("GET", "/healthz")?.status == 200)
    let start = try #require(receiver.descriptorCount())
    let result = try Tool.run(
      "python3", ["-c", Self.crowd, "\(receiver.port)", RunningReceiver.token, file, "1000", "50"])
    #expect(result.text == "50 1000 []\n", "\(result.text)\(result.errorText.suffix(500))")
    #expect(try receiver.files().count == 100)
    if PeakMemory.isMeasurable {
      let peak = try receiver.peakMemory()
      #expect(peak < 128 << 10, "\(peak) KiB")
    }
    // The clients have ended, so the connections close; each question takes the server a moment.
    let deadline = Date(timeIntervalSinceNow: 60)
    var count = Int.max
    repeat {
      #expect(try receiver.ask("GET", "/metrics")?.status == 200)
      count = try #require(receiver.descriptorCount())
    } while count > start && Date() < deadline
    #expect(count <= start)
  }

  @Test("An upload goes on after the receiver was killed in the middle of it", arguments: 0..<3)
  func killed(round: Int) throws {
    let photo = try JPEGTool.encode(.noise(width: 900, height: 700))
    var receiver = try RunningReceiver(in: scratch)
    let path = try receiver.create(length: photo.count)
    let client = try RawConnection(port: receiver.port)
    client.send(
      "PATCH \(path) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(RunningReceiver.token)\r\n"
        + "Tus-Resumable: 1.0.0\r\nUpload-Offset: 0\r\nContent-Type: application/offset+octet-stream\r\n"
        + "Content-Length: \(photo.count)\r\nExpect: 100-continue\r\n\r\n")
    #expect(client.readAnswer()?.status == 100)
    client.send(Array(photo.prefix([1, photo.count / 2, photo.count][round])))
    receiver.command.send(SIGKILL)
    #expect(receiver.command.wait() == 128 + 9)

    receiver = try RunningReceiver(in: scratch)
    let offset = try #require(
      try receiver.ask("HEAD", path)?.values("Upload-Offset").first.flatMap { Int($0) })
    if offset < photo.count {
      let patch = ["Upload-Offset: \(offset)", "Content-Type: application/offset+octet-stream"]
      #expect(try receiver.ask("PATCH", path, patch, body: Array(photo[offset...]))?.status == 204)
    }
    let file = try #require(try receiver.files().first { $0.hasSuffix(".jpg") })
    #expect(try scratch.read("received/\(file)") == photo)
  }

  @Test("tuspy uploads in pieces, goes on where another run of it stopped, and what lands is the same")
  func tuspy() throws {
    let python = try PythonPackages.python()
    let photo = try JPEGTool.encode(.noise(width: 900, height: 700))
    let file = try scratch.write(photo, as: "photo.jpg")
    let script = """
      import sys
      from tusclient import client
      url, token, path, place, stop = sys.argv[1:6]
      c = client.TusClient(url, headers={"Authorization": "Bearer " + token})
      u = c.uploader(path, chunk_size=50_000, url=place or None, metadata={"filename": "../../x.jpg", "filetype": "image/jpeg"})
      u.upload(stop_at=int(stop))
      print(u.url, u.offset)
      """
    var receiver = try RunningReceiver(in: scratch)
    let first = try Tool.output(
      python, ["-c", script, receiver.url, RunningReceiver.token, file, "", "120000"])
    let words = String(decoding: first, as: UTF8.self).split(separator: " ")
    #expect(words.last == "120000\n" || words.last == "150000\n")
    receiver.command.send(SIGKILL)
    _ = receiver.command.wait()
    let port = receiver.port
    receiver = try RunningReceiver(in: scratch, port: port)
    let second = try Tool.output(
      python,
      [
        "-c", script, receiver.url, RunningReceiver.token, file, String(try #require(words.first)),
        "\(photo.count)",
      ])
    #expect(String(decoding: second, as: UTF8.self).hasSuffix(" \(photo.count)\n"))
    let stored = try #require(try receiver.nextObject()?["file"] as? String)
    #expect(try scratch.read("received/\(stored)") == photo)
  }
}
