import Hashing
import JSONText
import Transport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Signatures for requests to Amazon's services, version 4
/// (https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html).
struct S3Signature {
  let credentials: S3Credentials
  let region: String
  var service = "s3"

  /// What is signed of a request.
  struct Content {
    let method: String
    /// Percent-encoded.
    let path: String
    /// Percent-encoded and sorted.
    let query: String
    /// All fields that are signed, Host and X-Amz-Date among them.
    let headers: HTTPHeaders
    /// The SHA-256 of the body.
    let payload: String
  }

  /// The time of a request as X-Amz-Date has it, such as `20150830T123600Z`.
  static func stamp(_ date: Date) -> String {
    let seconds = Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down))
    let text = Timestamp.text(seconds) ?? "1970-01-01T00:00:00Z"
    return String(text.filter { $0 != "-" && $0 != ":" })
  }

  /// The value of the field Authorization.
  ///
  /// - Parameter stamp: What X-Amz-Date says.
  func authorization(of content: Content, stamp: String) -> String {
    let scope = "\(stamp.prefix(8))/\(region)/\(service)/aws4_request"
    let (request, names) = Self.canonicalRequest(content)
    let text = "AWS4-HMAC-SHA256\n\(stamp)\n\(scope)\n\(Self.digest(request))"
    var key = Array("AWS4\(credentials.secretAccessKey)".utf8)
    for part in [String(stamp.prefix(8)), region, service, "aws4_request", text] {
      key = HMACSHA256.code(of: Array(part.utf8), key: key)
    }
    let signature = SHA256Digest(bytes: key)?.description ?? ""
    return "AWS4-HMAC-SHA256 Credential=\(credentials.accessKeyID)/\(scope), SignedHeaders=\(names), "
      + "Signature=\(signature)"
  }

  /// The request in the one form that both sides sign, and the names of the signed fields.
  static func canonicalRequest(_ content: Content) -> (text: String, signedNames: String) {
    // "Lowercase header names … sorted by character code … trimmed values": runs of spaces become one.
    var values: [String: [String]] = [:]
    for field in content.headers.fields {
      let words = field.value.split { $0 == " " || $0 == "\t" }
      values[field.name.lowercased(), default: []].append(words.joined(separator: " "))
    }
    let names = values.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let lines = names.map { "\($0):\(values[$0, default: []].joined(separator: ","))\n" }.joined()
    let signedNames = names.joined(separator: ";")
    return (
      "\(content.method)\n\(content.path)\n\(content.query)\n\(lines)\n\(signedNames)\n\(content.payload)",
      signedNames
    )
  }

  static func digest(_ text: String) -> String {
    Array(text.utf8).withUnsafeBytes { SHA256Digest(of: $0) }.description
  }
}
