import DurableFiles
import JSONText

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Receiver {
  /// Begins to answer `request`, whose body comes behind.
  public func begin(_ request: ReceiverRequest) -> any ReceiverExchange {
    var context = RequestContext(request, path: options.path)
    do throws(RequestError) {
      try request.checkSize()
      try access.checkOrigin(of: request)
      if request.path == "/healthz" {
        return answered(try Self.health(request), context)
      }
      try access.checkToken(of: request)
      if request.path == "/metrics" {
        return answered(try metrics(request), context)
      }
      guard context.isTus else { throw RequestError(404, "there is nothing here") }
    } catch {
      return AnsweredExchange(answer(error, context))
    }
    let upload = UploadID(String(request.path.dropFirst(options.path.utf8.count + 1)))
    context.upload = upload?.short
    do throws(RequestError) {
      return try begin(try RequestHead(request, path: options.path), context)
    } catch {
      return AnsweredExchange(answer(error.adding(expiryHeader(upload, context)), context))
    }
  }

  private func begin(
    _ head: RequestHead, _ context: RequestContext
  ) throws(RequestError) -> any ReceiverExchange {
    switch (head.method, head.upload) {
    case (.options, _): return answered(capabilities, context)
    case (.create, _): return try create(head, context)
    case (.head, let id?): return answered(try status(of: id), context)
    case (.patch, let id?): return try append(head, to: id, context)
    case (.delete, let id?): return answered(try terminate(id), context)
    case (.head, nil), (.patch, nil), (.delete, nil): throw .unknownUpload
    }
  }

  func answered(_ response: ReceiverResponse, _ context: RequestContext) -> any ReceiverExchange {
    AnsweredExchange(answer(response, context))
  }

  /// What OPTIONS tells.
  private var capabilities: ReceiverResponse {
    ReceiverResponse(
      status: 204,
      headers: [
        ("Tus-Version", RequestHead.version), ("Tus-Extension", RequestHead.extensions),
        ("Tus-Max-Size", String(options.maximumByteCount)),
        ("Tus-Checksum-Algorithm", UploadChecksum.algorithms),
        // A sender may create an upload with its bytes in one request: were the answer lost, it is told apart.
        ("Shutterbox-Receiver", "media"),
      ])
  }

  private func status(of id: UploadID) throws(RequestError) -> ReceiverResponse {
    guard var upload = table.snapshot(id) else { throw .unknownUpload }
    if upload.isWhole || isExpired(upload) {
      // Its file is still to be stored, or it is still to be removed.
      let claimed = try claim(id)
      defer { table.release(claimed) }
      if claimed.isWhole { try complete(claimed) }
      upload = table.snapshot(of: claimed)
    }
    var response = ReceiverResponse(status: 200, headers: placeHeaders(upload))
    if let metadata = upload.record.metadata { response.headers.append(("Upload-Metadata", metadata)) }
    return response
  }

  /// Where an upload stands, and until when it may be continued.
  func placeHeaders(_ upload: UploadTable.Snapshot) -> [(name: String, value: String)] {
    var headers = [
      (name: "Upload-Offset", value: String(upload.offset)),
      (name: "Upload-Length", value: String(upload.record.length)),
    ]
    if !upload.isComplete {
      headers.append(("Upload-Expires", HTTPDate.text(upload.changedAt.addingTimeInterval(options.lifetime))))
    }
    return headers
  }

  /// "This header MUST be included in every PATCH response if the upload is going to expire": also where the request was
  /// refused.
  func expiryHeader(_ id: UploadID?, _ context: RequestContext) -> [(name: String, value: String)] {
    guard context.method == "PATCH", let upload = id.flatMap(table.snapshot) else { return [] }
    return placeHeaders(upload).filter { $0.name == "Upload-Expires" }
  }

  private func terminate(_ id: UploadID) throws(RequestError) -> ReceiverResponse {
    let upload = try claim(id)
    do throws(RequestError) {
      try stored { () throws(FileSystemError) in try storage.remove(id) }
    } catch {
      table.release(upload)
      throw error
    }
    table.remove(upload)
    table.count { $0.terminated += 1 }
    log("terminated", [.init("upload", .string(id.short))])
    return ReceiverResponse(status: 204)
  }

  private func append(
    _ head: RequestHead, to id: UploadID, _ context: RequestContext
  ) throws(RequestError) -> any ReceiverExchange {
    let upload = try claim(id)
    do throws(RequestError) {
      if upload.isWhole { try complete(upload) }
      guard head.offset == upload.offset else {
        throw RequestError(409, "Upload-Offset is not where the upload stands")
          .adding("Upload-Offset", String(upload.offset))
      }
      guard head.contentLength ?? 0 <= upload.record.length - upload.offset else { throw .excess }
      if upload.state == .complete {
        let there = table.snapshot(of: upload)
        table.release(upload)
        return answered(ReceiverResponse(status: 204, headers: placeHeaders(there)), context)
      }
      return try BodyExchange(of: head, to: upload, isNew: false, by: self, context)
    } catch {
      table.release(upload)
      throw error
    }
  }

  /// Takes the upload for one request.
  func claim(_ id: UploadID) throws(RequestError) -> Upload {
    switch table.claim(id, now: surroundings.now()) {
    case .missing: throw .unknownUpload
    case .busy: throw .locked
    case .claimed(let upload): return upload
    case .expired(let upload):
      expire(upload)
      throw .unknownUpload
    }
  }

  private func isExpired(_ upload: UploadTable.Snapshot) -> Bool {
    !upload.isComplete && upload.changedAt.addingTimeInterval(options.lifetime) <= surroundings.now()
  }
}

extension RequestError {
  static let locked = RequestError(423, "another request is writing to this upload")
    .adding("Retry-After", "1")
  static let excess = RequestError(413, "the body is longer than what is missing of the upload", .size)
}
