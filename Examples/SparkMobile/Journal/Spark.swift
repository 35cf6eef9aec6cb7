public import Observation
public import Shutterbox

/// One entry that is being composed, and what the screen shows of it.
@MainActor
@Observable
public final class Spark {
  /// A photo or movie of the entry.
  public struct Attachment: Identifiable, Sendable {
    public var id: String { media.id.text }
    public var media: Media
    /// Bytes that the receiver has, or that are on their way.
    public var sentByteCount = 0

    /// Whether the original said where it was taken, and this does not.
    public var isLocationRemoved: Bool { media.removed.contains("gps") }
  }

  public private(set) var attachments: [Attachment] = []
  /// What went wrong last, in words.
  public private(set) var problem: String?
  /// Why nothing is being sent at the moment.
  public private(set) var pause: String?

  private let journal: CaptureJournal
  private var outbox: Outbox?
  private var target: CaptureStore.Target?
  private var sending: Task<Void, Never>?

  public init(journal: CaptureJournal) { self.journal = journal }

  /// Says where to send.
  public func connect(to destination: any Destination, monitor: (any NetworkMonitor)? = nil) {
    outbox = journal.outbox(to: destination, monitor: monitor) { event in
      Task { @MainActor [weak self] in await self?.note(event) }
    }
  }

  // Composing.

  /// Attaches a photo or movie to the entry, which begins with the first of them.
  ///
  /// - Returns: Whether the entry owns it now; otherwise ``problem`` says why not.
  @discardableResult
  public func attach(_ item: CaptureItem, text: String, source: Media.Source) async -> Bool {
    problem = nil
    do {
      let target: CaptureStore.Target
      if let known = self.target {
        target = known
      } else {
        target = .draft(await journal.store.newEntry(text: text))
      }
      var options = CaptureOptions()
      options.source = source
      options.movieLocation = .remove
      let report = try await journal.add([item], to: target, options: options)
      if let failure = report.failures.first { throw failure.error }
      if let entry = report.entry { self.target = .entry(entry) }
      try await refresh()
      return true
    } catch {
      problem = "\(error)"
      return false
    }
  }

  /// Takes what the share sheet left, each drop as an entry of its own.
  public func ingest() async {
    do {
      for (_, outcome) in try await journal.ingest().drops {
        if case .failed(let error) = outcome { problem = "\(error)" }
      }
    } catch {
      problem = "\(error)"
    }
  }

  // Sending.

  /// Sends what there is and what comes, for as long as the app is in front.
  public func startSending() {
    guard let outbox, sending == nil else { return }
    sending = Task {
      await outbox.wake()
      do {
        try await outbox.watch()
      } catch {
        problem = "\(error)"
      }
    }
  }

  /// Sends what is due once, for instance when the system wakes the app.
  public func sendDue() async {
    do {
      try await outbox?.sendDue()
    } catch {
      problem = "\(error)"
    }
  }

  private func note(_ event: OutboxEvent) async {
    switch event {
    case .progressed(let media, let progress):
      guard let index = attachments.firstIndex(where: { $0.media.id == media.id }) else { return }
      attachments[index].sentByteCount = progress.offset
    case .ended(let outcome):
      if outcome.status == .stuck { problem = outcome.reason }
      await refreshOrTell()
    case .paused(let reason, _): pause = reason
    case .resumed: pause = nil
    case .started, .finished, .notFinished, .noted: break
    }
  }

  // Finishing.

  /// Whether everything has arrived, so that the entry can be finished without losing anything.
  public var isSent: Bool { !attachments.isEmpty && attachments.allSatisfy { $0.media.upload == .sent } }

  /// Deletes all that the entry owns. While something is still to be sent that is refused.
  public func finish() async {
    guard let target else { return }
    do {
      try await journal.store.finish(target.id)
      self.target = nil
      attachments = []
    } catch {
      problem = "\(error)"
    }
  }

  private func refreshOrTell() async {
    do { try await refresh() } catch { problem = "\(error)" }
  }

  private func refresh() async throws {
    guard case .entry(let id)? = target else { return }
    let sent = Dictionary(attachments.map { ($0.id, $0.sentByteCount) }) { first, _ in first }
    attachments = try await journal.store.entry(id).ownedMedia.map { media in
      Attachment(
        media: media, sentByteCount: media.upload == .sent ? media.byteCount : sent[media.id.text] ?? 0)
    }
  }
}
