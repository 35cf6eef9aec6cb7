import Testing

@testable import UploadReceiver

@Suite("Who may ask a receiver")
struct AccessTests {
  @Test(
    "Without the token nothing is told and nothing done",
    arguments: [
      nil, "", "Bearer", "Bearer ", "Bearer a toke", "Bearer a tokenn", "Bearer A TOKEN",
      "Basic YSB0b2tlbg==",
      "a token", "Bearer\ta token", "Token a token", "Bearer a token, Bearer a token",
    ] as [String?])
  func token(field: String?) throws {
    let test = try TestReceiver()
    let location = test.create(length: 100).location
    for (method, path) in [
      ("OPTIONS", "/files"), ("POST", "/files"), ("HEAD", location), ("PATCH", location),
      ("DELETE", location),
      ("GET", "/metrics"), ("GET", "/"), ("HEAD", "/files/0123456789abcdef0123456789abcdef"),
    ] {
      let response = test.send(
        method, path, ["Authorization": field, "Upload-Length": "5", "Upload-Offset": "0"])
      #expect(response.status == 401)
      #expect(response["WWW-Authenticate"] == #"Bearer realm="shutterbox""#)
      #expect(response["Tus-Version"] == nil && response["Upload-Offset"] == nil)
    }
    #expect(try test.uploads().count == 2)
    #expect(!test.events.all.joined().contains("token"))
  }

  @Test("The scheme is read without regard to case, the token with it, and two tokens are none")
  func scheme() throws {
    let test = try TestReceiver()
    #expect(test.send("OPTIONS", "/files", ["Authorization": "bearer   a token"]).status == 204)
    let twice = test.request("OPTIONS", adding: [("authorization", "Bearer a token")])
    #expect(test.send(twice).status == 401)
  }

  @Test("A receiver may be told to ask for no token; one whose token is empty lets nobody in")
  func noToken() throws {
    let open = try TestReceiver(token: nil)
    #expect(open.send("POST", "/files", ["Authorization": nil, "Upload-Length": "5"]).status == 201)
    let closed = try TestReceiver(token: "")
    for field in [nil, "Bearer ", "Bearer", "Bearer  "] as [String?] {
      #expect(closed.send("OPTIONS", "/files", ["Authorization": field]).status == 401)
    }
  }

  @Test(
    "A request for another host is refused, since a browser may have been led here",
    arguments: [
      "evil.example", "127.0.0.1", "127.0.0.1:8098", "evil.example:8099", "127.0.0.1:8099.evil.example",
    ])
  func host(name: String) throws {
    let test = try TestReceiver()
    for path in ["/files", "/healthz", "/metrics"] {
      #expect(test.send("GET", path, ["Host": name]).status == 421)
    }
  }

  @Test("A request needs one Host; the port may be left out if it is the scheme's own")
  func hostForm() throws {
    let test = try TestReceiver { $0.hosts = ["Receiver.example"] }
    #expect(test.send("OPTIONS", "/files", ["Host": nil]).status == 400)
    #expect(test.send("OPTIONS", "/files", ["Host": ""]).status == 400)
    #expect(test.send(test.request("OPTIONS", adding: [("host", TestReceiver.host)])).status == 400)
    for name in ["receiver.example", "RECEIVER.example", "receiver.example:80"] {
      #expect(test.send("OPTIONS", "/files", ["Host": name]).status == 204)
    }
    #expect(test.send("OPTIONS", "/files", ["Host": "receiver.example:443"]).status == 421)
    let any = try TestReceiver { $0.hosts = nil }
    #expect(any.send("OPTIONS", "/files", ["Host": "anything"]).status == 204)
  }

