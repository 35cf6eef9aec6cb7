import Foundation
import PhotoFixtures
import Testing
import UploadReceiver

@testable import WebSurface

@Suite("A listener", .timeLimit(.minutes(10)))
struct ListenerTests {
  @Test("The body comes in pieces, whole, and the answer goes back on a connection that goes on")
  func streams() throws {
    let server = try TestServer()
    let client = try RawConnection(port: server.port)
    let body = [UInt8](repeating: 7, count: 3_000_000)
    for path in ["/a", "/b"] {
      client.send(
        "PATCH \(path)?q=1 HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: \(body.count)\r\nX-A:  b \r\n\r\n")
      client.send(body)
      let answer = try #require(client.readAnswer())
      #expect(answer.status == 200)
      #expect(String(decoding: answer.body, as: UTF8.self) == "3000000")
    }
    #expect(server.records.map(\.path) == ["/a", "/b"])
    for record in server.records {
      #expect(record.method == "PATCH" && record.headers["x-a"] == "b")
      #expect(record.byteCount == 3_000_000 && record.pieceCount > 10 && record.largestPiece <= 64 << 10)
      #expect(record.finishes == 1 && record.aborts == 0)
    }
    #expect(server.listener.statistics.accepted == 1)
  }

  @Test("A chunked body comes without its chunks, and trailers are passed over")
  func chunked() throws {
    let server = try TestServer()
    let client = try RawConnection(port: server.port)
    client.send("POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
    client.send("5\r\nabcde\r\nA;x=y\r\n0123456789\r\n0\r\nX-Trailer: 1\r\n\r\n")
    #expect(try #require(client.readAnswer()).body == Array("15".utf8))
  }

  @Test("Requests that are sent without waiting are answered in their order")
  func pipelining() throws {
    let server = try TestServer { .answering(ReceiverResponse(status: 200, body: Data($0.path.utf8))) }
    let client = try RawConnection(port: server.port)
    let one = "POST /one HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\nabc"
    client.send(one + "GET /two HTTP/1.1\r\nHost: localhost\r\n\r\n" + one.replacing("one", with: "six"))
    for path in ["/one", "/two", "/six"] {
      #expect(try #require(client.readAnswer()).body == Array(path.utf8))
    }
    #expect(server.records.allSatisfy { $0.finishes == 1 && $0.aborts == 0 })
  }

  @Test("100 Continue is sent when the body is wanted, and only then")
  func expectations() throws {
    let server = try TestServer { request in
      request.path == "/no" ? .early(ReceiverResponse(status: 413)) : .counting
    }
    let wanting = try RawConnection(port: server.port)
    wanting.send("POST /yes HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n")
    #expect(try #require(wanting.readAnswer()).status == 100)
    wanting.send("abcd")
    #expect(try #require(wanting.readAnswer()).body == Array("4".utf8))

    let refused = try RawConnection(port: server.port)
    refused.send("POST /no HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n")
    let answer = try #require(refused.readAnswer())
    #expect(answer.status == 413 && answer.values("Connection").contains("close"))
    #expect(refused.readToEnd() == "")

    let other = try RawConnection(port: server.port)
    other.send("POST /yes HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nExpect: tea\r\n\r\n")
    #expect(try #require(other.readAnswer()).status == 417)
  }

  @Test("An early answer comes without the body being read, and reaches a client that goes on sending")
  func early() throws {
    let server = try TestServer { _ in .early(ReceiverResponse(status: 401, headers: [("X-Why", "token")])) }
    let client = try RawConnection(port: server.port)
    client.send("PATCH / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900000000\r\n\r\n")
    client.send([UInt8](repeating: 1, count: 4 << 20))
    let answer = try #require(client.readAnswer())
    #expect(answer.status == 401 && answer.values("X-Why") == ["token"])
    #expect(server.wait { $0.first?.aborts == 1 })
    #expect(server.records.first?.byteCount == 0 && server.records.first?.finishes == 0)
  }

  @Test("An answer in the middle of a body comes at once, and reaches a client that goes on sending")
  func middle() throws {
    let full = ReceiverResponse(status: 507, headers: [("Tus-Resumable", "1.0.0")], body: Data("full\n".utf8))
    let server = try TestServer { _ in .full(at: 100_000, full) }
    for length in ["Content-Length: 900000000", "Transfer-Encoding: chunked"] {
      let client = try RawConnection(port: server.port)
      client.send("PATCH / HTTP/1.1\r\nHost: localhost\r\n\(length)\r\n\r\n200000\r\n")
      client.send([UInt8](repeating: 1, count: 2 << 20))
      let answer = try #require(client.readAnswer())
      #expect(answer.status == 507 && answer.values("Tus-Resumable") == ["1.0.0"])
      #expect(answer.body == Array("full\n".utf8) && answer.values("Connection") == ["close"])
      #expect(client.readToEnd() == "")
    }
    #expect(server.wait { $0.map(\.aborts) == [1, 1] })
    #expect(server.records.allSatisfy { $0.finishes == 0 && $0.byteCount < 400_000 })
  }

  @Test("An answer to the last piece of a body leaves the connection open")
  func last() throws {
    let server = try TestServer { _ in .full(at: 4, ReceiverResponse(status: 409)) }
    let client = try RawConnection(port: server.port)
    for _ in 0..<2 {
      client.send("PATCH / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\nabcd")
      #expect(try #require(client.readAnswer()).status == 409)
    }
    #expect(server.records.allSatisfy { $0.aborts == 1 && $0.finishes == 0 })
  }

  @Test("A connection that ends in the middle of a body aborts its exchange exactly once")
  func aborts() throws {
    let server = try TestServer()
    for length in ["Content-Length: 100", "Transfer-Encoding: chunked"] {
      let client = try RawConnection(port: server.port)
      client.send("PATCH / HTTP/1.1\r\nHost: localhost\r\n\(length)\r\n\r\n3\r\nabc")
      #expect(server.wait { ($0.last?.byteCount ?? 0) > 0 && $0.last?.aborts == 0 })
      client.close()
      #expect(server.wait { $0.last?.aborts == 1 })
    }
    server.listener.stop(seconds: 0)
    #expect(server.records.map(\.aborts) == [1, 1] && server.records.map(\.finishes) == [0, 0])
  }

  @Test("HEAD is answered with the length and without the body, 204 with neither")
  func withoutBody() throws {
    let server = try TestServer { request in
      let headers = [("Upload-Offset", "70"), ("Cache-Control", "no-store")]
      return request.path == "/none"
        ? .early(ReceiverResponse(status: 204, headers: headers))
        : .early(ReceiverResponse(status: 200, headers: headers, body: Data("twelve bytes".utf8)))
    }
    let client = try RawConnection(port: server.port)
    client.send("HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    let head = try #require(client.readAnswer(isHead: true))
    #expect(
      head.status == 200 && head.values("Content-Length") == ["12"] && head.values("Upload-Offset") == ["70"])
    // What comes next is the next answer, so there was no body.
    client.send("PATCH /none HTTP/1.1\r\nHost: localhost\r\n\r\n")
    let none = try #require(client.readAnswer())
    #expect(
      none.status == 204 && none.values("Content-Length").isEmpty
        && none.values("Cache-Control") == ["no-store"])
    client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    #expect(try #require(client.readAnswer()).body.count == 12)
    #expect(server.listener.statistics.accepted == 1)
  }

