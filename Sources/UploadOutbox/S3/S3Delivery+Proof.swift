import Hashing
import Transport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What the bucket has under the key of an item.
enum S3Stored {
  case absent
  /// This file, all of it.
  case same
  /// What should be this file, but has another size or digest.
  case damaged
  /// Another file.
  case different
  /// The keys do not give the right to know.
  case unknown
}

extension S3Delivery {
  /// Asks what is there. An object is this file if its metadata have its SHA-256, it has its size and, where the
  /// ETag is an MD5, that as well.
  ///
  /// - Throws: ``DeliveryError`` if the answer tells nothing.
  func stored() async throws(DeliveryError) -> S3Stored {
    let answer = try await client.answer(to: S3Request("HEAD", key))
    switch answer.status {
    case 404: return .absent
    // Without the right to list, S3 does not tell that there is nothing.
    case 401, 403: return .unknown
    case 200: break
    default: throw client.failure(answer)
    }
    guard let digest = answer.headers["x-amz-meta-sha256"] else {
      if answer.isFromS3 { return .different }
      throw client.failure(answer)
    }
    guard digest.lowercased() == file.sha256.description else { return .different }
    guard let length = answer.headers["Content-Length"].flatMap({ Int($0) }), length == file.byteCount else {
      return .damaged
    }
    if let tag = answer.tag, !answer.hasOpaqueTag, length < client.configuration.singleRequestByteLimit,
      S3Answer.fits(tag, try wholeMD5()) == false
    {
      return .damaged
    }
    return .same
  }

  /// Makes sure that the file is there, after an answer that said so.
  func prove() async throws(DeliveryError) {
    switch try await stored() {
    case .same: return
    case .absent:
      throw DeliveryError(code: .failed, reason: "the receiver said that it has the file, and has it not")
    case .damaged:
      throw DeliveryError(code: .failed, reason: "what the receiver has is not the whole file")
    case .different: throw Self.taken
    case .unknown: throw Self.unprovable
    }
  }

  /// Makes sure that the object for which S3 refused to store this one is this very file.
  ///
  /// - Returns: Whether it is; `false` if it is a damaged copy, which may be overwritten.
  func isStoredAlready() async throws(DeliveryError) -> Bool {
    switch try await stored() {
    case .same: return true
    case .damaged: return false
    case .different: throw Self.taken
    case .unknown: throw Self.unprovable
    case .absent:
      throw DeliveryError(code: .failed, reason: "an object came and went while the file was sent")
    }
  }

  private func wholeMD5() throws(DeliveryError) -> MD5Digest {
    try file.allBytes().withUnsafeBytes { MD5Digest(of: $0) }
  }

  private static let unprovable = DeliveryError(
    code: .unauthorized, reason: "the keys do not let it be checked what was stored; they need s3:GetObject")
}