  @Test(
    "A page of another site gets 403 and no header that would let it read the answer",
    arguments: [
      "https://evil.example", "null", "http://127.0.0.1", "http://127.0.0.1:8099.evil.example", "",
      "file://127.0.0.1:8099", "http://127.0.0.1:8099, http://evil.example",
    ])
  func origin(origin: String) throws {
    let test = try TestReceiver()
    for method in ["OPTIONS", "POST", "GET"] {
      let response = test.send(method, "/files", ["Origin": origin, "Access-Control-Request-Method": "POST"])
      #expect(response.status == 403)
      #expect(!response.headers.contains { $0.name.lowercased().hasPrefix("access-control") })
    }
    #expect(try test.uploads() == [])
  }

  @Test("The receiver's own origin is none that is foreign")
  func ownOrigin() throws {
    let test = try TestReceiver()
    for origin in ["http://127.0.0.1:8099", "https://127.0.0.1:8099", "HTTP://127.0.0.1:8099"] {
      #expect(test.send("OPTIONS", "/files", ["Origin": origin]).status == 204)
    }
  }

  @Test("Every answer forbids to guess its type and to keep it, and none has a header for other sites")
  func safeHeaders() throws {
    let test = try TestReceiver()
    let location = test.create(length: 100).location
    for (method, path) in [
      ("GET", "/healthz"), ("GET", "/metrics"), ("OPTIONS", "/files"), ("HEAD", location), ("GET", location),
      ("GET", "/none"), ("PATCH", location), ("POST", "/files"),
    ] {
      let response = test.send(method, path)
      #expect(response["X-Content-Type-Options"] == "nosniff")
      #expect(response["Cache-Control"] == "no-store")
      #expect(!response.headers.contains { $0.name.lowercased().hasPrefix("access-control") })
      #expect(response.body.isEmpty || response["Content-Type"]?.hasPrefix("text/plain") == true)
    }
  }

  @Test("What was received cannot be read back")
  func readingBack() throws {
    let test = try TestReceiver()
    let photo = Samples.jpeg(100)
    let location = test.create(length: 100, Samples.metadata(photo), body: photo).location
    for path in [
      location, "/\(Samples.entry)/\(Samples.media).jpg", "/files/\(Samples.entry)/\(Samples.media).jpg",
      "/files", "/files/",
    ] {
      let response = test.send("GET", path)
      #expect([404, 405].contains(response.status))
      #expect(response.body.count < 100)
    }
    #expect(test.send("GET", location)["Allow"] == "OPTIONS, HEAD, PATCH, DELETE")
  }

  @Test("Health needs no token and tells nothing")
  func health() throws {
    let test = try TestReceiver()
    let response = test.send("GET", "/healthz", ["Authorization": nil])
    #expect(response.status == 200)
    #expect(response.words == "ok\n")
    #expect(response.headers.count == 3)
    #expect(test.send("HEAD", "/healthz", ["Authorization": nil]).body.isEmpty)
    #expect(test.send("POST", "/healthz", ["Authorization": nil]).status == 405)
  }

  @Test("A head that no client sends is refused before it is read")
  func hugeHead() throws {
    let test = try TestReceiver()
    let many = (0..<100).map { (name: "X-\($0)", value: "") }
    #expect(test.send(test.request("OPTIONS", adding: many)).status == 431)
    let long = String(repeating: "a", count: 40_000)
    #expect(test.send("OPTIONS", "/files", ["X-Long": long]).status == 431)
    #expect(test.send("OPTIONS", "/\(long)").status == 431)
    #expect(test.send(test.request(long)).status == 431)
    let metadata = "a " + String(repeating: "YWFh", count: 3000)
    #expect(test.send("POST", "/files", ["Upload-Length": "5", "Upload-Metadata": metadata]).status == 431)
  }

  @Test("An answer before the body ends the connection if there is a body")
  func unreadBody() throws {
    let test = try TestReceiver()
    #expect(test.send("POST", "/files", ["Host": "evil", "Content-Length": "5"]).closesConnection)
    #expect(test.send("POST", "/files", ["Host": "evil", "Transfer-Encoding": "chunked"]).closesConnection)
    #expect(!test.send("POST", "/files", ["Host": "evil", "Content-Length": "0"]).closesConnection)
    #expect(!test.send("HEAD", "/files/none").closesConnection)
  }
}
