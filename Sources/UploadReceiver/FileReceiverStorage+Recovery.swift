public import DurableFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension FileReceiverStorage {
  public func recover() throws(FileSystemError) -> ReceiverRecovery {
    var recovery = ReceiverRecovery()
    var ids: Set<UploadID> = []
    for name in try uploads.names() {
      let text = name.description
      if text.hasPrefix("."), text.hasSuffix(".tmp") {
        try removeTemporary(name, in: uploads)
      } else if text.hasSuffix(".part") || text.hasSuffix(".json"),
        let id = UploadID(String(text.dropLast(5)))
      {
        ids.insert(id)
      }
    }
    for id in ids.sorted(by: { $0.text < $1.text }) {
      if let upload = try recover(id) {
        recovery.uploads.append(upload)
      } else {
        recovery.dropped += 1
        try remove(id)
      }
    }
    recovery.storedBytes = try storedByteCount()
    return recovery
  }

  /// - Returns: `nil` if nobody can go on with the upload.
  private func recover(_ id: UploadID) throws(FileSystemError) -> ReceiverRecovery.Upload? {
    guard let record = try record(of: id) else { return nil }
    let part: GrowingFile
    do throws(FileSystemError) {
      part = try uploads.growingFile(Self.partName(id), isNew: false)
    } catch  where error.errno == ELOOP {
      // Somebody has put a link there. Nothing is done to what it leads to.
      return nil
    } catch  where error.code == .notFound {
      guard let file = try file(of: record.key), record.isDone(by: file) else { return nil }
      return ReceiverRecovery.Upload(record: record, byteCount: nil, changedAt: file.receivedAt)
    }
    let status = try part.status()
    let counting = min(status.byteCount, record.checkedByteCount ?? record.length, record.length)
    if counting < status.byteCount {
      try willTake(.truncateBytes)
      try part.truncate(to: counting)
    }
    // What the former run had not put on the disk counts from here on.
    try part.sync()
    return ReceiverRecovery.Upload(record: record, byteCount: counting, changedAt: status.modificationDate)
  }

  /// - Returns: `nil` if there is none that can be read.
  private func record(of id: UploadID) throws(FileSystemError) -> UploadRecord? {
    do throws(FileSystemError) {
      return try uploads.open(Self.recordName(id)).bytes(limit: Self.recordLimit)
        .flatMap { RecordFile.read($0, of: id) }
    } catch  where error.code == .notFound || error.errno == ELOOP {
      return nil
    }
  }

  private func storedByteCount() throws(FileSystemError) -> Int {
    var sum = 0
    for name in try root.names() where MediaKey(entry: name.description, media: name.description) != nil {
      // Not a folder of the receiver's: there is nothing to count.
      guard let entry = try? root.folder(name) else { continue }
      for file in try entry.names() where !file.description.hasSuffix(".json") {
        // It went between the two calls.
        guard let status = try? entry.status(file), status.kind == .file else { continue }
        sum += status.byteCount
      }
    }
    return sum
  }
}
