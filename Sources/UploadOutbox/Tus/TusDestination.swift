public import Transport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A server that speaks tus 1.0.0 (https://tus.io/protocols/resumable-upload).
///
/// The address of an upload is written down before bytes go there, so an attempt that is cut off, for whatever
/// reason, goes on where the server's offset is. It is forgotten only when the server says that the upload is gone
/// (404, 410), and then everything is sent to a new one, once.
///
/// Where the receiver tells media by their id and hash, as Shutterbox's own does, an upload is created with its first
/// bytes in one request. Elsewhere it is created empty first: were the answer to a creation with bytes
/// lost, nobody could tell what was stored, and it would be sent twice.
public struct TusDestination: Destination {
  public let name: String
  public let isLocal: Bool
  let endpoint: String
  let address: WebAddress
  let transport: any HTTPTransport
  private let allowsMeteredNetwork: Bool
  private let known = TusFeatures.Memory()

  /// - Parameters:
  ///   - endpoint: Where uploads are created, `http` or `https`.
  ///   - transport: What carries requests there. It adds the credentials.
  ///   - allowsMeteredNetwork: Whether requests may use a network that costs by volume, where the transport can tell.
  /// - Throws: `HTTPTransportError` with the code `invalid` if the address is none.
  public init(
    endpoint: String, transport: any HTTPTransport, allowsMeteredNetwork: Bool = true
  ) throws(HTTPTransportError) {
    address = try WebAddress(endpoint)
    self.endpoint = endpoint
    self.allowsMeteredNetwork = allowsMeteredNetwork
    self.transport = transport
    name = "tus+\(Self.withoutQuery(endpoint))"
    isLocal = address.isLoopback
  }

  public func send(_ delivery: Delivery) async throws(DeliveryError) {
    let features = try await features()
    if let limit = features.sizeLimit, delivery.file.byteCount > limit {
      throw DeliveryError(
        code: .refused,
        reason: "the receiver takes at most \(limit) bytes, and this has \(delivery.file.byteCount)")
    }
    try await TusUpload(destination: self, features: features, delivery: delivery).run()
  }

  public func abandon(_ state: String) async throws(DeliveryError) {
    guard try await features().extensions.contains("termination") else { return }
    let response = try await respond(to: HTTPRequest("DELETE", state, headers: Self.version))
    guard [204, 404, 410].contains(response.status) else { throw DeliveryError(response) }
  }

  public func check() async throws(DeliveryError) -> String {
    let response = try await respond(to: HTTPRequest("OPTIONS", endpoint))
    guard ![404, 405, 501].contains(response.status) else {
      throw DeliveryError.noTusServer(status: response.status)
    }
    let features = try TusFeatures(response)
    return (["tus 1.0.0"] + features.extensions.sorted()).joined(separator: ", ")
  }

  /// Sends a request and waits for its answer, whatever it is.
  func respond(
    to request: HTTPRequest, progress: (@Sendable (Int) -> Void)? = nil
  ) async throws(DeliveryError) -> HTTPResponse {
    var request = request
    request.allowsMeteredNetwork = allowsMeteredNetwork
    do throws(HTTPTransportError) {
      return try await transport.response(to: request, progress: progress)
    } catch {
      throw DeliveryError(error)
    }
  }

  private func features() async throws(DeliveryError) -> TusFeatures {
    try await known.value { () async throws(DeliveryError) in
      try TusFeatures(try await respond(to: HTTPRequest("OPTIONS", endpoint)))
    }
  }

  /// The header that every request but OPTIONS has.
  static var version: HTTPHeaders { ["Tus-Resumable": "1.0.0"] }

  private static func withoutQuery(_ url: String) -> String {
    String(url.prefix { $0 != "?" && $0 != "#" })
  }
}
