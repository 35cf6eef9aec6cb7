import CaptureStorage
import DurableFiles
import Hashing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Outbox {
  /// Sends what was leased, and writes down what became of it.
  ///
  /// - Throws: ``LedgerError`` if that cannot be written down. The lease ends with the process then.
  func deliver(_ lease: LeasedUpload) async throws {
    let media = lease.media
    report(.started(media))
    let record = AttemptRecord()
    let task = Task { [report] in
      await send(lease) { progress in
        record.note(progress)
        report(.progressed(media, progress))
      }
    }
    deliveries[media.id] = task
    let failure = await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    deliveries[media.id] = nil
    if let failure {
      try await settle(
        lease, failure, sentByteCount: record.sentByteCount, hasProgress: record.hasProgress)
    } else {
      try await strikeOff(lease, sentByteCount: record.sentByteCount)
    }
  }

  /// - Returns: Why it was not delivered; `nil` if it was.
  nonisolated private func send(
    _ lease: LeasedUpload, _ progress: @escaping @Sendable (Delivery.Progress) -> Void
  ) async -> DeliveryError? {
    do throws(DeliveryError) {
      let delivery = Delivery(
        media: lease.media, file: try await verifiedFile(of: lease), state: lease.resumeState,
        onState: { state throws(DeliveryError) in try await self.remember(state, of: lease.media.id) },
        onProgress: progress)
      try await destination.send(delivery)
      return nil
    } catch {
      return error
    }
  }

  nonisolated private func verifiedFile(of lease: LeasedUpload) async throws(DeliveryError) -> VerifiedFile {
    let media = lease.media
    do throws(DeliveryError) {
      let source: FileByteSource
      do {
        source = try store.open(media)
      } catch {
        throw DeliveryError(opening: error)
      }
      return try await VerifiedFile(source, byteCount: media.byteCount, sha256: media.sha256)
    } catch {
      // What an earlier attempt left there is of the file as it was, and the destination does not get to know.
      if error.code == .changed, let state = lease.resumeState { await abandon(state) }
      throw error
    }
  }

  nonisolated private func remember(
    _ state: String?, of media: Identifier<Media>
  ) async throws(DeliveryError) {
    do {
      try await store.rememberUpload(state, of: media, at: destination.name)
    } catch let error as CaptureStoreError where error.code == .noSuchMedia {
      throw DeliveryError(code: .interrupted, reason: "deleted meanwhile")
    } catch {
      throw DeliveryError(code: .failed, reason: "\(error)")
    }
  }

  /// Frees what lies at the destination of an upload that will not be continued.
  nonisolated private func abandon(_ state: String) async {
    do throws(DeliveryError) {
      try await destination.abandon(state)
    } catch {
      report(.noted("what was begun there is left to expire: \(error.reason)"))
    }
  }

  private func strikeOff(_ lease: LeasedUpload, sentByteCount: Int) async throws {
    failuresInARow = 0
    let entry = try await store.strikeOff(lease.media.id, finishing: options.finishWhenSent)
    report(
      .ended(
        .init(
          media: lease.media, status: .sent, sentByteCount: sentByteCount, attempts: lease.attempts + 1,
          reason: nil, nextTry: nil)))
    guard let entry else { return }
    do {
      report(.finished(try await store.finish(entry)))
    } catch {
      report(.notFinished(entry, error))
    }
  }

  private func settle(
    _ lease: LeasedUpload, _ failure: DeliveryError, sentByteCount: Int, hasProgress: Bool
  ) async throws {
    let outcome: OutboxEvent.Outcome
    switch failure.code {
    case .refused, .changed:
      failuresInARow = 0
      outcome = try await end(lease, stuck: failure, sentByteCount)
    case .failed:
      failuresInARow = 0
      // On a link that breaks again and again, what gets on a piece each time needs no longer and longer waits.
      let attempts = lease.attempts + 1
      let delay = options.retry.delay(
        afterAttempts: hasProgress ? 1 : attempts, random: options.random())
      outcome = try await end(lease, waiting: failure, attempts: attempts, seconds: delay, sentByteCount)
    case .interrupted:
      outcome = try await end(lease, waiting: failure, attempts: lease.attempts, seconds: 0, sentByteCount)
    default:
      // No fault of the item, which goes first when the destination can be used again.
      outcome = try await end(lease, waiting: failure, attempts: lease.attempts, seconds: 0, sentByteCount)
      try await halt(for: failure)
    }
    report(.ended(outcome))
  }

  private func end(
    _ lease: LeasedUpload, stuck failure: DeliveryError, _ sentByteCount: Int
  ) async throws -> OutboxEvent.Outcome {
    try await store.endUpload(
      of: lease.media.id, .stuck(attempts: lease.attempts + 1, reason: failure.reason))
    return OutboxEvent.Outcome(
      media: lease.media, status: .stuck, sentByteCount: sentByteCount, attempts: lease.attempts + 1,
      reason: failure.reason, nextTry: nil)
  }

  private func end(
    _ lease: LeasedUpload, waiting failure: DeliveryError, attempts: Int, seconds: Double,
    _ sentByteCount: Int
  ) async throws -> OutboxEvent.Outcome {
    let next = store.surroundings.now().addingTimeInterval(seconds)
    try await store.endUpload(
      of: lease.media.id,
      .waiting(
        nextTry: Int((next.timeIntervalSince1970 * 1000).rounded(.up)), attempts: attempts,
        reason: failure.reason))
    return OutboxEvent.Outcome(
      media: lease.media, status: .waiting, sentByteCount: sentByteCount, attempts: attempts,
      reason: failure.reason, nextTry: seconds > 0 ? next : nil)
  }
}

extension DeliveryError {
  /// Why the file of media cannot be opened.
  init(opening error: any Error) {
    switch error {
    case let error as CaptureStoreError:
      self.init(code: .changed, reason: "changed on disk: \(error.message)")
    case let error as FileSystemError where error.code == .notFound:
      self.init(code: .changed, reason: "changed on disk: the file is gone")
    case let error as FileSystemError:
      self.init(code: .failed, reason: error.message)
    default:
      self.init(code: .failed, reason: "\(error)")
    }
  }
}
