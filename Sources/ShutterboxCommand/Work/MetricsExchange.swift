import UploadReceiver

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Adds lines to the metrics that another exchange answers with.
final class MetricsExchange: ReceiverExchange {
  private let inner: any ReceiverExchange
  private let text: @Sendable () -> String

  init(_ inner: any ReceiverExchange, adding text: @escaping @Sendable () -> String) {
    self.inner = inner
    self.text = text
  }

  var earlyResponse: ReceiverResponse? { inner.earlyResponse.map(completed) }
  func receive(_ bytes: UnsafeRawBufferPointer) -> ReceiverResponse? { inner.receive(bytes).map(completed) }
  func finish() -> ReceiverResponse { completed(inner.finish()) }
  func abort() { inner.abort() }

  private func completed(_ response: ReceiverResponse) -> ReceiverResponse {
    guard response.status == 200 else { return response }
    var response = response
    response.body += Data(text().utf8)
    return response
  }
}
