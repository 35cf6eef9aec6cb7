#if os(Linux)
  import CCurl
  import Glibc
  import Transport

  /// What a code of libcurl means.
  struct CurlFailure {
    let code: CURLcode
    let easy: UnsafeMutableRawPointer?
    /// libcurl's own words, which are looked at and not shown.
    let words: String
    let host: String

    func error(deadlines: HTTPRequest.Deadlines) -> HTTPTransportError {
      switch code {
      case CURLE_COULDNT_RESOLVE_HOST:
        failure(.nameNotFound, "the name \(host) cannot be looked up")
      case CURLE_COULDNT_RESOLVE_PROXY:
        failure(.nameNotFound, "the name of the proxy cannot be looked up")
      case CURLE_COULDNT_CONNECT where [ENETUNREACH, EHOSTUNREACH, ENETDOWN].contains(systemError):
        failure(.offline, "no network leads to \(host)")
      case CURLE_COULDNT_CONNECT:
        failure(.refused, "\(host) does not accept the connection")
      case CURLE_OPERATION_TIMEDOUT:
        failure(.timedOut, "no connection to \(host) within \(Self.text(deadlines.connect))")
      case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS:
        failure(.untrusted, "the certificate of \(host) is not to be trusted")
      case CURLE_SSL_CACERT_BADFILE:
        failure(.untrusted, "the file of trusted authorities cannot be read (SSL_CERT_FILE)")
      case CURLE_SSL_CONNECT_ERROR where !wasCut:
        failure(.untrusted, "no secure connection to \(host) can be made")
      case CURLE_SSL_CIPHER, CURLE_SSL_CERTPROBLEM, CURLE_SSL_ENGINE_INITFAILED:
        failure(.untrusted, "no secure connection to \(host) can be made")
      case CURLE_URL_MALFORMAT:
        failure(.invalid, "the address makes no sense")
      case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_WRITE_ERROR:
        failure(.connectionLost, "what \(host) answers is not HTTP")
      case CURLE_OUT_OF_MEMORY:
        failure(.connectionLost, "there is no memory for the request")
      default:
        failure(.connectionLost, "the connection to \(host) ended before the answer was complete")
      }
    }

    /// Seconds in words.
    static func text(_ seconds: Double) -> String {
      let whole = Int(min(max(seconds, 0), 1e9))
      return seconds == Double(whole) ? "\(whole) second\(whole == 1 ? "" : "s")" : "\(seconds) seconds"
    }

    private func failure(_ code: HTTPTransportError.Code, _ message: String) -> HTTPTransportError {
      HTTPTransportError(code: code, message: message)
    }

    /// Whether the connection ended in the middle of the TLS handshake, for which there is no code.
    private var wasCut: Bool {
      let words = words.lowercased()
      return ["syscall", "eof", "reset", "terminated", "closed"].contains { words.contains($0) }
    }

    private var systemError: CInt {
      var number = 0
      guard let easy, ccurl_get_long(easy, CURLINFO_OS_ERRNO, &number) == CURLE_OK else { return 0 }
      return CInt(truncatingIfNeeded: number)
    }
  }
#endif
