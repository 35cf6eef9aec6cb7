import DurableFiles
import Hashing
import JSONText

/// A request whose body goes into an upload, which it has claimed until it ends.
///
/// Nothing of the body stays in memory. The upload stands where it stood until all is on the disk and checked; then it
/// stands behind the body.
final class BodyExchange: ReceiverExchange {
  private let receiver: Receiver
  private let upload: Upload
  private let head: RequestHead
  private let context: RequestContext
  /// Whether this very request created the upload.
  private let isNew: Bool
  private let part: any ReceiverPart
  /// Where the upload stood.
  private let start: Int
  /// Where it will stand.
  private var position: Int
  /// Bytes of the body so far, kept or not.
  private var received = 0
  /// Has seen the bytes up to `position`.
  private let hasher: SHA256Hasher?
  private let checksum: RunningChecksum?
  /// The answer, once there is one.
  private var response: ReceiverResponse?
  private var isOver = false

  /// - Throws: ``RequestError`` if the storage fails. The claim is the caller's then.
  init(
    of head: RequestHead, to upload: Upload, isNew: Bool, by receiver: Receiver, _ context: RequestContext
  ) throws(RequestError) {
    self.receiver = receiver
    self.upload = upload
    self.head = head
    self.isNew = isNew
    var context = context
    context.upload = upload.id.short
    self.context = context
    start = upload.offset
    position = upload.offset
    hasher = upload.hasher?.copy()
    checksum = head.checksum.map(RunningChecksum.init)
    part = try receiver.stored { () throws(FileSystemError) in
      // Bytes that are still to be checked must not count after a crash, others must.
      try receiver.remember(checked: head.checksum == nil ? nil : upload.offset, of: upload)
      return try receiver.storage.part(of: upload.id)
    }
    receiver.table.count { $0.requestsUnderWay += 1 }
  }

  deinit {
    // The listener lost it.
    abort()
  }

  var earlyResponse: ReceiverResponse? { nil }

  func receive(_ bytes: UnsafeRawBufferPointer) -> ReceiverResponse? {
    guard !isOver else { return response }
    received += bytes.count
    guard bytes.count <= upload.record.length - position else {
      rollBack()
      dropIfUnreachable()
      return end(.excess, endsEarly: true)
    }
    do throws(FileSystemError) {
      try part.write(bytes, at: position)
    } catch {
      return fail(error)
    }
    position += bytes.count
    hasher?.update(bytes)
    checksum?.update(bytes)
    return nil
  }

  /// Ends the request because the bytes behind `position` could not be written. Those before it are kept.
  private func fail(_ error: FileSystemError) -> ReceiverResponse {
    let failure = receiver.requestError(error)
    if checksum == nil && truncate(to: position) {
      // A second failure, if there is one, leaves the upload where it stood; the first one is told.
      do throws(RequestError) { try commit() } catch {}
    } else {
      rollBack()
    }
    dropIfUnreachable()
    return end(failure, endsEarly: true)
  }

  func finish() -> ReceiverResponse {
    if isOver, let response { return response }
    if let length = head.contentLength, position - start != length {
      keepOrDrop()
      return end(RequestError(400, "the body is not as long as Content-Length says"), endsEarly: true)
    }
    if let checksum, !checksum.matches() {
      rollBack()
      dropIfUnreachable()
      return end(
        RequestError(460, "the checksum of the body is not the one that was declared", .checksum),
        endsEarly: false)
    }
    do throws(RequestError) {
      try commit()
    } catch {
      dropIfUnreachable()
      return end(error, endsEarly: false)
    }
    let there = receiver.table.snapshot(of: upload)
    let success =
      head.method == .create
      ? receiver.createdResponse(there)
      : ReceiverResponse(status: 204, headers: receiver.placeHeaders(there))
    return end { receiver.answer(success, context, endsEarly: false, bytes: received) }
  }

  func abort() {
    guard !isOver else { return }
    keepOrDrop()
    receiver.log(
      "aborted", [.init("upload", .string(upload.id.short)), .init("bytes", .integer(received))])
    release()
  }

  /// Keeps what has come of a body that ended early, if it counts without the rest and somebody can go on with it.
  private func keepOrDrop() {
    if checksum != nil { rollBack() }
    dropIfUnreachable()
    if checksum == nil && upload.state == .receiving {
      do throws(RequestError) {
        try commit()
      } catch {
        // There is nobody to tell. Refusals are counted here, since no answer will.
        if let refusal = error.refusal {
          receiver.table.count { $0.refused[refusal, default: 0] += 1 }
        }
      }
    }
  }

  /// Removes the upload if nobody was told where it is, and nobody can ask by the id of its media.
  private func dropIfUnreachable() {
    if isNew && head.metadata.key == nil && upload.state != .removed { receiver.discard(upload) }
  }

  /// Puts the body on the disk, and the upload behind it. If that was the last of it, its file is made.
  private func commit() throws(RequestError) {
    guard position > start else { return }
    do throws(RequestError) {
      try receiver.stored { () throws(FileSystemError) in
        try part.sync()
        if checksum != nil { try receiver.remember(checked: position, of: upload) }
      }
    } catch {
      // What the disk holds of the body is not known any more.
      rollBack()
      throw error
    }
    if position == upload.record.length {
      // Where it stands is told when its file is there, and not before.
      try receiver.complete(upload, hasher: hasher)
    } else {
      let now = receiver.surroundings.now()
      receiver.table.update(upload) {
        $0.offset = position
        $0.hasher = hasher
        // Bytes alone make it live longer: this is not reached without any.
        $0.changedAt = now
      }
    }
  }

  private func rollBack() {
    position = start
    if !truncate(to: start) { receiver.discard(upload) }
  }

  /// - Returns: Whether the bytes from `byteCount` on are gone.
  private func truncate(to byteCount: Int) -> Bool {
    do throws(FileSystemError) {
      try part.truncate(to: byteCount)
      return true
    } catch {
      _ = receiver.requestError(error)
      return false
    }
  }

  private func end(_ error: RequestError, endsEarly: Bool) -> ReceiverResponse {
    let error = error.adding(receiver.expiryHeader(upload.id, context))
    return end { receiver.answer(error, context, endsEarly: endsEarly, bytes: received) }
  }

  private func end(_ answer: () -> ReceiverResponse) -> ReceiverResponse {
    let answer = answer()
    response = answer
    release()
    return answer
  }

  private func release() {
    isOver = true
    receiver.table.count {
      $0.requestsUnderWay -= 1
      $0.bytesReceived += received
    }
    receiver.table.release(upload)
  }
}

extension Receiver {
  /// Puts down which bytes of `upload`, which the caller has claimed, count after a crash, unless that is down already.
  func remember(checked: Int?, of upload: Upload) throws(FileSystemError) {
    guard upload.record.checkedByteCount != checked else { return }
    var record = upload.record
    record.checkedByteCount = checked
    try storage.update(record)
    table.update(upload) { $0.record = record }
  }
}
