import Hashing
import Transport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Signs requests, sends them where the bucket is, and corrects the two mistakes that an answer tells how to
/// correct: the place and the time.
struct S3Client: Sendable {
  /// Seconds that clocks may differ before a refusal without words is taken to be for that reason. S3 allows 900.
  private static let clockTolerance = 300.0

  /// Bytes of a body from which on the server is asked first whether it wants it, at the cost of a round trip.
  private static let expectingByteCount = 1 << 20

  let configuration: S3Configuration
  let transport: any HTTPTransport
  let now: @Sendable () -> Date
  let knowledge: S3Knowledge
  /// What all deliveries together hold of their files: four parts, or a file that goes in one request.
  let memory = ByteBudget(limit: 4 * VerifiedFile.usualPieceByteCount)

  init(
    _ configuration: S3Configuration, transport: any HTTPTransport, now: @escaping @Sendable () -> Date
  ) {
    self.configuration = configuration
    self.transport = transport
    self.now = now
    knowledge = S3Knowledge(S3Location(configuration))
  }

  /// Sends a request and waits for its answer, whatever that is.
  ///
  /// - Parameters:
  ///   - offset: Where the body stands in the file, if it is a part of it.
  ///   - progress: Gets what is put on the wire.
  /// - Throws: ``DeliveryError`` if there is no answer.
  func answer(
    to request: S3Request, offset: Int = 0, progress: S3Progress? = nil
  ) async throws(DeliveryError) -> S3Answer {
    var mayMove = true
    var maySetClock = true
    while true {
      let location = await knowledge.location
      let date = now() + (await knowledge.clockOffset)
      progress?.begin(at: offset)
      let answer = try await send(signed(request, for: location, at: date), offset, progress)
      if mayMove, let next = location.redirected(by: answer) {
        mayMove = false
        await knowledge.move(to: next)
      } else if maySetClock, let offset = clockOffset(by: answer, to: date) {
        maySetClock = false
        await knowledge.setClock(offset: offset)
      } else {
        return answer
      }
    }
  }

  /// Why an answer was not the one that was needed.
  func failure(_ answer: S3Answer) -> DeliveryError { answer.failure(now: now()) }

  private func send(
    _ request: HTTPRequest, _ offset: Int, _ progress: S3Progress?
  ) async throws(DeliveryError) -> S3Answer {
    if Task.isCancelled { throw DeliveryError(code: .interrupted, reason: "interrupted") }
    do throws(HTTPTransportError) {
      let response = try await transport.response(to: request) { progress?.advance(at: offset, to: $0) }
      if response.status == 200, let body = request.body { progress?.end(at: offset, body.count) }
      return S3Answer(response)
    } catch {
      throw DeliveryError(error)
    }
  }

  private func signed(_ request: S3Request, for location: S3Location, at date: Date) -> HTTPRequest {
    let stamp = S3Signature.stamp(date)
    var headers = request.headers
    headers["x-amz-date"] = stamp
    headers["x-amz-content-sha256"] = request.payload.description
    if let token = configuration.credentials.sessionToken { headers["x-amz-security-token"] = token }
    // The transport adds Host itself, the same.
    var signed = headers
    signed["host"] = location.authority
    let path = location.path(request.key)
    let query = PercentEncoding.query(request.query)
    let signature = S3Signature(credentials: configuration.credentials, region: location.region)
    headers["Authorization"] = signature.authorization(
      of: S3Signature.Content(
        method: request.method, path: path, query: query, headers: signed,
        payload: request.payload.description),
      stamp: stamp)
    // Not signed, since whatever is on the way may answer it. A large body that is refused then need not be sent.
    if request.md5 != nil, let body = request.body, body.count >= Self.expectingByteCount {
      headers["Expect"] = "100-continue"
    }
    let url = "\(location.endpoint.scheme)://\(location.authority)\(path)\(query.isEmpty ? "" : "?\(query)")"
    var message = HTTPRequest(request.method, url, headers: headers, body: request.body)
    message.deadlines = configuration.deadlines
    if let idle = request.idleDeadline { message.deadlines.idle = max(idle, message.deadlines.idle) }
    message.allowsMeteredNetwork = configuration.allowsMeteredNetwork
    return message
  }

  /// How far the server's clock is ahead, if that is why it refused a request signed at `date`.
  ///
  /// An answer to HEAD has no body that could say so, but a date as well.
  private func clockOffset(by answer: S3Answer, to date: Date) -> Double? {
    guard [400, 403].contains(answer.status), answer.isFromS3,
      let theirs = answer.headers["Date"].flatMap({ HTTPDate.date($0, now: date) })
    else { return nil }
    let difference = abs(theirs.timeIntervalSince(date))
    switch answer.fault?.code {
    case "RequestTimeTooSkewed": guard difference >= 1 else { return nil }
    case nil: guard difference > Self.clockTolerance else { return nil }
    default: return nil
    }
    return theirs.timeIntervalSince(now())
  }
}
