public import CaptureStorage
public import Connectivity
import DurableFiles

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Sends the media to upload to one destination, when the network allows, and never loses or doubles anything.
///
/// The list is the ledger's; the outbox keeps nothing of its own that must survive. What is being sent is leased in
/// the ledger, so several processes may run an outbox over the same captures: none sends what another one does, and
/// what a process that died was sending is taken up by the next. Media are struck off only when the receiver
/// has proved to have them.
///
/// An item that fails is tried again later and holds up nothing else; one that the receiver will never take is stuck,
/// stays visible with a reason in plain words, and waits for somebody to ask for it. When the receiver asks to be left
/// alone, or cannot be reached at all, everything waits.
///
///     let outbox = Outbox(store: journal.store, destination: destination)
///     try await outbox.sendDue()
public actor Outbox {
  /// Where it sends.
  public nonisolated let destination: any Destination
  let store: CaptureStore
  let options: OutboxOptions
  let monitor: (any NetworkMonitor)?
  let report: @Sendable (OutboxEvent) -> Void

  /// Why nothing is sent at the moment.
  var halt: Halt?
  /// How many times in a row the destination as a whole could not be used.
  var failuresInARow = 0
  var deliveries: [Identifier<Media>: Task<DeliveryError?, Never>] = [:]
  let signal = WakeSignal()

  /// - Parameters:
  ///   - store: The captures, with the list of media to upload.
  ///   - destination: Where it sends.
  ///   - options: Over which networks, how many at once, and when again.
  ///   - monitor: Tells which network there is. Without one any will do, and only trying finds out.
  ///   - report: Gets what happens, from any thread.
  public init(
    store: CaptureStore, destination: any Destination, options: OutboxOptions = OutboxOptions(),
    monitor: (any NetworkMonitor)? = nil, report: @escaping @Sendable (OutboxEvent) -> Void = { _ in }
  ) {
    self.store = store
    self.destination = destination
    self.options = options
    self.monitor = monitor
    self.report = report
  }

  /// Sends what is due, each item once, and returns when nothing due is left or everything must wait.
  ///
  /// To cancel the task ends it; what was under way goes on from where it was next time.
  ///
  /// - Throws: `LedgerError` if the ledger fails. What became of the items is reported and no error.
  public func sendDue() async throws {
    try await run(Run(.due))
  }

  /// Sends the media of the ids `media` now, whether they are due, put off or stuck.
  ///
  /// A receiver that asked to be left alone still is. Those that are not to be uploaded, or are being sent, are
  /// passed over.
  ///
  /// - Throws: As ``sendDue()``.
  public func send(_ media: [Identifier<Media>]) async throws {
    try await run(Run(.chosen(media[...])))
  }

  /// Sends what there is and what comes, until the task is cancelled.
  ///
  /// It sleeps until something is added, the next item is due, or the network changes.
  ///
  /// - Throws: As ``sendDue()``. That the task was cancelled is no error.
  public func watch() async throws {
    try await run(Run(.watched))
  }

  /// Looks for something to send at once, such as after the app has come to the front: ends the pause that the
  /// outbox took because it could not reach the destination.
  public func wake() {
    if let halt, halt.cause != .asked { resume() }
    signal.wake()
  }

  private func run(_ run: Run) async throws {
    try await store.freeLostUploads()
    // Whoever asks for sending wants it tried.
    if halt?.cause == .unusable { resume() }
    endHaltIfOver()
    try await takeUpPause()
    if let monitor, !destination.isLocal { await networkChanged(to: monitor.state()) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      let workers = min(max(options.concurrency, 1), 16)
      for _ in 0..<workers { group.addTask { try await self.work(run) } }
      // What only ever wakes must not keep a pass from ending.
      let watchers = [watchNetwork(), run.isWatching ? await watchLedger() : nil].compactMap { $0 }
      defer { for watcher in watchers { watcher.cancel() } }
      for _ in 0..<workers { try await group.next() }
    }
  }

  private func watchNetwork() -> Task<Void, Never>? {
    guard let monitor, !destination.isLocal else { return nil }
    return Task { [weak self] in
      for await state in monitor.changes { await self?.networkChanged(to: state) }
    }
  }

  private func watchLedger() async -> Task<Void, Never>? {
    // Without a watch, what others add is found when the next item is due, and what this process adds at once.
    guard let changes = try? await store.changes() else { return nil }
    return Task { [signal] in
      for await _ in changes { signal.wake() }
    }
  }

  /// Takes items and sends them until there are none, or forever if the run watches.
  private func work(_ run: Run) async throws {
    while !Task.isCancelled {
      let seen = signal.generation
      if halt == nil, let lease = try await nextLease(run) {
        try await deliver(lease)
      } else if run.isWatching {
        await signal.wait(since: seen, seconds: try await secondsToWait())
        endHaltIfOver()
      } else {
        return
      }
    }
  }

  private func nextLease(_ run: Run) async throws -> LeasedUpload? {
    switch run.scope {
    case .watched:
      return try await store.leaseUpload(ceiling: options.retry.ceiling, destination: destination.name)
    case .due:
      let lease = try await store.leaseUpload(
        after: run.position, ceiling: options.retry.ceiling, destination: destination.name)
      // Another worker may have got further meanwhile.
      if let lease, run.position < lease.position { run.position = lease.position }
      return lease
    case .chosen(var media):
      while let next = media.popFirst() {
        run.scope = .chosen(media)
        if let lease = try await store.leaseUpload(of: next, destination: destination.name) { return lease }
        // Others may have taken some while the ledger was asked.
        if case .chosen(let rest) = run.scope { media = rest }
      }
      return nil
    }
  }

  /// How long nothing can happen by itself.
  private func secondsToWait() async throws -> Double? {
    if let halt { return halt.secondsLeft }
    try await store.freeLostUploads()
    let next = try await store.secondsToNextUpload(ceiling: options.retry.ceiling)
    // Nothing tells when another process dies that was sending something.
    let isSentElsewhere = try await store.uploadQueue().sending > deliveries.count
    return [next, isSentElsewhere ? 15 : nil].compactMap { $0 }.min()
  }
}

/// One call of an outbox's sending functions.
final class Run: @unchecked Sendable {
  // Unchecked: only the outbox's actor touches what changes.

  enum Scope {
    case due
    case chosen(ArraySlice<Identifier<Media>>)
    case watched
  }

  var scope: Scope
  /// Where it is in the order of uploads, so that it tries nothing twice.
  var position = UploadPosition.start

  let isWatching: Bool

  init(_ scope: Scope) {
    self.scope = scope
    isWatching = if case .watched = scope { true } else { false }
  }
}
