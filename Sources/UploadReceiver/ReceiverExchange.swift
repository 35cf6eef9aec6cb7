/// One request under way: the listener hands its body over as it comes and writes the answer.
///
/// The listener calls from one thread at a time. Exactly one of `finish()` and `abort()` ends an exchange.
public protocol ReceiverExchange: AnyObject {
  /// The answer, if there is one before the body was read: then the body is not wanted.
  var earlyResponse: ReceiverResponse? { get }

  /// Takes the next bytes of the body.
  ///
  /// - Returns: An answer if no more is wanted, such as 413 or 507.
  func receive(_ bytes: UnsafeRawBufferPointer) -> ReceiverResponse?

  /// The body has come whole.
  func finish() -> ReceiverResponse

  /// The connection ended, or a deadline passed, before the body had come. What came is kept for a resumption.
  func abort()
}
