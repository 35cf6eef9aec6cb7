import Threading
import Transport

/// What a tus server says of itself in answer to OPTIONS.
struct TusFeatures: Sendable, Hashable {
  /// The extensions, such as `creation`.
  let extensions: Set<String>
  /// The largest upload in bytes.
  let sizeLimit: Int?
  /// Whether the server verifies SHA-256 checksums.
  let verifiesSHA256: Bool
  /// Whether it tells media by the id and the hash in their metadata: a creation for what it has says so.
  let knowsMedia: Bool

  /// The header by which a receiver says that it tells media by their id and hash.
  static let mediaHeader = "Shutterbox-Receiver"

  init(_ response: HTTPResponse) throws(DeliveryError) {
    if [404, 405, 501].contains(response.status) {
      // Some servers answer OPTIONS for nobody, and some only under the address that they redirect to. What an upload
      // is answered shows whether this is one.
      extensions = ["creation"]
      (sizeLimit, verifiesSHA256, knowsMedia) = (nil, false, false)
      return
    }
    // "The Server MAY respond to OPTIONS … with 204 No Content or 200 OK" and "MUST contain the Tus-Version header".
    guard response.status == 200 || response.status == 204,
      let versions = response.headers["Tus-Version"] ?? response.headers["Tus-Resumable"]
    else {
      throw Self.noServer(response)
    }
    guard Self.list(versions).contains("1.0.0") else {
      throw DeliveryError(
        code: .unreachable, reason: "the server speaks tus \(versions), and 1.0.0 is needed")
    }
    extensions = Set(Self.list(response.headers.all("Tus-Extension").joined(separator: ",")))
    guard extensions.contains("creation") else {
      throw DeliveryError(code: .unreachable, reason: "the server does not let uploads be created")
    }
    sizeLimit = response.headers["Tus-Max-Size"].flatMap { Int($0) }
    let algorithms = Self.list(response.headers.all("Tus-Checksum-Algorithm").joined(separator: ","))
    verifiesSHA256 = extensions.contains("checksum") && algorithms.contains("sha256")
    knowsMedia = response.headers[Self.mediaHeader] != nil
  }

  private static func list(_ text: String) -> [String] {
    text.split { $0 == "," || $0 == " " }.map { $0.lowercased() }
  }

  private static func noServer(_ response: HTTPResponse) -> DeliveryError {
    switch response.status {
    case 401, 407, 408, 425, 429, 500...599: DeliveryError(response)
    case 403: DeliveryError(code: .unauthorized, reason: "the server lets nobody in here (403)")
    default: DeliveryError(code: .unreachable, reason: DeliveryError(response).unreachableReason)
    }
  }

  /// Asks once and remembers the answer. That several ask at the same time does no harm.
  final class Memory: @unchecked Sendable {
    // Unchecked: the lock guards the only variable.
    private let lock = ConditionLock()
    private var known: TusFeatures?

    func value(
      _ ask: () async throws(DeliveryError) -> TusFeatures
    ) async throws(DeliveryError) -> TusFeatures {
      if let known = lock.withLock({ known }) { return known }
      let features = try await ask()
      lock.withLock { known = features }
      return features
    }
  }
}

extension DeliveryError {
  /// What says that somebody else answers under the address.
  static func noTusServer(status: Int) -> DeliveryError {
    DeliveryError(code: .unreachable, reason: "there is no tus server at this address (\(status))")
  }

  /// The reason for an answer that no tus server gives.
  fileprivate var unreachableReason: String {
    code == .unreachable ? reason : "what answers is no tus server: \(reason)"
  }
}
