public import UploadReceiver

/// An exchange whose answer needs no body.
public final class FixedExchange: ReceiverExchange {
  private let response: ReceiverResponse

  public init(_ response: ReceiverResponse) {
    self.response = response
  }

  public var earlyResponse: ReceiverResponse? { response }
  public func receive(_ bytes: UnsafeRawBufferPointer) -> ReceiverResponse? { response }
  public func finish() -> ReceiverResponse { response }
  public func abort() {}
}
