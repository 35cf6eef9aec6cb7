public import Transport

#if os(Linux) && canImport(TransportLibcurl)
  import TransportLibcurl
#else
  import TransportURLSession
#endif

/// What carries requests on this system: URLSession on Apple's, libcurl elsewhere.
public enum SystemTransport {
  /// A transport as it is, for destinations that sign their requests and follow redirections by themselves, as S3 does.
  public static func make() -> any HTTPTransport {
    #if os(Linux) && canImport(TransportLibcurl)
      CurlTransport()
    #else
      URLSessionTransport()
    #endif
  }

  /// A transport that follows redirections, for the server at `address` and those that it refers to.
  ///
  /// The server gets the credentials, and the further fields, such as an API key; no other server does.
  ///
  /// - Parameter address: An address of the server; scheme, host and port of it count.
  /// - Parameter credentials: What the server wants to be shown; `nil` for nothing.
  /// - Parameter headers: Further fields for each request, such as an API key.
  /// - Parameter transport: What carries the requests; on Apple's systems it may be a `BackgroundTransport`.
  /// - Throws: ``HTTPTransportError`` with the code `invalid` if the address is none.
  public static func make(
    for address: String, credentials: (any Credentials)?, headers: HTTPHeaders = HTTPHeaders(),
    over transport: any HTTPTransport = make()
  ) throws(HTTPTransportError) -> any HTTPTransport {
    // Each request on the way is authorized by itself, or not.
    RedirectFollowing(
      try AuthorizedTransport(transport, for: address, credentials: credentials, headers: headers),
      privateHeaders: headers.fields.map(\.name))
  }
}
