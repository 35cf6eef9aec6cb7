import DurableFiles
import JSONText

extension Receiver {
  /// Removes an unfinished upload, which the caller has claimed, since it got nothing for too long.
  func expire(_ upload: Upload) {
    discard(upload)
    table.count { $0.expired += 1 }
    log("expired", [.init("upload", .string(upload.id.short))])
  }

  /// Forgets `upload`, which the caller has claimed, and removes its bytes if it is unfinished.
  func discard(_ upload: Upload) {
    do throws(FileSystemError) {
      try storage.remove(upload.id)
    } catch {
      // Nobody can go on with it. What is left of it is taken up at the next start, and then expires.
      logFailure(error)
    }
    table.remove(upload)
  }

  /// Calls the storage, and makes an answer of a failure.
  func stored<Result>(_ body: () throws(FileSystemError) -> Result) throws(RequestError) -> Result {
    do throws(FileSystemError) {
      return try body()
    } catch {
      throw requestError(error)
    }
  }

  func requestError(_ error: FileSystemError) -> RequestError {
    switch error.code {
    case .noSpace: return .noSpace
    case .exists: return .conflict
    default:
      logFailure(error)
      return RequestError(500, "the receiver cannot store it")
    }
  }

  private func logFailure(_ error: FileSystemError) {
    // Without the path: the ids in it are the sender's.
    log(
      "storage_failed",
      [
        .init("code", .string(error.code.description)), .init("message", .string(error.message)),
        .init("errno", .optional(error.errno.map(Int.init))),
      ])
  }

  func log(_ event: String, _ members: [JSONValue.Member]) {
    let time = JSONValue.Member("at", .optional(Timestamp.text(surroundings.now())))
    options.log(ReceiverEvent(event, [time] + members))
  }
}
