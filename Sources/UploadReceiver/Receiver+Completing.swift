import DurableFiles
import Hashing
import JSONText

extension Receiver {
  /// Makes the file of `upload`, which the caller has claimed and all of whose bytes are on the disk, or refuses it.
  ///
  /// The upload is removed if it is refused. If its file cannot be stored now, it stays with all its bytes, and the next
  /// request for it tries again. Either way the claim stays the caller's.
  ///
  /// - Parameter hasher: Has seen all bytes; `nil` if nothing has.
  func complete(_ upload: Upload, hasher: SHA256Hasher? = nil) throws(RequestError) {
    let record = upload.record
    let file: StoredFile
    do throws(RequestError) {
      file = try provenFile(record, hasher)
      try stored { () throws(FileSystemError) in try storage.keep(record, as: file) }
    } catch {
      if let refusal = error.refusal, refusal != .space {
        discard(upload)
        log(
          "refused", [.init("upload", .string(upload.id.short)), .init("reason", .string(refusal.rawValue))])
      } else {
        table.update(upload) { $0.offset = record.length }
      }
      throw error
    }
    let now = surroundings.now()
    table.update(upload) {
      $0.offset = record.length
      $0.state = .complete
      $0.changedAt = now
      $0.hasher = nil
    }
    table.count {
      $0.completed += 1
      $0.storedBytes += record.length
    }
    log("completed", [.init("upload", .string(upload.id.short)), .init("bytes", .integer(record.length))])
    options.stored(file)
  }

  /// What is to be kept, if its bytes are those that were declared, are of a type that is taken, and pass the inspection.
  private func provenFile(
    _ record: UploadRecord, _ hasher: SHA256Hasher?
  ) throws(RequestError) -> StoredFile {
    guard let part = try part(of: record.id) else {
      // An earlier try has made the file and failed behind that.
      guard let file = try stored({ () throws(FileSystemError) in try storage.file(of: record.key) }),
        record.isDone(by: file)
      else { throw RequestError(500, "the bytes of the upload are gone", .unreadable) }
      return file
    }
    let digest = if let hasher { hasher.finish() } else { try digest(of: part) }
    guard record.sha256 == nil || record.sha256 == digest else {
      throw RequestError(422, "the SHA-256 of what came is not the one that was declared", .hash)
    }
    // Of no bytes there is no type, and nothing that they could carry.
    let type = record.length == 0 ? nil : try type(of: part, record)
    return StoredFile(
      key: record.key, byteCount: record.length, sha256: digest, type: type, receivedAt: surroundings.now())
  }

  private func part(of id: UploadID) throws(RequestError) -> (any ReceiverPart)? {
    try stored { () throws(FileSystemError) -> (any ReceiverPart)? in
      do throws(FileSystemError) {
        return try storage.part(of: id)
      } catch  where error.code == .notFound {
        return nil
      }
    }
  }

  private func digest(of part: any ReceiverPart) throws(RequestError) -> SHA256Digest {
    try stored { () throws(FileSystemError) in
      let hasher = SHA256Hasher()
      let buffer = UnsafeMutableRawBufferPointer.allocate(
        byteCount: FileCopy.chunkByteCount, alignment: 4096)
      defer { buffer.deallocate() }
      var done = 0
      while true {
        let count = try part.read(into: buffer, at: done)
        if count == 0 { return hasher.finish() }
        hasher.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        done += count
      }
    }
  }

  /// What the bytes say that the file is. What the sender says decides nothing: it can only be wrong.
  private func type(
    of part: any ReceiverPart, _ record: UploadRecord
  ) throws(RequestError) -> MediaType {
    let head = try stored { () throws(FileSystemError) in
      var head = [UInt8](repeating: 0, count: MediaType.headByteCount)
      var failure: FileSystemError?
      // `withUnsafeMutableBytes` passes on no typed error.
      let count = head.withUnsafeMutableBytes { buffer in
        do throws(FileSystemError) {
          return try part.read(into: buffer, at: 0)
        } catch {
          failure = error
          return 0
        }
      }
      if let failure { throw failure }
      return Array(head.prefix(count))
    }
    guard let type = MediaType(head: head), options.types.contains(type) else {
      throw RequestError(415, "what came is no photo or movie of a type that is taken here", .type)
    }
    guard record.type.map(type.fits) ?? true else {
      throw RequestError(415, "what came is of another type than was declared", .type)
    }
    switch options.inspect?(ReceivedFile(type: type, byteCount: record.length, part: part)) {
    case .clean, nil: return type
    case .metadata(let kinds):
      throw RequestError(422, "the file carries metadata: \(kinds.joined(separator: ", "))", .metadata)
    case .unreadable(let reason):
      throw RequestError(422, "the file cannot be checked: \(reason)", .unreadable)
    }
  }
}
