#if os(Linux)
  import Transport

  /// A request on its way to the thread that runs it, with whom to tell how it ended.
  struct CurlJob: Sendable {
    typealias Result = Swift.Result<HTTPResponse, HTTPTransportError>

    let number: Int
    let request: HTTPRequest
    let address: WebAddress
    let progress: (@Sendable (Int) -> Void)?
    /// To be called exactly once.
    let finish: @Sendable (Result) -> Void

    static let cancelled = Result.failure(
      HTTPTransportError(code: .cancelled, message: "the request was cancelled"))
  }
#endif
