import CaptureStorage
import Hashing
import Transport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One attempt at one upload.
///
/// The server's offset is what counts: whatever goes wrong with bytes on their way, it is asked for and sending goes
/// on from there. How often that may happen without the offset rising is limited.
struct TusUpload {
  let destination: TusDestination
  let features: TusFeatures
  let delivery: Delivery

  /// How many times in a row the server may be asked for its offset without any progress.
  private static let stallLimit = 3

  private var file: VerifiedFile { delivery.file }

  func run() async throws(DeliveryError) {
    var progress = Delivery.Progress(offset: 0, sentByteCount: 0)
    var position: Position?
    if let address = delivery.state { position = try await find(address) }
    if position == nil, delivery.state != nil { try await delivery.remember(nil) }
    // Once, if the server loses the upload while bytes are sent to it.
    var mayStartAnew = true
    while true {
      do throws(DeliveryError) {
        let start: Position
        if let known = position { start = known } else { start = try await create(&progress) }
        position = start
        delivery.report(progress.at(start.offset))
        try await send(from: start, &progress)
        return
      } catch  where error == Self.gone && mayStartAnew {
        mayStartAnew = false
        position = nil
        try await delivery.remember(nil)
      } catch  where error.code == .refused || error.code == .changed {
        await giveUp(position)
        throw error
      }
    }
  }

  // Where it stands.

  private struct Position {
    let address: String
    var offset: Int
  }

  /// Asks the server how far the upload at `address` is.
  ///
  /// - Returns: `nil` if it is gone, or is another one.
  private func find(_ address: String) async throws(DeliveryError) -> Position? {
    let response = try await destination.respond(
      to: HTTPRequest("HEAD", address, headers: TusDestination.version))
    switch response.status {
    // tus 1.0.0 lets a server answer "404 Not Found, 410 Gone or 403 Forbidden" for what it does not have. Some say 400.
    case 400, 403, 404, 410: return nil
    case 200, 204:
      guard let offset = Self.offset(in: response) else { throw Self.noTus }
      if let length = response.headers["Upload-Length"], Int(length) != file.byteCount { return nil }
      return offset <= file.byteCount ? Position(address: address, offset: offset) : nil
    default: throw DeliveryError(response)
    }
  }

  // Creating.

  private func create(_ progress: inout Delivery.Progress) async throws(DeliveryError) -> Position {
    var request = HTTPRequest("POST", destination.endpoint, headers: TusDestination.version)
    request.headers["Upload-Length"] = String(file.byteCount)
    request.headers["Upload-Metadata"] = metadata
    var first = 0
    if features.knowsMedia, features.extensions.contains("creation-with-upload"), file.byteCount > 0 {
      let piece = try file.piece(0)
      first = piece.count
      request.headers["Content-Type"] = Self.contentType
      if features.verifiesSHA256 { request.headers["Upload-Checksum"] = Self.checksum(file.pieces[0]) }
      request.body = piece
    } else {
      request.body = Data()
    }
    let response = try await respond(to: request, from: 0, &progress)
    guard response.status == 201, response.headers["Tus-Resumable"] != nil,
      let location = response.headers["Location"],
      let address = destination.address.following(location: location)
    else { throw Self.refusal(of: response) }
    try await delivery.remember(address)
    if let offset = Self.offset(in: response), offset <= file.byteCount {
      return Position(address: address, offset: offset)
    }
    // Without bytes in the request there are none at the server.
    if first == 0 { return Position(address: address, offset: 0) }
    guard let position = try await find(address) else { throw Self.gone }
    return position
  }

  /// The pairs that go with an upload (tus 1.0.0, "Upload-Metadata"): who it is, and nothing of what it was called.
  private var metadata: String {
    let media = delivery.media
    return [
      ("media", media.id.text), ("entry", media.entry.text), ("sha256", media.sha256.description),
      ("type", delivery.mediaType),
    ].map { "\($0.0) \(Data($0.1.utf8).base64EncodedString())" }.joined(separator: ",")
  }

  // Sending.

