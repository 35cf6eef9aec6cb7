import DurableFiles
import Foundation
import PhotoFixtures
import Testing

@testable import WebSurface

@Suite("The identity of a server")
struct TLSIdentityTests {
  private let scratch: ScratchFolder
  private var folder: FilePath { FilePath("\(scratch.path)/tls") }

  init() throws { scratch = try ScratchFolder() }

  private func kept(now: Date = Date(), names: [String] = ["localhost"]) throws -> TLSIdentity {
    try TLSIdentity.kept(in: folder, names: names, now: now)
  }

  @Test("It is made once, and anew when it is about to end")
  func lasts() throws {
    let now = Date()
    let first = try kept(now: now)
    #expect(try kept(now: now.addingTimeInterval(700 * 86_400)).fingerprint == first.fingerprint)
    let later = now.addingTimeInterval(800 * 86_400)
    let second = try kept(now: later)
    #expect(second.fingerprint != first.fingerprint && second.end > later.addingTimeInterval(800 * 86_400))
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(scratch.path)/tls") == ["identity.pem"])
  }

  @Test("OpenSSL reads its names, its length of life and that it signs itself")
  func independent() throws {
    _ = try kept(names: ["localhost", "photos.example", "192.0.2.7", "2001:db8::1"])
    let file = "\(scratch.path)/tls/identity.pem"
    let text = String(
      decoding: try Tool.output("openssl", ["x509", "-in", file, "-noout", "-text"]), as: UTF8.self)
    #expect(
      text.contains(
        "DNS:localhost, DNS:photos.example, IP Address:192.0.2.7, IP Address:2001:DB8:0:0:0:0:0:1"))
    #expect(text.contains("CA:FALSE") && text.contains("TLS Web Server Authentication"))
    #expect(text.contains("ecdsa-with-SHA256") && text.contains("prime256v1"))
    let verdict = try Tool.run("openssl", ["verify", "-CAfile", file, "-purpose", "sslserver", file])
    #expect(verdict.text == "\(file): OK\n", "\(verdict.errorText)")
    let pair = try Tool.run("openssl", ["pkey", "-in", file, "-pubout"])
    let certified = try Tool.run("openssl", ["x509", "-in", file, "-noout", "-pubkey"])
    #expect(pair.status == 0 && pair.text == certified.text)
  }

  @Test(
    "A damaged file is an error, and stays",
    arguments: ["", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"])
  func damaged(content: String) throws {
    try FileManager.default.createDirectory(atPath: "\(scratch.path)/tls", withIntermediateDirectories: false)
    try scratch.write(Array(content.utf8), as: "tls/identity.pem")
    #expect(throws: TLSIdentity.Failure.self) { try kept() }
    #expect(try scratch.read("tls/identity.pem") == Array(content.utf8))
  }

  @Test("A folder that cannot be made is told")
  func unwritable() throws {
    try scratch.write([], as: "tls")
    #expect(throws: TLSIdentity.Failure.self) { try kept() }
  }
}
