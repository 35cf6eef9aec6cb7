import CaptureStorage
import Connectivity
import Foundation
import PhotoFixtures
import Testing

@testable import UploadOutbox

@Suite("The outbox")
struct OutboxTests {
  private let journal: TestJournal
  private let log = EventLog()

  init() throws {
    journal = try TestJournal()
  }

  private func outbox(
    _ store: CaptureStore, _ destination: ScriptedDestination, concurrency: Int = 1,
    network: NetworkPolicy = .any, monitor: (any NetworkMonitor)? = nil, finishing: Bool = false
  ) -> Outbox {
    var options = OutboxOptions()
    options.concurrency = concurrency
    options.network = network
    options.finishWhenSent = finishing
    options.random = { 1 }
    return Outbox(
      store: store, destination: destination, options: options, monitor: monitor, report: log.report)
  }

  // The order.

  @Test("The oldest goes first, and photos before the movie that was added with them")
  func order() async throws {
    let store = try await journal.open()
    let movie = try await store.queue(bytes: 5_000_000)
    journal.clock.advance(by: 1)
    let first = try await store.queue("one")
    let second = try await store.queue("two")
    // A movie of 5 MB waits for five seconds, not for whatever comes later.
    journal.clock.advance(by: 60)
    let late = try await store.queue("late")
    let destination = ScriptedDestination()
    try await outbox(store, destination).sendDue()
    #expect(destination.attempts == [first.id, second.id, movie.id, late.id])
    #expect(try await store.uploadQueue().isEmpty)
  }

  @Test("As many are sent at once as the options say", arguments: [1, 3])
  func concurrency(count: Int) async throws {
    let store = try await journal.open()
    for index in 0..<8 { try await store.queue("photo \(index)") }
    let started = ByteCounter()
    let destination = ScriptedDestination { _, number throws(DeliveryError) in
      started.note(number + 1)
      // Nobody is done before as many are under way as may be.
      while started.count < count { await Task.yield() }
    }
    try await outbox(store, destination, concurrency: count).sendDue()
    #expect(destination.peak == count)
    #expect(log.sentCount == 8)
  }

  // What fails.

  @Test("One that is refused is stuck with the reason, and the others are sent")
  func refused() async throws {
    let store = try await journal.open()
    let bad = try await store.queue("bad")
    for index in 0..<4 { try await store.queue("photo \(index)") }
    let destination = ScriptedDestination { delivery, _ throws(DeliveryError) in
      if delivery.media.id == bad.id {
        throw DeliveryError(code: .refused, reason: "of no type it takes (415)")
      }
    }
    try await outbox(store, destination).sendDue()
    #expect(log.sentCount == 4)
    #expect(try await store.media(bad.id).upload == .stuck(reason: "of no type it takes (415)"))
    let queue = try await store.uploadQueue()
    #expect(queue.stuck == 1 && queue.waiting == 0 && queue.sending == 0)
    // The next pass leaves it alone; to be asked for it is another matter.
    try await outbox(store, destination).sendDue()
    #expect(destination.attempts.count == 5)
    try await outbox(store, ScriptedDestination()).send([bad.id])
    #expect(try await store.media(bad.id).upload == .sent)
  }

  @Test("One that fails waits longer each time, up to a quarter of an hour, across restarts")
  func backOff() async throws {
    var delays: [Double] = []
    let failing = ScriptedDestination { _, _ throws(DeliveryError) in
      throw DeliveryError(code: .failed, reason: "the receiver failed (500)")
    }
    let media = try await journal.open().queue("photo")
    for _ in 0..<12 {
      let store = try await journal.open()
      try await outbox(store, failing).sendDue()
      guard case .waiting(let next) = try await store.media(media.id).upload else {
        Issue.record("it does not wait")
        return
      }
      let delay = next.timeIntervalSince(journal.clock.now())
      delays.append((delay * 1000).rounded() / 1000)
      // A moment too early it is not due.
      journal.clock.advance(by: delay - 0.01)
      let count = failing.attempts.count
      try await outbox(store, failing).sendDue()
      #expect(failing.attempts.count == count)
      journal.clock.advance(by: 0.01)
    }
    #expect(delays == [2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900])
    #expect(log.outcomes.map(\.attempts) == Array(1...12))
    #expect(log.outcomes.allSatisfy { $0.reason == "the receiver failed (500)" })
  }

