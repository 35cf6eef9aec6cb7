import Foundation
import Transport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What an error of URLSession means.
struct SessionFailure {
  let error: any Error
  let host: String

  func error(deadlines: HTTPRequest.Deadlines) -> HTTPTransportError {
    guard let error = error as? URLError else { return lost }
    #if canImport(Darwin)
      switch error.networkUnavailableReason {
      case .expensive, .constrained, .cellular:
        return failure(.metered, "only a network that costs by volume leads to \(host)")
      default: break
      }
    #endif
    switch error.code {
    case .cancelled: return failure(.cancelled, "the request was cancelled")
    case .notConnectedToInternet, .internationalRoamingOff, .callIsActive:
      return failure(.offline, "no network leads to \(host)")
    case .dataNotAllowed: return failure(.metered, "only a network that costs by volume leads to \(host)")
    case .cannotFindHost, .dnsLookupFailed:
      return failure(.nameNotFound, "the name \(host) cannot be looked up")
    case .cannotConnectToHost: return failure(.refused, "\(host) does not accept the connection")
    case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
      .clientCertificateRequired, .appTransportSecurityRequiresSecureConnection:
      return failure(.untrusted, "no secure connection to \(host) can be made")
    case .timedOut: return failure(.timedOut, "\(host) was silent for \(deadlines.idle) seconds")
    case .badURL, .unsupportedURL: return failure(.invalid, "the address makes no sense")
    case .badServerResponse, .cannotParseResponse:
      return failure(.connectionLost, "what \(host) answers is not HTTP")
    default: return lost
    }
  }

  private var lost: HTTPTransportError {
    failure(.connectionLost, "the connection to \(host) ended before the answer was complete")
  }

  private func failure(_ code: HTTPTransportError.Code, _ message: String) -> HTTPTransportError {
    HTTPTransportError(code: code, message: message)
  }
}