  private func send(
    from start: Position, _ progress: inout Delivery.Progress
  ) async throws(DeliveryError) {
    var position = start
    var pieces = PiecesAhead(file)
    var stalls = 0
    var hasBroken = false
    while position.offset < file.byteCount {
      let before = position.offset
      do throws(DeliveryError) {
        position.offset = try await patch(position, &pieces, &progress, hasBroken: hasBroken)
      } catch  where error == Self.conflict || error.code == .failed && !Task.isCancelled {
        // Whatever happened, the server knows what it has. That it cannot be asked is the same failure.
        let failure = error
        hasBroken = true
        guard stalls < Self.stallLimit else { throw failure == Self.conflict ? Self.stalled : failure }
        guard let found = try await find(position.address) else { throw Self.gone }
        if failure != Self.conflict, found.offset <= before { throw failure }
        position = found
      }
      stalls = position.offset > before ? 0 : stalls + 1
      if stalls > Self.stallLimit { throw Self.stalled }
      delivery.report(progress.at(position.offset))
    }
  }

  /// Sends the piece at the offset.
  ///
  /// - Returns: The server's offset behind it.
  private func patch(
    _ position: Position, _ pieces: inout PiecesAhead, _ progress: inout Delivery.Progress, hasBroken: Bool
  ) async throws(DeliveryError) -> Int {
    let bytes = try await pieces.bytes(from: position.offset)
    // A server drops what has not come whole if it is to verify it. Once a connection has broken, what did come
    // counts for more: the whole is verified in the end.
    let isVerified = features.verifiesSHA256 && delivery.state == nil && !hasBroken
    var request = HTTPRequest("PATCH", position.address, headers: TusDestination.version, body: bytes)
    request.headers["Upload-Offset"] = String(position.offset)
    request.headers["Content-Type"] = Self.contentType
    if isVerified {
      let (index, start) = position.offset.quotientAndRemainder(dividingBy: file.pieceByteCount)
      request.headers["Upload-Checksum"] = Self.checksum(
        start == 0 ? file.pieces[index] : bytes.withUnsafeBytes { SHA256Digest(of: $0) })
    }
    let response = try await respond(to: request, from: position.offset, &progress)
    switch response.status {
    case 204:
      guard let offset = Self.offset(in: response), offset <= file.byteCount else {
        throw Self.noTus
      }
      return offset
    case 404, 410: throw Self.gone
    case 409: throw Self.conflict
    case 200..<300: throw Self.noTus
    default: throw DeliveryError(response)
    }
  }

  private func respond(
    to request: HTTPRequest, from offset: Int, _ progress: inout Delivery.Progress
  ) async throws(DeliveryError) -> HTTPResponse {
    let (before, delivery) = (progress.sentByteCount, delivery)
    let sent = ByteCounter()
    defer { progress.sentByteCount = before + sent.count }
    return try await destination.respond(to: request) { count in
      sent.note(count)
      delivery.report(
        .init(offset: offset + count, confirmedOffset: offset, sentByteCount: before + count))
    }
  }

  /// Frees what is at the server of an upload that will not be continued.
  private func giveUp(_ position: Position?) async {
    guard let address = position?.address ?? delivery.state else { return }
    // The item is stuck for a better reason than that a leftover stays until the server lets it expire.
    try? await destination.abandon(address)
    try? await delivery.remember(nil)
  }

  // Reading answers.

  private static let contentType = "application/offset+octet-stream"
  private static let gone = DeliveryError(
    code: .failed, reason: "the receiver lost the upload; it begins anew")
  private static let conflict = DeliveryError(code: .failed, reason: "the receiver is at another place")
  private static let stalled = DeliveryError(
    code: .failed, reason: "the receiver takes bytes and does not count them")

  /// The offset that a tus server tells; `nil` unless it is a tus server, and a number.
  private static func offset(in response: HTTPResponse) -> Int? {
    guard response.headers["Tus-Resumable"] != nil, let text = response.headers["Upload-Offset"],
      !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    return Int(text)
  }

  /// What a success means that no tus server gave.
  private static let noTus = DeliveryError(HTTPResponse(status: 200))

  private static func refusal(of response: HTTPResponse) -> DeliveryError {
    switch response.status {
    case 404, 405, 410: .noTusServer(status: response.status)
    case 200..<300: noTus
    default: DeliveryError(response)
    }
  }

  private static func checksum(_ digest: SHA256Digest) -> String {
    "sha256 \(Data(digest.bytes).base64EncodedString())"
  }
}

extension Delivery.Progress {
  /// The same with the server's own offset.
  fileprivate func at(_ offset: Int) -> Delivery.Progress {
    Delivery.Progress(offset: offset, confirmedOffset: offset, sentByteCount: sentByteCount)
  }
}
