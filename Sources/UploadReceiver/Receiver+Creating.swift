import DurableFiles
import Hashing
import JSONText

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Receiver {
  /// Creates an upload, or finds the one that there is of the same media.
  func create(_ head: RequestHead, _ context: RequestContext) throws(RequestError) -> any ReceiverExchange {
    guard head.length <= options.maximumByteCount else {
      throw RequestError(413, "the upload is larger than this receiver takes", .size)
    }
    guard head.metadata.type.map(options.types.contains) ?? true else {
      throw RequestError(415, "the type in Upload-Metadata is none that is taken here", .type)
    }
    guard !head.hasBody || head.contentLength ?? 0 <= head.length else { throw .excess }
    let key = if let named = head.metadata.key { named } else { try newKey() }
    let former = table.reserve(key)
    defer { table.unreserve(key) }
    if let former, let exchange = try resume(former, head, context) { return exchange }
    if head.metadata.key != nil, let upload = try rememberStored(head, key) {
      return created(upload, context)
    }
    let upload = try make(head, key)
    do throws(RequestError) {
      if head.length > 0 && head.hasBody {
        return try BodyExchange(of: head, to: upload, isNew: true, by: self, context)
      }
      if head.length == 0 { try complete(upload) }
    } catch {
      // The sender of a media that is named finds it again.
      if head.metadata.key == nil { discard(upload) }
      table.release(upload)
      throw error
    }
    table.release(upload)
    return created(upload, context)
  }

  /// The answer to a creation whose body, if there is one, is not taken.
  private func created(_ upload: Upload, _ context: RequestContext) -> any ReceiverExchange {
    answered(createdResponse(table.snapshot(of: upload)), context)
  }

  func createdResponse(_ upload: UploadTable.Snapshot) -> ReceiverResponse {
    ReceiverResponse(
      status: 201, headers: [("Location", "\(options.path)/\(upload.record.id.text)")] + placeHeaders(upload))
  }

  /// Goes on with the upload `id` of the same media.
  ///
  /// - Returns: `nil` if it is of no use any more, and gone.
  private func resume(
    _ id: UploadID, _ head: RequestHead, _ context: RequestContext
  ) throws(RequestError) -> (any ReceiverExchange)? {
    guard let there = table.snapshot(id) else { return nil }
    let upload: Upload
    switch table.claim(id, now: surroundings.now()) {
    case .missing: return nil
    case .busy:
      try checkSame(there.record, head)
      guard !there.isWhole else { throw .locked }
      return answered(createdResponse(there), context)
    case .expired(let expired):
      expire(expired)
      return nil
    case .claimed(let claimed): upload = claimed
    }
    do throws(RequestError) {
      if upload.state == .complete {
        // Somebody may have taken the file out of the folder since.
        guard let file = try file(of: upload.record.key) else {
          discard(upload)
          return nil
        }
        try checkSame(file, head)
        table.count { $0.alreadyStored += 1 }
      } else {
        try checkSame(upload.record, head)
        if upload.isWhole { try complete(upload) }
        table.count { $0.continued += 1 }
        if upload.offset == 0 && upload.record.length > 0 && head.hasBody {
          return try BodyExchange(of: head, to: upload, isNew: false, by: self, context)
        }
      }
    } catch {
      table.release(upload)
      throw error
    }
    table.release(upload)
    return created(upload, context)
  }

  /// An upload that is complete from the start, if the media has the very file.
  private func rememberStored(_ head: RequestHead, _ key: MediaKey) throws(RequestError) -> Upload? {
    guard let file = try file(of: key) else { return nil }
    try checkSame(file, head)
    let record = record(head, key)
    try stored { () throws(FileSystemError) in try storage.remember(record) }
    let upload = Upload(
      record: record, offset: record.length, state: .complete, changedAt: surroundings.now())
    table.insert(upload)
    table.count { $0.alreadyStored += 1 }
    log("already_stored", [.init("upload", .string(record.id.short))])
    return upload
  }

  /// Makes an upload, which the caller has claimed.
  private func make(_ head: RequestHead, _ key: MediaKey) throws(RequestError) -> Upload {
    guard table.openUploads < options.openUploadLimit else {
      throw RequestError(503, "too many uploads are unfinished", .limit).adding("Retry-After", "60")
    }
    if let free = storage.freeByteCount(), free < head.length { throw .noSpace }
    var record = record(head, key)
    // Bytes with a checksum do not count before they are checked.
    if head.checksum != nil && head.hasBody { record.checkedByteCount = 0 }
    try stored { () throws(FileSystemError) in try storage.create(record) }
    let upload = Upload(
      record: record, offset: 0, state: .receiving, changedAt: surroundings.now(), hasher: SHA256Hasher())
    upload.isClaimed = true
    table.insert(upload)
    table.count { $0.created += 1 }
    log("created", [.init("upload", .string(record.id.short)), .init("length", .integer(record.length))])
    return upload
  }

  private func record(_ head: RequestHead, _ key: MediaKey) -> UploadRecord {
    UploadRecord(
      id: UploadID(random: surroundings.random), key: key, length: head.length, sha256: head.metadata.sha256,
      type: head.metadata.type, metadata: head.metadata.text)
  }

  /// Ids for a file whose sender gave none: it becomes an entry of its own.
  private func newKey() throws(RequestError) -> MediaKey {
    let now = surroundings.now()
    let ids = [0, 1].map { _ in UUIDv7.text(now, random: (surroundings.random(), surroundings.random())) }
    guard let key = MediaKey(entry: ids[0], media: ids[1]) else {
      throw RequestError(500, "no id can be made")
    }
    return key
  }

  private func file(of key: MediaKey) throws(RequestError) -> StoredFile? {
    try stored { () throws(FileSystemError) in try storage.file(of: key) }
  }

  private func checkSame(_ there: UploadRecord, _ head: RequestHead) throws(RequestError) {
    guard there.length == head.length, there.sha256 == head.metadata.sha256 else { throw .conflict }
  }

  private func checkSame(_ there: StoredFile, _ head: RequestHead) throws(RequestError) {
    guard there.byteCount == head.length, there.sha256 == head.metadata.sha256 else { throw .conflict }
  }
}

extension RequestError {
  static let conflict = RequestError(
    409, "this media is here with other bytes, and is not replaced", .conflict)
  static let noSpace = RequestError(507, "the disk of the receiver is full", .space)
}
