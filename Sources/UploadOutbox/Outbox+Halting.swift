import CaptureStorage
import Connectivity

/// Why nothing is sent for a while, and until when.
struct Halt {
  enum Cause {
    /// The receiver asked for it.
    case asked
    /// The destination cannot be reached, or does not accept the credentials.
    case unusable
    /// The network costs by volume, and the policy forbids that.
    case metered
  }

  let cause: Cause
  let reason: String
  /// By a clock that nobody sets; `nil` lasts until something happens.
  let end: ContinuousClock.Instant?

  /// How much longer it lasts.
  var secondsLeft: Double? {
    end.map { max(0, ($0 - .now) / .seconds(1)) }
  }
}

extension Outbox {
  /// Stops sending because of something that concerns every item.
  func halt(for failure: DeliveryError) async throws {
    failuresInARow += 1
    var seconds = options.retry.delay(afterAttempts: failuresInARow, random: options.random())
    if let asked = failure.retryAfter {
      seconds = min(max(asked, 0), options.retry.pauseCeiling)
      // Other processes, and this one after a restart, leave it alone as well.
      try await store.setPause(of: destination.name, seconds: seconds, reason: failure.reason)
    }
    begin(
      Halt(
        cause: failure.code == .busy ? .asked : .unusable, reason: failure.reason,
        end: .now + .seconds(seconds)))
  }

  /// Leaves the destination alone if it asked for that before.
  func takeUpPause() async throws {
    guard let pause = try await store.pause(of: destination.name, ceiling: options.retry.pauseCeiling) else {
      return
    }
    begin(Halt(cause: .asked, reason: pause.reason, end: .now + .seconds(pause.seconds)))
  }

  private func begin(_ new: Halt) {
    // Of two that overlap the longer one counts, and one without an end is the longest.
    if let old = halt, let newEnd = new.end, old.end.map({ $0 >= newEnd }) ?? true { return }
    let isKnown = halt?.reason == new.reason
    halt = new
    // Several that were under way find out the same.
    if !isKnown { report(.paused(reason: new.reason, seconds: new.secondsLeft)) }
  }

  func resume() {
    guard halt != nil else { return }
    halt = nil
    report(.resumed)
  }

  func endHaltIfOver() {
    if let end = halt?.end, end <= .now { resume() }
  }

  /// Reacts to another network: what waited for one is tried at once, what may not go over this one stops.
  func networkChanged(to state: NetworkState) {
    if destination.isLocal { return }
    if !state.allows(options.network) {
      begin(
        Halt(
          cause: .metered, reason: "the network costs by volume, and only one that does not is to be used",
          end: nil))
      for delivery in deliveries.values { delivery.cancel() }
    } else {
      if let halt, halt.cause != .asked { resume() }
      signal.wake()
    }
  }
}
