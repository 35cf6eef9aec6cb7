import Hashing
import Transport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One operation on the bucket or on an object, before it is known where it goes and when it is signed.
struct S3Request {
  struct QueryItem: Sendable, Hashable {
    let name: String
    let value: String
  }

  let method: String
  /// `nil` for the bucket itself.
  let key: String?
  var query: [QueryItem] = []
  var headers = HTTPHeaders()
  private(set) var body: Data?
  /// The SHA-256 of the body, which is signed: the server refuses a body that is another one.
  private(set) var payload = S3Request.emptyPayload
  /// The MD5 of a body that is a part of the file, which is sent with it: not every server compares the SHA-256.
  private(set) var md5: MD5Digest?
  /// The seconds without a byte after which it is given up; `nil` for the usual.
  var idleDeadline: Double?

  init(_ method: String, _ key: String?, _ query: [(String, String)] = []) {
    self.method = method
    self.key = key
    self.query = query.map { QueryItem(name: $0.0, value: $0.1) }
  }

  /// Sets the body.
  ///
  /// - Parameter digest: Its SHA-256, which has been computed before.
  mutating func setBody(_ body: Data, digest: SHA256Digest) {
    self.body = body
    payload = digest
  }

  /// Sets the body to bytes of the file, so that the server can tell whether they arrived whole.
  mutating func setContent(_ content: Data, digest: SHA256Digest) {
    setBody(content, digest: digest)
    let md5 = content.withUnsafeBytes { MD5Digest(of: $0) }
    self.md5 = md5
    headers["Content-MD5"] = Data(md5.bytes).base64EncodedString()
  }

  /// What the SHA-256 of no bytes is.
  static let emptyPayload = SHA256Digest(of: UnsafeRawBufferPointer(start: nil, count: 0))
}
