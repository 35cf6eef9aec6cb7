public import Connectivity
public import UploadOutbox

extension CaptureJournal {
  /// An outbox that sends the media to upload of these captures.
  ///
  ///     let transport = try SystemTransport.make(for: address, credentials: FixedCredentials.bearer(token))
  ///     let outbox = journal.outbox(to: try TusDestination(endpoint: address, transport: transport))
  ///     try await outbox.sendDue()
  ///
  /// On iOS an app calls `UploadOutbox/Outbox/watch()` for as long as it is in the foreground, and
  /// `UploadOutbox/Outbox/sendDue()` from a background task: what the system cuts off goes on where it was.
  ///
  /// - Parameters:
  ///   - destination: Where it sends.
  ///   - options: Over which networks, how many at once, and when again.
  ///   - monitor: Tells which network there is, such as a `SystemNetworkMonitor`. Without one any will do.
  ///   - report: Gets what happens, from any thread.
  public func outbox(
    to destination: any Destination, options: OutboxOptions = OutboxOptions(),
    monitor: (any NetworkMonitor)? = nil, report: @escaping @Sendable (OutboxEvent) -> Void = { _ in }
  ) -> Outbox {
    Outbox(store: store, destination: destination, options: options, monitor: monitor, report: report)
  }
}
