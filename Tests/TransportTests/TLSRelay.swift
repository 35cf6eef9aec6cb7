import FaultServer
import PhotoFixtures
import Testing
import Threading

/// Speaks TLS to clients and hands everything on to a server on this machine that does not. For the time of its life.
final class TLSRelay {
  let url: String
  /// The certificate, which is signed by itself.
  let certificate: String

  private let scratch: ScratchFolder
  /// Gets the port of the relay as the target of a request. The relay ends when the connection of that does.
  private let meeting: FaultServer

  static func isPossible() -> Bool { Tool.isInstalled("openssl") && Tool.isInstalled("python3") }

  /// - Parameter name: What the certificate is for.
  init(to port: Int, name: String = "IP:127.0.0.1") async throws {
    scratch = try ScratchFolder()
    let certificate = scratch.path + "/certificate.pem"
    let key = scratch.path + "/key.pem"
    _ = try Tool.output(
      "openssl",
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
        "-subj",
        "/CN=shutterbox", "-addext", "subjectAltName=\(name)", "-keyout", key, "-out", certificate,
      ])
    let meeting = try FaultServer { _ in .silence }
    let arguments = ["-c", Self.program, certificate, key, "\(port)", "\(meeting.port)"]
    let thread = WorkerThread {
      // How it ends does not matter; without it no request comes in, and the test says so.
      _ = try? Tool.run("python3", arguments)
    }
    try #require(thread != nil)
    thread?.detach()
    let number = await meeting.requests(atLeast: 1).first?.target.dropFirst()
    self.certificate = certificate
    self.meeting = meeting
    url = "https://127.0.0.1:\(number ?? "0")"
  }

  private static let program = """
    import asyncio, os, ssl, sys

    async def pump(reader, writer):
        try:
            while data := await reader.read(65536):
                writer.write(data)
                await writer.drain()
            return True
        except (OSError, ssl.SSLError):
            return False

    async def serve(reader, writer):
        inner_reader, inner_writer = await asyncio.open_connection("127.0.0.1", int(sys.argv[3]))
        async def answers():
            # A server that has said all may go on reading; TLS cannot be closed for one direction alone.
            if not await pump(inner_reader, writer):
                writer.close()
        async def requests():
            await pump(reader, inner_writer)
            inner_writer.close()
        await asyncio.gather(answers(), requests())
        writer.close()

    async def main():
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(sys.argv[1], sys.argv[2])
        server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=context)
        port = server.sockets[0].getsockname()[1]
        reader, writer = await asyncio.open_connection("127.0.0.1", int(sys.argv[4]))
        writer.write(b"GET /%d HTTP/1.1\\r\\n\\r\\n" % port)
        await reader.read()
        os._exit(0)

    asyncio.run(main())
    """
}