  @Test("A clock that is set back by a year, or forward, delays nothing", arguments: [-365.0, 365.0])
  func clockJump(days: Double) async throws {
    let store = try await journal.open()
    let media = try await store.queue("photo")
    let destination = ScriptedDestination { _, number throws(DeliveryError) in
      if number == 0 { throw DeliveryError(code: .failed, reason: "no answer") }
    }
    try await outbox(store, destination).sendDue()
    journal.clock.advance(by: days * 86400)
    try await outbox(store, destination).sendDue()
    #expect(try await store.media(media.id).upload == .sent)
  }

  @Test("A pause that a receiver asked for ends by the clock, also when that was set back by a year")
  func pauseAndClock() async throws {
    let store = try await journal.open()
    try await store.queue("photo")
    let destination = ScriptedDestination { _, number throws(DeliveryError) in
      if number == 0 { throw DeliveryError(code: .busy, reason: "too many requests", retryAfter: 300) }
    }
    try await outbox(store, destination).sendDue()
    journal.clock.advance(by: -365 * 86400)
    try await outbox(store, destination).sendDue()
    #expect(log.sentCount == 1)
  }

  @Test("When the receiver asks to be left alone, nothing at all is sent, after a restart as well")
  func busy() async throws {
    let store = try await journal.open()
    for index in 0..<5 { try await store.queue("photo \(index)") }
    let destination = ScriptedDestination { _, number throws(DeliveryError) in
      if number == 1 { throw DeliveryError(code: .busy, reason: "too many requests", retryAfter: 5) }
    }
    try await outbox(store, destination).sendDue()
    #expect(destination.attempts.count == 2)
    #expect(try await store.uploadQueue().waiting == 4)
    // It is nobody's fault that it must wait.
    #expect(log.outcomes.last?.attempts == 0)
    journal.clock.advance(by: 4.9)
    let reopened = try await journal.open()
    try await outbox(reopened, destination).sendDue()
    #expect(destination.attempts.count == 2)
    // Another destination is another matter.
    try await outbox(reopened, ScriptedDestination(name: "other")).send([destination.attempts[1]])
    #expect(log.sentCount == 2)
    journal.clock.advance(by: 0.1)
    try await outbox(reopened, destination).sendDue()
    #expect(try await reopened.uploadQueue().isEmpty)
  }

  @Test("However long a receiver asks for, it is asked again after an hour")
  func longPause() async throws {
    let store = try await journal.open()
    try await store.queue("photo")
    let destination = ScriptedDestination { _, number throws(DeliveryError) in
      if number == 0 { throw DeliveryError(code: .busy, reason: "see you next year", retryAfter: 3.2e7) }
    }
    try await outbox(store, destination).sendDue()
    journal.clock.advance(by: 3599)
    try await outbox(try await journal.open(), destination).sendDue()
    #expect(log.sentCount == 0)
    journal.clock.advance(by: 1)
    try await outbox(try await journal.open(), destination).sendDue()
    #expect(log.sentCount == 1)
  }

  @Test("When nothing leads there, the pass ends, nothing counts as tried, and the next one begins at once")
  func unreachable() async throws {
    let store = try await journal.open()
    for index in 0..<3 { try await store.queue("photo \(index)") }
    let destination = ScriptedDestination { _, number throws(DeliveryError) in
      if number == 0 { throw DeliveryError(code: .unreachable, reason: "the name cannot be looked up") }
    }
    let outbox = outbox(store, destination)
    try await outbox.sendDue()
    #expect(destination.attempts.count == 1)
    #expect(log.outcomes.map(\.attempts) == [0])
    try await outbox.sendDue()
    #expect(log.sentCount == 3)
  }

