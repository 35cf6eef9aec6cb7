public import DurableFiles
import JSONText

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A server of tus 1.0.0 (https://tus.io/protocols/resumable-upload): requests in, responses out.
///
/// It opens no socket: a listener reads the head of a request, calls ``begin(_:)`` and hands the body over. All its
/// methods may be called from several threads at once; they wait for the disk.
public final class Receiver: Sendable {
  /// What a receiver takes from its surroundings, so that a test can set it.
  public struct Surroundings: Sendable {
    /// The time now.
    public var now: @Sendable () -> Date = { Date() }
    /// 64 random bits. From the system's own generator by default.
    public var random: @Sendable () -> UInt64 = { UInt64.random(in: .min ... .max) }

    public init() {}
  }

  public let options: ReceiverOptions
  let storage: any ReceiverStorage
  let surroundings: Surroundings
  let access: AccessControl
  let table: UploadTable

  /// Takes up what a former run left in `storage`.
  ///
  /// - Throws: ``FileSystemError`` if that cannot be read. What cannot be stored or is refused on the way is no error.
  public init(
    _ options: ReceiverOptions, storage: any ReceiverStorage, surroundings: Surroundings = Surroundings()
  ) throws(FileSystemError) {
    self.options = options
    self.storage = storage
    self.surroundings = surroundings
    access = AccessControl(token: options.token, hosts: options.hosts)
    table = UploadTable(lifetime: options.lifetime)
    takeUp(try storage.recover())
  }

  private func takeUp(_ recovery: ReceiverRecovery) {
    let now = surroundings.now()
    table.count { $0.storedBytes = recovery.storedBytes }
    for found in recovery.uploads {
      table.insert(
        Upload(
          record: found.record, offset: found.byteCount ?? found.record.length,
          state: found.byteCount == nil ? .complete : .receiving,
          // A clock that was set back must not keep an upload for ever.
          changedAt: min(found.changedAt, now)))
    }
    log(
      "recovered",
      [
        .init("uploads", .integer(recovery.uploads.count)), .init("dropped", .integer(recovery.dropped)),
        .init("stored_bytes", .integer(recovery.storedBytes)),
      ])
    completeWhole()
  }

  /// Makes the files of uploads that have all their bytes: the last run ended before, or the disk was full then.
  private func completeWhole() {
    for id in table.whole {
      guard case .claimed(let upload) = table.claim(id, now: .distantPast) else { continue }
      do throws(RequestError) {
        if upload.isWhole { try complete(upload) }
      } catch {
        // Refusals are counted and logged; what cannot be stored is tried again.
        if let refusal = error.refusal { table.count { $0.refused[refusal, default: 0] += 1 } }
      }
      table.release(upload)
    }
  }

  /// Removes unfinished uploads that got nothing for too long, forgets old ones that are complete, and makes files that
  /// could not be made before. To be called about every minute.
  ///
  /// - Returns: How many unfinished uploads were removed.
  @discardableResult
  public func expire() -> Int {
    completeWhole()
    var count = 0
    for upload in table.claimDue(now: surroundings.now()) {
      if upload.state == .receiving {
        count += 1
        expire(upload)
      } else {
        discard(upload)
      }
    }
    return count
  }

  /// What was done since the start, and what there is now.
  public var counters: ReceiverCounters { table.counters }
}
