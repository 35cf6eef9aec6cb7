import Hashing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The parts of an upload: which the server has, and which the object is made of.
struct S3PartList {
  struct Part: Sendable, Hashable {
    /// From 1.
    let number: Int
    let byteCount: Int
    let tag: String
    /// Told by servers that were given it.
    let sha256: SHA256Digest?
  }

  private let client: S3Client

  init(_ client: S3Client) {
    self.client = client
  }

  /// The parts that the server has, page by page.
  ///
  /// - Returns: `nil` if it does not know the upload any more.
  func parts(of upload: S3Upload) async throws(DeliveryError) -> [Part]? {
    var parts: [Part] = []
    var marker = 0
    while true {
      var query = [("max-parts", "1000"), ("uploadId", upload.uploadID ?? "")]
      if marker > 0 { query.append(("part-number-marker", "\(marker)")) }
      let answer = try await client.answer(to: S3Request("GET", upload.key, query))
      if answer.fault?.code == "NoSuchUpload" { return nil }
      guard answer.status == 200 else { throw client.failure(answer) }
      let page = try answer.document("ListPartsResult", now: client.now())
      parts += page.children.filter { $0.name == "Part" }.compactMap(Self.part)
      guard page["IsTruncated"] == "true" else { return parts }
      // A marker that does not rise would lead back to the same page for ever.
      guard let next = page["NextPartNumberMarker"].flatMap({ Int($0) }), next > marker else {
        throw DeliveryError(code: .failed, reason: "the receiver's list of parts does not end")
      }
      marker = next
    }
  }

  /// An entry of the list; one that cannot be read is none, and its part is sent again.
  private static func part(_ element: S3Element) -> Part? {
    guard let number = element["PartNumber"].flatMap({ Int($0) }),
      let size = element["Size"].flatMap({ Int($0) }), let tag = element["ETag"], !tag.isEmpty
    else { return nil }
    let checksum = element["ChecksumSHA256"].flatMap { Data(base64Encoded: $0) }
    return Part(
      number: number, byteCount: size, tag: tag, sha256: checksum.flatMap { SHA256Digest(bytes: $0) })
  }

  /// The list that completes an upload, in rising order as S3 asks.
  ///
  /// - Parameter tags: The ETag of each part by its index, from 0.
  static func completion(_ tags: [Int: String]) -> String {
    let parts = tags.sorted { $0.key < $1.key }.map { index, tag in
      "<Part><PartNumber>\(index + 1)</PartNumber><ETag>\(escaped(tag))</ETag></Part>"
    }
    return "<CompleteMultipartUpload xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">"
      + "\(parts.joined())</CompleteMultipartUpload>"
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.append(character)
      }
    }
  }
}
