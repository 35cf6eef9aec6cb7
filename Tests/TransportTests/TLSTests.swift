import FaultServer
import Foundation
import PhotoFixtures
import Testing
import Transport

#if os(Linux)
  import TransportLibcurl
#endif

@Suite(.enabled(if: TLSRelay.isPossible(), "openssl or python3 is not installed"), .timeLimit(.minutes(10)))
struct TLSTests {
  @Test(arguments: TransportKind.allCases)
  func `A certificate that nobody vouches for is not trusted`(kind: TransportKind) async throws {
    let server = try FaultServer { _ in .answer(200) }
    defer { server.stop() }
    let relay = try await TLSRelay(to: server.port)
    let request = HTTPRequest("PUT", relay.url + "/?secret", body: Data("abc".utf8))
    let code = try await failure { try await kind.make().response(to: request) }
    // The URLSession of Linux does not say why.
    #expect(code == (kind.isPortedURLSession ? .connectionLost : .untrusted))
    #expect(server.requests.isEmpty)
  }

  @Test(arguments: TransportKind.allCases)
  func `A server that speaks no TLS is no secure one`(kind: TransportKind) async throws {
    let server = try FaultServer { _ in .answer(200) }
    defer { server.stop() }
    let listener = try FaultServer { _ in .raw("HTTP/1.1 400 Bad Request\r\n\r\n", end: .close) }
    defer { listener.stop() }
    let url = "https://127.0.0.1:\(listener.port)/"
    // The handshake is no request and nothing that ends it comes, so the client waits or is cut off.
    var request = HTTPRequest("GET", url)
    request.deadlines.connect = 1
    request.deadlines.idle = 1
    let code = try await failure { try await kind.make().response(to: request) }
    #expect([.untrusted, .timedOut, .connectionLost].contains(code))
    #expect(listener.requests.isEmpty)
  }

  #if os(Linux)
    @Test func `An authority can be added, and uploads go through`() async throws {
      let server = try FaultServer(keepsBodies: false) { _ in .answer(200, text: "ok") }
      defer { server.stop() }
      let relay = try await TLSRelay(to: server.port)
      let transport = CurlTransport(
        authorities: CurlAuthorities(environment: ["SSL_CERT_FILE": relay.certificate, "SSL_CERT_DIR": ""]))
      for byteCount in [0, 10, 3_000_000] {
        let request = HTTPRequest("PUT", relay.url + "/a%2fb", body: patterned(byteCount))
        #expect(try await transport.response(to: request).body == Data("ok".utf8))
        #expect(server.requests.last?.bodyByteCount == byteCount)
        #expect(server.requests.last?.target == "/a%2fb")
      }
      #expect(server.connectionCount == 1)
    }

    @Test func `A certificate for another name is not trusted`() async throws {
      let server = try FaultServer { _ in .answer(200) }
      defer { server.stop() }
      let relay = try await TLSRelay(to: server.port, name: "DNS:elsewhere.example")
      let transport = CurlTransport(authorities: CurlAuthorities(file: relay.certificate))
      let request = HTTPRequest("GET", relay.url)
      #expect(try await failure { try await transport.response(to: request) } == .untrusted)
    }

    @Test func `A missing file of authorities is said`() async throws {
      let server = try FaultServer { _ in .answer(200) }
      defer { server.stop() }
      let relay = try await TLSRelay(to: server.port)
      let transport = CurlTransport(authorities: CurlAuthorities(file: "/nowhere/authorities.pem"))
      await #expect(throws: HTTPTransportError.self) {
        try await transport.response(to: HTTPRequest("GET", relay.url))
      }
    }

    @Test func `An answer before the body is heard through TLS as well`() async throws {
      let server = try FaultServer(
        keepsBodies: false, reading: { _ in .first(100_000) },
        answering: { _ in .answer(413, text: "no", end: .closeGently) })
      defer { server.stop() }
      let relay = try await TLSRelay(to: server.port)
      let transport = CurlTransport(authorities: CurlAuthorities(file: relay.certificate))
      for _ in 0..<5 {
        let request = HTTPRequest("PUT", relay.url, body: patterned(6_000_000))
        #expect(try await transport.response(to: request).status == 413)
      }
    }
  #endif
}
