/// Adds credentials to the requests for one server.
///
/// On a 401 it asks the credentials for newer ones and sends the request once more. Requests for other servers,
/// such as those that a redirection or a Location leads to, pass as they are. A request with an Authorization field of
/// its own keeps it.
public struct AuthorizedTransport: HTTPTransport {
  private let transport: any HTTPTransport
  private let server: WebAddress
  private let credentials: (any Credentials)?
  private let headers: Secret<HTTPHeaders>

  /// - Parameters:
  ///   - transport: What carries the requests.
  ///   - address: An address of the server; scheme, host and port of it count.
  ///   - credentials: `nil` if the further fields are all that the server wants.
  ///   - headers: Further fields for each request, such as an API key. A field of the request goes before them.
  /// - Throws: ``HTTPTransportError`` of code `invalid` if the address is none.
  public init(
    _ transport: any HTTPTransport, for address: String, credentials: (any Credentials)?,
    headers: HTTPHeaders = HTTPHeaders()
  ) throws(HTTPTransportError) {
    self.transport = transport
    server = try WebAddress(address)
    self.credentials = credentials
    self.headers = Secret(headers)
  }

  public func response(
    to request: HTTPRequest, progress: (@Sendable (Int) -> Void)?
  ) async throws(HTTPTransportError) -> HTTPResponse {
    guard try WebAddress(request.url).hasSameOrigin(as: server) else {
      return try await transport.response(to: request, progress: progress)
    }
    var request = request
    for field in headers.revealed.fields where request.headers[field.name] == nil {
      for value in headers.revealed.all(field.name) { request.headers.append(field.name, value) }
    }
    guard let credentials, request.headers["Authorization"] == nil else {
      return try await transport.response(to: request, progress: progress)
    }
    let rising = progress.map { RisingProgress($0) }
    let value = await credentials.authorization(refreshing: nil)
    request.headers["Authorization"] = value
    let response = try await transport.response(to: request, progress: rising?.report)
    guard response.status == 401 else { return response }
    guard let newer = await credentials.authorization(refreshing: value), newer != value else {
      return response
    }
    request.headers["Authorization"] = newer
    return try await transport.response(to: request, progress: rising?.report)
  }
}
