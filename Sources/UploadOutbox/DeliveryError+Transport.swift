package import Transport

extension DeliveryError {
  /// What it means for the delivery that a request got no answer.
  ///
  /// Whatever other requests to the same server would run into as well makes the destination unreachable; a
  /// connection that broke or stalled is the matter of this attempt alone.
  package init(_ error: HTTPTransportError) {
    let code: Code =
      switch error.code {
      case .cancelled: .interrupted
      case .timedOut, .connectionLost: .failed
      case .untrusted, .invalid, .unavailable: .unreachable
      default: error.code.isNetworkLoss ? .unreachable : .failed
      }
    self.init(code: code, reason: error.message)
  }
}
