import CMicroHTTPD
import Hashing

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A certificate with its key, by which a server proves to be itself.
public struct TLSIdentity: Sendable {
  /// The certificate first, then those that vouch for it, as PEM.
  let certificates: String
  /// The key of the first certificate, as PEM.
  let key: String
  /// The SHA-256 of the first certificate, as browsers show it: `AB:CD:…`.
  public let fingerprint: String
  /// When the first certificate ends.
  public let end: Date

  /// Takes what the files of a certificate and its key hold.
  ///
  /// - Throws: ``ListenerError`` if `certificates` holds none, or GnuTLS is missing. Whether `key` fits is found out
  ///   when a listener is started.
  public init(certificates: String, key: String) throws(ListenerError) {
    guard let first = Self.firstCertificate(certificates) else {
      throw ListenerError(.certificate, "there is no certificate in PEM format")
    }
    guard key.contains("PRIVATE KEY-----") else {
      throw ListenerError(.certificate, "there is no key in PEM format")
    }
    var seconds: Int64 = 0
    switch certificates.withCString({ cmhd_certificate_end($0, &seconds) }) {
    case CMHD_OK: break
    case CMHD_ABSENT: throw Self.absent
    default: throw ListenerError(.certificate, "the certificate cannot be read")
    }
    self.certificates = certificates
    self.key = key
    fingerprint = Self.fingerprint(first)
    end = Date(timeIntervalSince1970: TimeInterval(seconds))
  }

  /// Makes a certificate that vouches for itself.
  ///
  /// - Parameters:
  ///   - names: The host names and numeric addresses that it is for.
  ///   - date: When it begins. It lasts 825 days, the longest that Apple's systems take.
  public static func selfSigned(names: [String], from date: Date) throws(ListenerError) -> TLSIdentity {
    let start = Int64(date.timeIntervalSince1970)
    let serial = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
    var copies: [UnsafePointer<CChar>?] = []
    for name in names { copies.append(UnsafePointer(strdup(name))) }
    defer { for copy in copies { free(UnsafeMutablePointer(mutating: copy)) } }
    var key: UnsafeMutablePointer<CChar>?
    var certificate: UnsafeMutablePointer<CChar>?
    defer {
      free(key)
      free(certificate)
    }
    // A day early, for clients whose clock is behind.
    let status = cmhd_make_certificate(
      copies, copies.count, serial, start - 86_400, start + 824 * 86_400, &key, &certificate)
    if status == CMHD_ABSENT { throw absent }
    guard status == CMHD_OK, let key, let certificate else {
      throw ListenerError(.certificate, "no certificate can be made for \(names.joined(separator: ", "))")
    }
    return try TLSIdentity(certificates: String(cString: certificate), key: String(cString: key))
  }

  private static let absent = ListenerError(
    .library, "GnuTLS is not installed; on Debian install libgnutls30")

  /// The bytes of the first certificate in `pem` (RFC 7468).
  private static func firstCertificate(_ pem: String) -> Data? {
    guard let start = pem.firstRange(of: "-----BEGIN CERTIFICATE-----"),
      let end = pem[start.upperBound...].firstRange(of: "-----END CERTIFICATE-----")
    else { return nil }
    let text = pem[start.upperBound..<end.lowerBound].filter { !$0.isWhitespace }
    return Data(base64Encoded: text)
  }

  private static func fingerprint(_ certificate: Data) -> String {
    let digits = Array(certificate.withUnsafeBytes { SHA256Digest(of: $0) }.description.uppercased())
    return stride(from: 0, to: digits.count, by: 2).map { String(digits[$0...($0 + 1)]) }.joined(
      separator: ":")
  }
}