  @Test("An answer of megabytes comes whole to a client that reads slowly")
  func largeAnswer() throws {
    let body = Data((0..<6_000_000).map { UInt8(truncatingIfNeeded: $0 / 251) })
    let server = try TestServer { _ in .answering(ReceiverResponse(status: 200, body: body)) }
    let client = try RawConnection(port: server.port, receiveBuffer: 4096)
    client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    #expect(Data(try #require(client.readAnswer()).body) == body)
  }

  @Test("HTTP/1.0 is answered, and its connection closed")
  func oldVersion() throws {
    let server = try TestServer()
    let client = try RawConnection(port: server.port)
    client.send("POST / HTTP/1.0\r\nHost: localhost\r\nContent-Length: 2\r\n\r\nab")
    #expect(client.readToEnd().hasSuffix("\r\n\r\n2"))
  }

  @Test("A header field that cannot be written becomes an error, and no field of an attacker's")
  func badField() throws {
    let server = try TestServer { _ in
      .answering(ReceiverResponse(status: 200, headers: [("X-A", "b\r\nSet-Cookie: c")]))
    }
    let client = try RawConnection(port: server.port)
    client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    let answer = try #require(client.readAnswer())
    #expect(answer.status == 500 && answer.values("Set-Cookie").isEmpty)
  }

