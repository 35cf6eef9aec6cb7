import Hashing
import Transport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension S3Delivery {
  /// What became of an upload in parts.
  private enum Outcome {
    case stored
    /// The server does not know the upload any more.
    case gone
  }

  /// Sends the file in parts: those that the server does not have yet.
  ///
  /// An upload that the server has forgotten is begun anew, once. The id is in one place, so no part can go to the
  /// old one.
  func sendParts(
    _ fresh: S3Upload, continuing earlier: S3Upload?, replacing: Bool
  ) async throws(DeliveryError) {
    var isNew = earlier?.uploadID == nil
    var upload: S3Upload
    if let earlier, !isNew { upload = earlier } else { upload = try await begin(fresh) }
    for _ in 0..<2 {
      do throws(DeliveryError) {
        if try await send(upload, isNew: isNew, replacing: replacing) == .stored { return }
      } catch  where error.code == .changed {
        // Parts of another content must never meet those of this one.
        try await discard(upload)
        try await delivery.remember(nil)
        throw error
      }
      // It may be gone since an earlier attempt has completed it.
      if try await stored() == .same { return }
      upload = try await begin(fresh)
      isNew = true
    }
    throw DeliveryError(code: .failed, reason: "the receiver forgets uploads while they are sent")
  }

  /// Begins an upload and writes its id down before any part is sent.
  private func begin(_ fresh: S3Upload) async throws(DeliveryError) -> S3Upload {
    var request = S3Request("POST", key, [("uploads", "")])
    request.headers = objectHeaders
    let answer = try await client.answer(to: request)
    guard answer.status == 200 else { throw client.failure(answer) }
    guard let id = try answer.document("InitiateMultipartUploadResult", now: client.now())["UploadId"],
      !id.isEmpty
    else { throw client.failure(answer) }
    var upload = fresh
    upload.uploadID = id
    upload.hasOpaqueTags = answer.hasOpaqueTag
    do throws(DeliveryError) {
      try await delivery.remember(upload.text)
    } catch {
      try await discard(upload)
      throw error
    }
    return upload
  }

  private func send(
    _ upload: S3Upload, isNew: Bool, replacing: Bool
  ) async throws(DeliveryError) -> Outcome {
    guard let id = upload.uploadID else { return .gone }
    var tags: [Int: String] = [:]
    if !isNew {
      guard let parts = try await S3PartList(client).parts(of: upload) else { return .gone }
      for part in parts {
        if let index = try fittingIndex(part, upload) { tags[index] = part.tag }
      }
    }
    guard try await sendParts(file.pieces.indices.filter { tags[$0] == nil }, id, &tags) else { return .gone }
    return try await complete(upload, id, tags, replacing: replacing)
  }

  /// How many parts are sent at once.
  private static let parallelPartCount = 3

  /// What came of sending a part.
  private struct PartResult: Sendable {
    let index: Int
    /// The ETag, or `nil` if the server does not know the upload any more.
    let tag: Result<String?, DeliveryError>
  }

  /// Sends the parts of the numbers `indices`, some at once. After a failure those under way are still awaited, so
  /// that what the server has got of them counts.
  ///
  /// - Returns: Whether the server knows the upload.
  private func sendParts(
    _ indices: [Int], _ id: String, _ tags: inout [Int: String]
  ) async throws(DeliveryError) -> Bool {
    var sent: [Int: String] = [:]
    var isGone = false
    var failure: DeliveryError?
    await withTaskGroup(of: PartResult.self) { group in
      var waiting = indices[...]
      for index in waiting.prefix(Self.parallelPartCount) { group.addTask { await attempt(index, id) } }
      waiting = waiting.dropFirst(Self.parallelPartCount)
      for await result in group {
        switch result.tag {
        case .success(let tag?): sent[result.index] = tag
        case .success(nil): isGone = true
        case .failure(let error): failure = failure ?? error
        }
        if !isGone, failure == nil, let index = waiting.popFirst() {
          group.addTask { await attempt(index, id) }
        }
      }
    }
    if let failure { throw failure }
    tags.merge(sent) { $1 }
    return !isGone
  }

  private func attempt(_ index: Int, _ id: String) async -> PartResult {
    do throws(DeliveryError) {
      return PartResult(index: index, tag: .success(try await sendPart(index, id)))
    } catch {
      return PartResult(index: index, tag: .failure(error))
    }
  }

  /// Which piece a part that the server has is, if it has exactly that.
  private func fittingIndex(_ part: S3PartList.Part, _ upload: S3Upload) throws(DeliveryError) -> Int? {
    let index = part.number - 1
    guard file.pieces.indices.contains(index), part.byteCount == byteCount(of: index) else { return nil }
    if let checksum = part.sha256, checksum != file.pieces[index] { return nil }
    if upload.hasOpaqueTags || part.sha256 != nil { return index }
    let digest = try file.piece(index).withUnsafeBytes { MD5Digest(of: $0) }
    return S3Answer.fits(part.tag, digest) == false ? nil : index
  }

  private func byteCount(of index: Int) -> Int {
    min(file.pieceByteCount, file.byteCount - index * file.pieceByteCount)
  }

  /// Sends a part.
  ///
  /// - Returns: Its ETag, or `nil` if the server does not know the upload any more.
  private func sendPart(_ index: Int, _ id: String) async throws(DeliveryError) -> String? {
    let held = await client.memory.take(byteCount(of: index))
    defer { client.memory.giveBack(held) }
    var request = S3Request("PUT", key, [("partNumber", "\(index + 1)"), ("uploadId", id)])
    request.setContent(try file.piece(index), digest: file.pieces[index])
    let answer = try await client.answer(
      to: request, offset: index * file.pieceByteCount, progress: progress)
    if answer.fault?.code == "NoSuchUpload" { return nil }
    guard answer.status == 200, answer.fault == nil, let tag = answer.tag else {
      throw client.failure(answer)
    }
    switch answer.confirms(request) {
    case true?: return tag
    case false?: throw Self.garbled
    case nil:
      // Pages have ETags too, but the answer to a part is empty.
      guard answer.body.isEmpty else { throw client.failure(answer) }
      return tag
    }
  }

  private func complete(
    _ upload: S3Upload, _ id: String, _ tags: [Int: String], replacing: Bool
  ) async throws(DeliveryError) -> Outcome {
    var request = S3Request("POST", key, [("uploadId", id)])
    let list = Data(S3PartList.completion(tags).utf8)
    request.setBody(list, digest: list.withUnsafeBytes { SHA256Digest(of: $0) })
    request.headers["Content-Type"] = "application/xml"
    // "Processing of a CompleteMultipartUpload request could take several minutes".
    request.idleDeadline = 300
    let answer = try await make(request, replacing: replacing)
    if answer.fault?.code == "NoSuchUpload" { return .gone }
    if answer.status == 412, !replacing {
      guard try await isStoredAlready() else {
        return try await complete(upload, id, tags, replacing: true)
      }
      try await discard(upload)
      return .stored
    }
    if let code = answer.fault?.code, ["InvalidPart", "InvalidPartOrder", "EntityTooSmall"].contains(code) {
      // The parts are not what their list said: the next attempt begins anew.
      try await discard(upload)
      try await delivery.remember(nil)
    }
    guard answer.status == 200, answer.fault == nil else { throw client.failure(answer) }
    _ = try answer.document("CompleteMultipartUploadResult", now: client.now())
    try await prove()
    return .stored
  }
}