  // The files.

  @Test(
    "A file that is not what was added is not sent", arguments: ["same size", "shorter", "gone", "a link"])
  func changed(how: String) async throws {
    let store = try await journal.open()
    let media = try await store.queue("photo one")
    let url = journal.url(media)
    switch how {
    case "same size": try Data("photo two".utf8).write(to: url)
    case "shorter": try Data("photo".utf8).write(to: url)
    default: try FileManager.default.removeItem(at: url)
    }
    if how == "a link" {
      try Data("photo one".utf8).write(to: url.appendingPathExtension("x"))
      try FileManager.default.createSymbolicLink(
        at: url, withDestinationURL: url.appendingPathExtension("x"))
    }
    let other = try await store.queue("another")
    let destination = ScriptedDestination()
    try await outbox(store, destination).sendDue()
    #expect(destination.attempts == [other.id])
    guard case .stuck(let reason) = try await store.media(media.id).upload else {
      Issue.record("it is not stuck")
      return
    }
    #expect(reason.contains("changed on disk"))
  }

  @Test("What changes while it is sent is not sent on")
  func changedMeanwhile() async throws {
    let store = try await journal.open()
    let size = VerifiedFile.usualPieceByteCount + 1000
    let media = try await store.queue(bytes: size)
    let url = journal.url(media)
    let destination = ScriptedDestination { delivery, _ throws(DeliveryError) in
      _ = try delivery.file.piece(0)
      do {
        let file = try FileHandle(forWritingTo: url)
        try file.seek(toOffset: UInt64(size - 10))
        try file.write(contentsOf: Data("changed".utf8))
        try file.close()
      } catch {
        throw DeliveryError(code: .failed, reason: "\(error)")
      }
      _ = try delivery.file.piece(1)
    }
    try await outbox(store, destination).sendDue()
    #expect(log.outcomes.map(\.status) == [.stuck])
  }

  // Several at once, and those that die.

  @Test("Two outboxes over the same captures send nothing twice")
  func twoOutboxes() async throws {
    let store = try await journal.open()
    for index in 0..<40 { try await store.queue("photo \(index)") }
    let other = try await journal.open()
    let destination = ScriptedDestination { _, _ throws(DeliveryError) in await Task.yield() }
    async let one: Void = outbox(store, destination, concurrency: 4).sendDue()
    async let two: Void = outbox(other, destination, concurrency: 4).sendDue()
    _ = try await (one, two)
    #expect(destination.attempts.count == 40)
    #expect(Set(destination.attempts).count == 40)
    #expect(try await store.uploadQueue().isEmpty)
  }

  @Test("What one is sending another leaves alone, until the first dies")
  func lease() async throws {
    var dying: CaptureStore? = try await journal.open()
    let media = try #require(try await dying?.queue("photo"))
    let lease = try await dying?.leaseUpload(ceiling: 900, destination: "test")
    #expect(lease?.media.id == media.id)
    let store = try await journal.open()
    #expect(try await store.media(media.id).upload == .sending)
    let destination = ScriptedDestination()
    try await outbox(store, destination).sendDue()
    try await outbox(store, destination).send([media.id])
    #expect(destination.attempts.isEmpty)
    dying = nil
    try await outbox(store, destination).sendDue()
    #expect(destination.attempts == [media.id])
  }

  @Test("What a destination remembered is there after a restart, and not for another destination")
  func resumeState() async throws {
    let media = try await journal.open().queue("photo")
    let first = ScriptedDestination(name: "one") { delivery, _ throws(DeliveryError) in
      try await delivery.remember("https://example.org/files/1")
      throw DeliveryError(code: .failed, reason: "cut off")
    }
    try await outbox(try await journal.open(), first).sendDue()
    let states = AsyncStream.makeStream(of: String?.self)
    let script: @Sendable (Delivery, Int) async throws(DeliveryError) -> Void = {
      delivery, _ throws(DeliveryError) in
      states.continuation.yield(delivery.state)
      throw DeliveryError(code: .failed, reason: "cut off")
    }
    let store = try await journal.open()
    try await outbox(store, ScriptedDestination(name: "two", script)).send([media.id])
    try await outbox(store, ScriptedDestination(name: "one", script)).send([media.id])
    states.continuation.finish()
    var seen: [String?] = []
    for await state in states.stream { seen.append(state) }
    #expect(seen == [nil, "https://example.org/files/1"])
  }

