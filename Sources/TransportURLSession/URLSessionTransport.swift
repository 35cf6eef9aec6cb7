import Foundation
public import Transport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Carries requests with URLSession.
///
/// What differs from the general rules is the system's doing:
///
/// - Fields of an answer that have the same name come as one, with commas between the values, in no certain order.
/// - The deadline for the connection cannot be told; that for silence counts from the start.
/// - `Expect` and `Connection` are the system's affair.
/// - On Linux, where this serves tests alone: segments of dots in a path are taken out; addresses of IPv6 are refused;
///   an answer that is not HTTP ends the program; a DELETE or OPTIONS announces an empty body; progress comes in few
///   steps; networks that cost by volume are not known.
public final class URLSessionTransport: HTTPTransport {
  /// How many connections to one server may be open.
  public static let connectionsPerServer = 16

  private let session: URLSession
  private let delegate: SessionDelegate

  public init() {
    // Nothing of it is on the disk; nothing of it is kept in memory either.
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.httpCookieStorage = nil
    configuration.httpCookieAcceptPolicy = .never
    configuration.httpShouldSetCookies = false
    configuration.urlCredentialStorage = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.httpMaximumConnectionsPerHost = Self.connectionsPerServer
    #if canImport(Darwin)
      configuration.waitsForConnectivity = false
    #endif
    let delegate = SessionDelegate()
    self.delegate = delegate
    session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
  }

  deinit {
    // A session holds its delegate until then.
    session.finishTasksAndInvalidate()
  }

  public func response(
    to request: HTTPRequest, progress: (@Sendable (Int) -> Void)?
  ) async throws(HTTPTransportError) -> HTTPResponse {
    let address = try request.checkedAddress()
    let translated = try Self.translate(request)
    let exchange = Exchange(request, host: address.authority, progress: progress)
    let body = request.body ?? (request.announcesEmptyBody ? Data() : nil)
    let task =
      body.map { session.uploadTask(with: translated, from: $0) } ?? session.dataTask(with: translated)
    return try await exchange.carry(by: task, delegate)
  }

  /// The same request for a session of the system.
  static func translate(_ request: HTTPRequest) throws(HTTPTransportError) -> URLRequest {
    guard let url = URL(string: request.url), url.absoluteString == request.url else {
      throw HTTPTransportError(code: .invalid, message: "the address makes no sense")
    }
    var translated = URLRequest(url: url)
    translated.httpMethod = request.method
    translated.timeoutInterval = request.deadlines.idle
    translated.httpShouldHandleCookies = false
    #if canImport(Darwin)
      translated.allowsExpensiveNetworkAccess = request.allowsMeteredNetwork
      translated.allowsConstrainedNetworkAccess = request.allowsMeteredNetwork
    #endif
    // A body that is decoded on the way would not be what the fields say.
    translated.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
    for field in request.fieldsToSend {
      if request.headers.all(field.name).count == 1 {
        translated.setValue(field.value, forHTTPHeaderField: field.name)
      } else {
        translated.addValue(field.value, forHTTPHeaderField: field.name)
      }
    }
    return translated
  }
}
