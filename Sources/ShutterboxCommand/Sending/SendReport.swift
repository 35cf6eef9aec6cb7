import CaptureStorage
import JSONText
import Threading
import UploadOutbox

/// Tells what an outbox does, as it does it.
final class SendReport: @unchecked Sendable {
  // Unchecked: the lock guards every variable.
  private let lock = ConditionLock()
  private let console: Console
  private let isJSON: Bool
  private let progress: ProgressDisplay
  private var offsets: [Identifier<Media>: Int] = [:]
  private var doneByteCount = 0
  private var doneCount = 0
  private var attempted: Set<Identifier<Media>> = []
  private var hasFailed = false

  /// - Parameters:
  ///   - total: How many media are to be sent, and how many bytes they have.
  init(console: Console, json isJSON: Bool, total: (count: Int, byteCount: Int)) {
    self.console = console
    self.isJSON = isJSON
    progress = ProgressDisplay(console: console, total: total.count, byteCount: total.byteCount)
  }

  /// Whether something was not done that is no item, such as finishing an entry.
  var hasFailure: Bool { lock.withLock { hasFailed } }

  /// Whether an attempt was made to send the media.
  func hasAttempted(_ media: Identifier<Media>) -> Bool { lock.withLock { attempted.contains(media) } }

  func take(_ event: OutboxEvent) {
    switch event {
    case .started: break
    case .progressed(let media, let position): show(media.id, position.offset)
    case .ended(let outcome): end(outcome)
    case .finished(let finished):
      if !isJSON {
        console.print("\(finished.entry)  finished, \(ByteCountText.text(finished.freedByteCount)) freed")
      }
    case .notFinished(let entry, let error):
      lock.withLock { hasFailed = true }
      console.report(StoreFailure(error, subject: entry.text).text)
    case .paused(let reason, let seconds):
      let time = seconds.map { " for \(Int($0.rounded(.up))) s" } ?? ""
      console.report(TerminalText.plain("paused\(time): \(reason)"))
    case .resumed: console.report("going on")
    case .noted(let text): console.report(TerminalText.plain(text))
    }
  }

  /// Prints the line of media that were not tried.
  func tell(_ queued: QueuedUpload) {
    print(SendLine(queued))
  }

  /// Removes the progress bar.
  func finish() { progress.finish() }

  private func show(_ media: Identifier<Media>, _ offset: Int) {
    let (count, bytes) = lock.withLock {
      offsets[media] = offset
      return (doneCount, doneByteCount + offsets.values.reduce(0, +))
    }
    progress.advance(to: count, byteCount: bytes)
  }

  private func end(_ outcome: OutboxEvent.Outcome) {
    let (count, bytes) = lock.withLock {
      attempted.insert(outcome.media.id)
      offsets[outcome.media.id] = nil
      if outcome.status == .sent {
        doneCount += 1
        doneByteCount += outcome.media.byteCount
      }
      return (doneCount, doneByteCount + offsets.values.reduce(0, +))
    }
    progress.advance(to: count, byteCount: bytes)
    print(SendLine(outcome))
  }

  private func print(_ line: SendLine) {
    console.print(isJSON ? line.json.line : line.text)
  }
}