  @Test("An entry that is deleted while its photo is sent is no trouble")
  func deletedMeanwhile() async throws {
    let store = try await journal.open()
    let media = try await store.queue("photo")
    let destination = ScriptedDestination { delivery, _ throws(DeliveryError) in
      do {
        try await store.finish(delivery.media.entry, force: true)
      } catch {
        throw DeliveryError(code: .failed, reason: "\(error)")
      }
      try await delivery.remember("state")
    }
    try await outbox(store, destination).sendDue()
    #expect(try await store.uploadQueue().isEmpty)
    #expect(try await store.entry(media.entry).state == .finished)
  }

  // Finishing.

  @Test("An entry is finished when all of it was sent, if the caller wants that", arguments: [false, true])
  func finishing(wanted: Bool) async throws {
    let store = try await journal.open()
    let draft = await store.newEntry(text: nil)
    let first = try await store.queue(Data("one".utf8), to: .draft(draft))
    let second = try await store.queue(Data("two".utf8), to: .entry(draft.id))
    let destination = ScriptedDestination { delivery, number throws(DeliveryError) in
      if delivery.media.id == second.id, number == 1 { throw DeliveryError(code: .failed, reason: "no") }
    }
    try await outbox(store, destination, finishing: wanted).sendDue()
    #expect(try await store.entry(draft.id).state == .open)
    #expect(FileManager.default.fileExists(atPath: journal.url(first).path))
    journal.clock.advance(by: 60)
    try await outbox(store, destination, finishing: wanted).sendDue()
    #expect(try await store.entry(draft.id).state == (wanted ? .finished : .open))
    #expect(FileManager.default.fileExists(atPath: journal.url(first).path) == !wanted)
  }

  // Watching.

  @Test("A watching outbox sends what another process adds, and ends when its task does")
  func watching() async throws {
    let store = try await journal.open()
    let destination = ScriptedDestination()
    let outbox = outbox(store, destination, concurrency: 2)
    let watch = Task { try await outbox.watch() }
    let other = try await journal.open()
    for index in 0..<5 {
      try await other.queue("photo \(index)")
      await log.waitForSent(index + 1)
    }
    watch.cancel()
    try await watch.value
    #expect(destination.attempts.count == 5)
  }

  @Test("An entry that cannot be finished keeps no watching outbox busy")
  func stuckFinish() async throws {
    let store = try await journal.open()
    let media = try await store.queue("photo")
    _ = try Tool.output(
      "sqlite3",
      [
        journal.home.appendingPathComponent("ledger.sqlite").path,
        "UPDATE entry SET state = 'finishing' WHERE id = '\(media.entry)'",
      ])
    #expect(try await store.secondsToNextUpload(ceiling: 900) == nil)
    #expect(try await store.leaseUpload(ceiling: 900, destination: "test") == nil)
  }

  @Test("A watching outbox tries again by itself")
  func watchingRetries() async throws {
    let store = try await journal.open()
    try await store.queue("photo")
    let destination = ScriptedDestination { _, number throws(DeliveryError) in
      if number < 3 { throw DeliveryError(code: .failed, reason: "no answer") }
    }
    var options = OutboxOptions()
    options.random = { 0.001 }
    let outbox = Outbox(store: store, destination: destination, options: options, report: log.report)
    // Its own clock stands still, so only what is due at once is due.
    journal.clock.advance(by: 0)
    let watch = Task { try await outbox.watch() }
    let clock = Task {
      while !Task.isCancelled {
        journal.clock.advance(by: 0.01)
        await Task.yield()
      }
    }
    await log.waitForSent(1)
    clock.cancel()
    watch.cancel()
    try await watch.value
    #expect(destination.attempts.count == 4)
  }

