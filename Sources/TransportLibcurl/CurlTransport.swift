public import Transport

#if os(Linux)
  import CCurl
  import Synchronization

  /// Carries requests with libcurl, which is opened when the first one is sent.
  ///
  /// Beyond what every transport does:
  ///
  /// - All requests are run by one thread, which the first one starts and the end of this object stops. Up to
  ///   ``maximumRequestCount`` are under way at once; others wait for their turn, and their deadlines begin with it.
  /// - HTTP/1.1 is spoken, each request on a connection of its own: an answer that comes early then always ends the
  ///   sending of that body alone.
  /// - A connection that the server closed while it was kept for the next request is no failure: if not a byte of
  ///   an answer has come over it, the request is sent once more over a new one, whatever its method. A server
  ///   may then see a request twice, as it may whenever an answer gets lost.
  /// - `Expect: 100-continue` is sent only if the request has that field. The body follows after a second at the
  ///   latest then; a 417 lets the request be sent again without it.
  /// - A proxy is taken from `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy` as `curl` does. That holds for
  ///   addresses of this machine as well; `no_proxy=localhost,127.0.0.1,::1` excepts them.
  /// - Sockets are not inherited by children of the program.
  /// - Authorities are those of the system. `SSL_CERT_FILE` and `SSL_CERT_DIR` take their place, as in `curl`.
  /// - Whether a network costs by volume is not known here; `allowsMeteredNetwork` has no effect.
  /// - Bodies are not copied as a whole, and bodies of answers are not decoded.
  public final class CurlTransport: HTTPTransport {
    /// How many requests are under way at once, and how many connections are kept.
    public static let maximumRequestCount = 16

    private let authorities: CurlAuthorities
    /// `nil` until the first request.
    private let loop = Mutex<CurlLoop?>(nil)

    /// A transport that trusts the system's authorities, or those that the environment names.
    public convenience init() {
      self.init(authorities: CurlAuthorities(environment: CurlAuthorities.environment()))
    }

    /// A transport that trusts the authorities given.
    package init(authorities: CurlAuthorities) {
      self.authorities = authorities
    }

    deinit {
      loop.withLock { $0?.stop() }
    }

    public func response(
      to request: HTTPRequest, progress: (@Sendable (Int) -> Void)?
    ) async throws(HTTPTransportError) -> HTTPResponse {
      let address = try request.checkedAddress()
      let loop = try startedLoop()
      let number = loop.nextNumber()
      let result: CurlJob.Result = await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          loop.submit(
            CurlJob(
              number: number, request: request, address: address, progress: progress,
              finish: { continuation.resume(returning: $0) }))
        }
      } onCancel: {
        loop.cancel(number)
      }
      return try result.get()
    }

    private func startedLoop() throws(HTTPTransportError) -> CurlLoop {
      let result: Result<CurlLoop, HTTPTransportError> = loop.withLock { current in
        if let current { return .success(current) }
        guard ccurl_open() else {
          return .failure(
            HTTPTransportError(
              code: .unavailable,
              message: "libcurl is not installed; on Debian and its relatives: apt install libcurl4"))
        }
        guard let started = CurlLoop(limit: Self.maximumRequestCount, authorities: authorities) else {
          return .failure(
            HTTPTransportError(code: .unavailable, message: "the system has no memory or thread for requests")
          )
        }
        current = started
        return .success(started)
      }
      return try result.get()
    }
  }
#endif