  @Test(
    "It answers to its own names and addresses alone",
    arguments: [
      ("127.0.0.1", 200), ("127.0.0.1:80", 200), ("LOCALHOST:1", 200), ("photos.example", 200),
      ("evil.example", 421), ("127.0.0.2", 421), ("localhost.evil.example", 421), ("", 400),
      ("localhost, evil.example", 400), ("localhost:x", 400), ("user@localhost", 400), ("[::1", 400),
    ])
  func hosts(name: String, status: Int) throws {
    let server = try TestServer(hosts: ["photos.example"])
    let client = try RawConnection(port: server.port)
    client.send("GET / HTTP/1.1\r\nHost: \(name)\r\n\r\n")
    #expect(try #require(client.readAnswer()).status == status)
    #expect(server.records.count == (status == 200 ? 1 : 0))
  }

  @Test("On all addresses it answers to any address and to no foreign name")
  func allAddresses() throws {
    let server = try TestServer(address: "0.0.0.0")
    for (name, status) in [("192.0.2.7:80", 200), ("[2001:db8::1]", 200), ("evil.example", 421)] {
      let client = try RawConnection(port: server.port)
      client.send("GET / HTTP/1.1\r\nHost: \(name)\r\n\r\n")
      #expect(try #require(client.readAnswer()).status == status)
    }
  }

  @Test("What cannot be listened on is an error that says why")
  func addresses() throws {
    let first = try TestServer()
    func code(_ address: String, _ port: Int) -> ListenerError.Code? {
      var options = ListenerOptions()
      (options.address, options.port) = (address, port)
      do throws(ListenerError) {
        _ = try Listener(options) { _ in FixedExchange(ReceiverResponse(status: 204)) }
        return nil
      } catch {
        return error.code
      }
    }
    #expect(code("127.0.0.1", first.port) == .inUse)
    #expect(code("192.0.2.1", 0) == .address)
    #expect(code("example.org", 0) == .address)
    #expect(code("localhost", 0) == nil)
  }

  @Test("The longest prefix of whole path segments finds who answers")
  func routes() {
    var routes = Routes()
    for prefix in ["/files", "/files/special", "/page"] {
      routes.mount(prefix) { _ in
        FixedExchange(ReceiverResponse(status: 200, headers: [("Prefix", prefix)]))
      }
    }
    func prefix(_ path: String) -> String? {
      let exchange = routes.begin(ReceiverRequest(method: "GET", path: path, headers: []))
      return exchange.earlyResponse?.headers.first?.value
    }
    #expect(prefix("/files") == "/files" && prefix("/files/1") == "/files")
    #expect(prefix("/files/special/1") == "/files/special" && prefix("/page/") == "/page")
    #expect(prefix("/filesystem") == nil && prefix("/") == nil)
  }

  @Test("curl and Python's http.client upload to it")
  func independentClients() throws {
    let server = try TestServer()
    let scratch = try ScratchFolder()
    let file = try scratch.write([UInt8](repeating: 65, count: 2_500_000), as: "body")
    let curl = try Tool.output(
      "curl", ["-sS", "--max-time", "60", "-T", file, "\(server.listener.origin)/curl"])
    #expect(String(decoding: curl, as: UTF8.self) == "2500000")
    let script = """
      import http.client, sys
      c = http.client.HTTPConnection("127.0.0.1", \(server.port), timeout=60)
      for _ in range(2):
        c.request("POST", "/python", body=open(sys.argv[1], "rb"))
        print(c.getresponse().read().decode())
      c.request("POST", "/python", body=iter([b"abc", b"de"]), encode_chunked=True, headers={"Transfer-Encoding": "chunked"})
      print(c.getresponse().read().decode())
      """
    let python = try Tool.output("python3", ["-c", script, file])
    #expect(String(decoding: python, as: UTF8.self) == "2500000\n2500000\n5\n")
  }
}
