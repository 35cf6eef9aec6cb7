/// A request whose answer was known before its body.
final class AnsweredExchange: ReceiverExchange {
  private let response: ReceiverResponse

  init(_ response: ReceiverResponse) {
    self.response = response
  }

  var earlyResponse: ReceiverResponse? { response }
  func receive(_ bytes: UnsafeRawBufferPointer) -> ReceiverResponse? { response }
  func finish() -> ReceiverResponse { response }
  func abort() {}
}
