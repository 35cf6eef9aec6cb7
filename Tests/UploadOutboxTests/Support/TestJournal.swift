import CaptureStorage
import Connectivity
import DurableFiles
import Foundation
import PhotoFixtures
import Threading
import UploadOutbox

/// Captures with media to upload, in a folder of their own.
struct TestJournal {
  let scratch: ScratchFolder
  let clock = TestClock()

  init() throws {
    scratch = try ScratchFolder()
  }

  var home: URL { URL(fileURLWithPath: "\(scratch.path)/home") }

  func open() async throws -> CaptureStore {
    var surroundings = CaptureStore.Surroundings()
    surroundings.now = clock.now
    return try await CaptureStore.open(home: home, surroundings: surroundings)
  }

  /// Where the file of `media` is.
  func url(_ media: Media) -> URL { home.appendingPathComponent(media.file) }
}

/// The time of day, which a test sets.
final class TestClock: @unchecked Sendable {
  // Unchecked: the lock guards the only variable.
  private let lock = ConditionLock()
  private var seconds = 1_800_000_000.0

  var now: @Sendable () -> Date { { [self] in Date(timeIntervalSince1970: lock.withLock { seconds }) } }

  func advance(by seconds: Double) { lock.withLock { self.seconds += seconds } }
}

extension CaptureStore {
  /// Adds a photo whose file is `text` to a new entry.
  @discardableResult
  nonisolated func queue(_ text: String) async throws -> Media {
    try await queue(Data(text.utf8), to: .draft(await newEntry(text: nil)))
  }

  @discardableResult
  nonisolated func queue(_ bytes: Data, to target: Target) async throws -> Media {
    let media = NewMedia.photo(jpeg: bytes, width: 4, height: 3, source: .camera, removed: [])
    guard case .media(let added) = try await add(media, to: target) else {
      throw FixtureError("the same is there already")
    }
    return added
  }

  /// A file of `count` bytes that no other has.
  @discardableResult
  nonisolated func queue(bytes count: Int, seed: Int = 0) async throws -> Media {
    var state = UInt64(truncatingIfNeeded: seed &* 7919 &+ count)
    let bytes = Data(
      (0..<count).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(truncatingIfNeeded: state >> 33)
      })
    return try await queue(bytes, to: .draft(await newEntry(text: nil)))
  }
}

/// A destination that does what a test says.
final class ScriptedDestination: Destination, @unchecked Sendable {
  // Unchecked: the lock guards every variable.
  let name: String
  let isLocal: Bool
  private let lock = ConditionLock()
  private let script: @Sendable (Delivery, Int) async throws(DeliveryError) -> Void
  private var sent: [Identifier<Media>] = []
  private var underWay = 0
  private var mostAtOnce = 0

  /// - Parameter script: Gets the delivery, and how many came before it.
  init(
    name: String = "test", isLocal: Bool = false,
    _ script: @escaping @Sendable (Delivery, Int) async throws(DeliveryError) -> Void = {
      _, _ throws(DeliveryError) in
    }
  ) {
    self.name = name
    self.isLocal = isLocal
    self.script = script
  }

  /// The media in the order in which their sending began.
  var attempts: [Identifier<Media>] { lock.withLock { sent } }
  /// How many were sent at the same time at most.
  var peak: Int { lock.withLock { mostAtOnce } }

  func send(_ delivery: Delivery) async throws(DeliveryError) {
    let number = lock.withLock {
      sent.append(delivery.media.id)
      underWay += 1
      mostAtOnce = max(mostAtOnce, underWay)
      return sent.count - 1
    }
    defer { lock.withLock { underWay -= 1 } }
    try await script(delivery, number)
  }

  func abandon(_ state: String) async throws(DeliveryError) {
    lock.withLock { abandonedStates.append(state) }
  }

  private var abandonedStates: [String] = []
  var abandoned: [String] { lock.withLock { abandonedStates } }

  func check() async throws(DeliveryError) -> String { "test" }
}

/// Keeps what an outbox reports.
final class EventLog: @unchecked Sendable {
  // Unchecked: the lock guards the only variable.
  private let lock = ConditionLock()
  private var all: [OutboxEvent] = []
  private var waiters:
    [(condition: @Sendable ([OutboxEvent]) -> Bool, continuation: CheckedContinuation<Void, Never>)] =
      []

  var report: @Sendable (OutboxEvent) -> Void {
    { [self] event in
      let ready = lock.withLock {
        all.append(event)
        let ready = waiters.filter { $0.condition(all) }
        waiters.removeAll { $0.condition(all) }
        return ready
      }
      for waiter in ready { waiter.continuation.resume() }
    }
  }

  var events: [OutboxEvent] { lock.withLock { all } }

  var outcomes: [OutboxEvent.Outcome] {
    events.compactMap { if case .ended(let outcome) = $0 { outcome } else { nil } }
  }

  /// How many media were sent.
  var sentCount: Int { outcomes.count { $0.status == .sent } }

  /// Waits until `condition` holds of what was reported.
  func wait(_ condition: @escaping @Sendable ([OutboxEvent]) -> Bool) async {
    await withCheckedContinuation { continuation in
      let isReady = lock.withLock {
        if condition(all) { return true }
        waiters.append((condition, continuation))
        return false
      }
      if isReady { continuation.resume() }
    }
  }

  /// Waits until as many were sent.
  func waitForSent(_ count: Int) async {
    await wait { events in
      events.count { if case .ended(let outcome) = $0 { outcome.status == .sent } else { false } } >= count
    }
  }
}

/// A network that a test changes.
final class TestNetwork: NetworkMonitor, @unchecked Sendable {
  // Unchecked: the lock guards every variable.
  private let lock = ConditionLock()
  private var current: NetworkState
  private var listeners: [AsyncStream<NetworkState>.Continuation] = []

  init(_ cost: NetworkState.Cost = .unmetered) {
    current = NetworkState(reachability: .reachable, cost: cost)
  }

  func state() async -> NetworkState { lock.withLock { current } }

  var changes: AsyncStream<NetworkState> {
    let (stream, continuation) = AsyncStream.makeStream(of: NetworkState.self)
    lock.withLock {
      listeners.append(continuation)
      continuation.yield(current)
    }
    return stream
  }

  func change(to cost: NetworkState.Cost) {
    lock.withLock {
      current.cost = cost
      for listener in listeners { listener.yield(current) }
    }
  }
}
