import Foundation
import PhotoFixtures
import Testing

@Suite("shutterbox receive --tls", .timeLimit(.minutes(10)))
struct ReceiveTLSTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private var identity: String { "\(scratch.path)/home/tls/identity.pem" }

  private func health(_ receiver: RunningReceiver, _ options: String...) throws -> Tool.Result {
    let url = "https://localhost:\(receiver.port)/healthz"
    return try Tool.run("curl", ["-sS", "--max-time", "30"] + options + [url])
  }

  @Test("A certificate is made, kept where others cannot read it, used again, and trusted by who knows it")
  func makes() throws {
    var receiver = try RunningReceiver(["--tls"], in: scratch)
    #expect(receiver.url.hasPrefix("https://127.0.0.1:"))
    let fingerprint = try #require(receiver.announcement["fingerprint"] as? String)
    let attributes = try FileManager.default.attributesOfItem(atPath: identity)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    let told = try Tool.output("openssl", ["x509", "-in", identity, "-noout", "-fingerprint", "-sha256"])
    #expect(String(decoding: told, as: UTF8.self).hasSuffix("=\(fingerprint)\n"))
    let text = try Tool.output("openssl", ["x509", "-in", identity, "-noout", "-text"])
    #expect(String(decoding: text, as: UTF8.self).contains("DNS:localhost, IP Address:127.0.0.1"))

    #expect(try health(receiver, "--cacert", identity).status == 0)
    // 60: the certificate is not trusted.
    #expect(try health(receiver).status == 60)
    #expect(
      try health(receiver, "--cacert", identity, "--tls-max", "1.1", "--ciphers", "ALL:@SECLEVEL=0").status
        != 0)
    #expect(try health(receiver, "--cacert", identity, "--tls-max", "1.2").status == 0)
    let client = try Tool.run(
      "openssl", ["s_client", "-connect", "127.0.0.1:\(receiver.port)", "-CAfile", identity, "-brief"])
    #expect(client.errorText.contains("TLSv1.3") && client.errorText.contains("Verification: OK"))

    receiver.command.send(SIGTERM)
    #expect(receiver.command.wait() == 0)
    receiver = try RunningReceiver(["--tls"], in: scratch)
    #expect(receiver.announcement["fingerprint"] as? String == fingerprint)
  }

  @Test("A body of megabytes and an early answer come over TLS")
  func bodies() throws {
    let receiver = try RunningReceiver(["--tls", "--max-bytes", "3000000"], in: scratch)
    let file = try scratch.write([0xFF, 0xD8, 0xFF] + [UInt8](repeating: 9, count: 4_000_000), as: "body")
    let common = [
      "-sS", "--max-time", "60", "-k", "-o", "/dev/null", "-w", "%{http_code}", "-H",
      "Authorization: Bearer \(RunningReceiver.token)", "-H", "Tus-Resumable: 1.0.0", "-H", "Expect:",
      "-H", "Content-Type: application/offset+octet-stream",
    ]
    let created = try Tool.run(
      "curl", common + ["-H", "Upload-Length: 4000003", "--data-binary", "@\(file)", receiver.url])
    #expect(created.text == "413", "\(created.errorText)")
    let small = try scratch.write([0xFF, 0xD8, 0xFF] + [UInt8](repeating: 9, count: 2_000_000), as: "small")
    let stored = try Tool.run(
      "curl", common + ["-H", "Upload-Length: 2000003", "--data-binary", "@\(small)", receiver.url])
    // It has come whole, and is no photo.
    #expect(["415", "422"].contains(stored.text), "\(stored.text) \(stored.errorText)")
    // Chunked, so that the length is found out in the middle of the body, whereupon the answer comes.
    let endless = try Tool.run(
      "curl",
      common + [
        "-H", "Upload-Length: 10", "-H", "Transfer-Encoding: chunked", "--data-binary", "@\(file)",
        receiver.url,
      ])
    #expect(endless.text == "413", "\(endless.text) \(endless.errorText)")
  }

  @Test("A certificate and key of the user's are taken, and a wrong one is told")
  func given() throws {
    _ = try Tool.output(
      "openssl",
      [
        "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=photos.example",
        "-addext",
        "subjectAltName=DNS:localhost", "-keyout", "\(scratch.path)/key.pem", "-out",
        "\(scratch.path)/cert.pem",
      ])
    let receiver = try RunningReceiver(["--tls-cert", "cert.pem", "--tls-key", "key.pem"], in: scratch)
    #expect(try health(receiver, "--cacert", "\(scratch.path)/cert.pem").status == 0)
    #expect(!FileManager.default.fileExists(atPath: identity))

    try scratch.write(Array("nothing".utf8), as: "bad.pem")
    for (certificate, key) in [("bad.pem", "key.pem"), ("cert.pem", "bad.pem"), ("absent.pem", "key.pem")] {
      let result = try Shutterbox.run(
        ["receive", "--dir", "x", "--port", "0", "--tls-cert", certificate, "--tls-key", key], in: scratch)
      #expect(result.status == 1 && result.errorText.hasPrefix("shutterbox: "))
    }
  }
}
