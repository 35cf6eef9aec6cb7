import Hashing
import Transport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What S3, or something that stands in its way, answered.
struct S3Answer: Sendable {
  /// What an `<Error>` says. Its message is not kept: it may quote keys.
  struct Fault: Sendable, Hashable {
    /// Such as `NoSuchUpload`; letters and digits alone.
    let code: String
    let region: String?
    let endpoint: String?
  }

  let status: Int
  let headers: HTTPHeaders
  let body: Data
  let isBodyComplete: Bool
  /// The error that the body holds, whatever the status is: "a request can return 200 OK and contain an error"
  /// (https://docs.aws.amazon.com/AmazonS3/latest/API/API_CompleteMultipartUpload.html).
  let fault: Fault?

  init(_ response: HTTPResponse) {
    status = response.status
    headers = response.headers
    body = response.body
    isBodyComplete = response.isBodyComplete
    fault = Self.fault(response.body)
  }

  /// Whether it comes from something that speaks S3, as far as that can be told.
  var isFromS3: Bool {
    fault != nil || headers["x-amz-request-id"] != nil || headers["x-amz-id-2"] != nil
  }

  /// The document that the answer is.
  ///
  /// - Throws: ``DeliveryError`` if it is none with that root, such as the page of a hotel's network.
  func document(_ root: String, now: Date) throws(DeliveryError) -> S3Element {
    do throws(S3XML.Failure) {
      let element = try S3XML.parse(body)
      if element.name == root, isBodyComplete { return element }
    } catch .unavailable {
      throw DeliveryError(
        code: .unreachable, reason: "libexpat is not installed, which is needed to read the answers of S3")
    } catch {}
    throw failure(now: now)
  }

  /// The ETag as it came, with its quotation marks.
  var tag: String? { headers["ETag"].flatMap { $0.isEmpty ? nil : $0 } }

  /// Whether ETags tell nothing of the content, since the object is encrypted with a key of its own: "objects
  /// encrypted by SSE-C or SSE-KMS have ETags that are not an MD5 digest of their object data".
  var hasOpaqueTag: Bool {
    let encryption = headers["x-amz-server-side-encryption"] ?? "AES256"
    return encryption != "AES256" || headers["x-amz-server-side-encryption-customer-algorithm"] != nil
  }

  /// Whether `tag` says that exactly the bytes of this MD5 were stored.
  ///
  /// - Returns: `nil` if it is not the kind of ETag that tells, such as that of an object made of parts.
  static func fits(_ tag: String, _ digest: MD5Digest) -> Bool? {
    let text = tag.drop { $0 == "\"" }.prefix { $0 != "\"" }
    guard text.utf8.count == 32, text.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return nil }
    return text.lowercased() == digest.description
  }

  /// Whether what was stored is exactly the content that `request` sent, as far as the ETag tells.
  func confirms(_ request: S3Request) -> Bool? {
    guard let tag, let md5 = request.md5, !hasOpaqueTag else { return nil }
    return Self.fits(tag, md5)
  }

  private static func fault(_ body: Data) -> Fault? {
    // A body that cannot be read says nothing; the status does.
    guard !body.isEmpty, let root = try? S3XML.parse(body), root.name == "Error" else { return nil }
    let code = (root["Code"] ?? "").filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == ".") }
    return Fault(code: String(code.prefix(64)), region: root["Region"], endpoint: root["Endpoint"])
  }
}
