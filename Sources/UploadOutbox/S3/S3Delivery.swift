import CaptureStorage
import Hashing
import Transport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One item on its way into a bucket.
struct S3Delivery {
  let client: S3Client
  let delivery: Delivery
  let key: String
  let progress: S3Progress

  init(_ delivery: Delivery, by client: S3Client) {
    self.client = client
    self.delivery = delivery
    let prefix = client.configuration.prefix
    key = (prefix.isEmpty ? "" : "\(prefix)/") + "\(delivery.media.entry)/\(delivery.fileName)"
    progress = S3Progress(delivery)
  }

  var file: VerifiedFile { delivery.file }

  /// Sends the item, unless an earlier attempt did.
  func run() async throws(DeliveryError) {
    let fresh = S3Upload(key: key, file: file)
    var earlier = delivery.state.flatMap { S3Upload($0) }
    // One object is overwritten alone: what an attempt at this very file has left behind damaged.
    var replaces = false
    if delivery.state != nil {
      switch try await stored() {
      case .same: return try await discard(earlier)
      case .different: throw Self.taken
      case .damaged: replaces = true
      case .absent, .unknown: break
      }
      if let found = earlier, !found.continues(fresh) {
        try await discard(found)
        earlier = nil
      }
    }
    if file.byteCount < client.configuration.singleRequestByteLimit {
      try await discard(earlier)
      // A file of one piece is in memory anyway.
      let held = file.pieces.count > 1 ? await client.memory.take(file.byteCount) : 0
      defer { client.memory.giveBack(held) }
      try await sendWhole(fresh, isNoted: earlier != nil && earlier?.uploadID == nil, replacing: replaces)
    } else {
      try await sendParts(fresh, continuing: earlier, replacing: replaces)
    }
  }

  /// What describes the object, with the request that makes it.
  var objectHeaders: HTTPHeaders {
    [
      "Content-Type": delivery.mediaType,
      "x-amz-meta-media": delivery.media.id.text,
      "x-amz-meta-entry": delivery.media.entry.text,
      "x-amz-meta-sha256": file.sha256.description,
    ]
  }

  /// Sends a request that makes the object, on the condition that there is none if the server knows conditions.
  func make(
    _ request: S3Request, replacing: Bool, progress: S3Progress? = nil
  ) async throws(DeliveryError) -> S3Answer {
    if !replacing, await client.knowledge.takesConditions {
      var conditional = request
      conditional.headers["If-None-Match"] = "*"
      let answer = try await client.answer(to: conditional, progress: progress)
      guard answer.status == 501 || answer.status == 400 && answer.fault?.code == "NotImplemented" else {
        return answer
      }
      await client.knowledge.giveUpConditions()
    }
    return try await client.answer(to: request, progress: progress)
  }

  /// Frees an upload that is not continued. To have freed it is not what the item waits for: only what stops
  /// the whole queue stops here as well.
  func discard(_ upload: S3Upload?) async throws(DeliveryError) {
    guard let upload, upload.uploadID != nil else { return }
    do throws(DeliveryError) {
      try await client.abort(upload)
    } catch  where error.code == .interrupted || error.code == .unreachable || error.code == .busy {
      throw error
    } catch {}
  }

  static let taken = DeliveryError(
    code: .refused, reason: "the receiver has another file under the id of this one")
}

extension S3Client {
  /// Frees the parts of an upload. That it is gone is no error.
  func abort(_ upload: S3Upload) async throws(DeliveryError) {
    guard let id = upload.uploadID else { return }
    let answer = try await answer(to: S3Request("DELETE", upload.key, [("uploadId", id)]))
    guard [200, 204].contains(answer.status) || answer.fault?.code == "NoSuchUpload" else {
      throw failure(answer)
    }
  }
}
