/// Where the outbox sends: a tus server, an S3 bucket, a folder.
///
/// A destination sends one item from where it stands until the receiver has proved to have it, once. When to try
/// again, and in which order, is the outbox's to decide.
public protocol Destination: Sendable {
  /// Tells one destination from another, in the ledger and in messages: its address without secrets.
  var name: String { get }

  /// Whether it is on this machine, so that no network has a say in when to send.
  var isLocal: Bool { get }

  /// Sends one item.
  ///
  /// When this returns, the receiver has shown that it has all the bytes (exact status, and offset equal to
  /// length). An item that the receiver has already is no error.
  ///
  /// - Throws: ``DeliveryError``. `CancellationError` never: a cancelled task ends with the code `interrupted`.
  func send(_ delivery: Delivery) async throws(DeliveryError)

  /// Frees what an upload that will not be continued left there, as far as the destination knows how.
  ///
  /// - Parameter state: What the upload had ``Delivery/remember(_:)``.
  /// - Throws: ``DeliveryError``. That it is gone already is no error.
  func abandon(_ state: String) async throws(DeliveryError)

  /// Finds out whether the destination can be reached and takes what this one would send, without sending anything.
  ///
  /// - Returns: A few words on what answered, such as `tus 1.0.0, creation, checksum`.
  func check() async throws(DeliveryError) -> String
}