  @Test("A network that comes back wakes what waited for it")
  func networkReturns() async throws {
    let store = try await journal.open()
    try await store.queue("photo")
    let network = TestNetwork()
    let destination = ScriptedDestination { _, number throws(DeliveryError) in
      if number == 0 { throw DeliveryError(code: .unreachable, reason: "no network leads there") }
    }
    var options = OutboxOptions()
    options.retry.base = 900
    options.random = { 1 }
    let outbox = Outbox(
      store: store, destination: destination, options: options, monitor: network, report: log.report)
    let watch = Task { try await outbox.watch() }
    await log.wait { events in events.contains { if case .paused = $0 { true } else { false } } }
    network.change(to: .unmetered)
    await log.waitForSent(1)
    watch.cancel()
    try await watch.value
  }

  @Test("Nothing goes over a network that costs, also when it comes to cost while something is sent")
  func metered() async throws {
    let store = try await journal.open()
    try await store.queue("photo")
    let network = TestNetwork(.metered)
    let begun = AsyncStream.makeStream(of: Void.self)
    let destination = ScriptedDestination { _, number throws(DeliveryError) in
      guard number == 0 else { return }
      begun.continuation.yield()
      // Only to be cancelled ends it.
      let never = AsyncStream<Void> { _ in }
      for await _ in never {}
      throw DeliveryError(code: .interrupted, reason: "interrupted")
    }
    let outbox = outbox(store, destination, network: .unmetered, monitor: network)
    try await outbox.sendDue()
    #expect(destination.attempts.isEmpty)
    let watch = Task { try await outbox.watch() }
    network.change(to: .unmetered)
    for await _ in begun.stream { break }
    network.change(to: .metered)
    await log.wait { events in events.contains { if case .ended = $0 { true } else { false } } }
    #expect(log.outcomes.map(\.status) == [.waiting])
    #expect(log.outcomes.map(\.attempts) == [0])
    network.change(to: .unmetered)
    await log.waitForSent(1)
    watch.cancel()
    try await watch.value
  }

  @Test("A destination on this machine needs no network that costs nothing")
  func local() async throws {
    let store = try await journal.open()
    try await store.queue("photo")
    let outbox = outbox(
      store, ScriptedDestination(isLocal: true), network: .unmetered, monitor: TestNetwork(.metered))
    try await outbox.sendDue()
    #expect(log.sentCount == 1)
  }

  @Test("To be asked for something that is put off makes it due at once, also while the queue runs")
  func retry() async throws {
    let store = try await journal.open()
    let media = try await store.queue("photo")
    let destination = ScriptedDestination { _, number throws(DeliveryError) in
      if number == 0 { throw DeliveryError(code: .refused, reason: "no") }
    }
    let outbox = outbox(store, destination)
    let watch = Task { try await outbox.watch() }
    await log.wait { events in events.contains { if case .ended = $0 { true } else { false } } }
    #expect(try await store.retryUpload(of: media.id))
    await outbox.wake()
    await log.waitForSent(1)
    watch.cancel()
    try await watch.value
    #expect(try await !store.retryUpload(of: media.id))
  }
}

@Suite("How long to wait")
struct RetryPolicyTests {
  @Test("The jitter is full: anything from nothing to the back-off")
  func jitter() {
    let policy = RetryPolicy()
    #expect(policy.delay(afterAttempts: 3, random: 0) == 0)
    #expect(policy.delay(afterAttempts: 3, random: 0.5) == 4)
    #expect(policy.delay(afterAttempts: 3, random: 1) == 8)
  }

  @Test("No number of attempts gives more than the ceiling", arguments: [0, 1, 10, 64, 1000, Int.max])
  func ceiling(attempts: Int) {
    let delay = RetryPolicy().delay(afterAttempts: attempts, random: 1)
    #expect(delay > 0 && delay <= 900)
  }
}
