import Hashing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension S3Delivery {
  /// Sends the file in one request.
  ///
  /// - Parameters:
  ///   - upload: Written down before, so that the next attempt asks first whether the file is there.
  ///   - isNoted: Whether that has been done.
  func sendWhole(_ upload: S3Upload, isNoted: Bool, replacing: Bool) async throws(DeliveryError) {
    let body = try file.allBytes()
    if !isNoted { try await delivery.remember(upload.text) }
    var request = S3Request("PUT", key)
    request.headers = objectHeaders
    request.setContent(body, digest: file.sha256)
    let answer = try await make(request, replacing: replacing, progress: progress)
    switch answer.status {
    case 200:
      guard answer.fault == nil, answer.tag != nil else { throw client.failure(answer) }
      switch answer.confirms(request) {
      case true?: return
      case false?: throw Self.garbled
      case nil: try await prove()
      }
    case 412 where !replacing:
      if try await isStoredAlready() { return }
      try await sendWhole(upload, isNoted: true, replacing: true)
    default: throw client.failure(answer)
    }
  }

  static let garbled = DeliveryError(
    code: .failed, reason: "what the receiver stored is not what was sent: the digests differ")
}
