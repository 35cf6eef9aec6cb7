import JSONText

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Receiver {
  /// Completes an answer, counts and logs it.
  ///
  /// - Parameter endsEarly: Whether not all of the request may have been read.
  func answer(
    _ response: ReceiverResponse, _ context: RequestContext, endsEarly: Bool = true, bytes: Int = 0,
    refusal: ReceiverRefusal? = nil
  ) -> ReceiverResponse {
    var response = response
    if context.isTus { response.headers.append(("Tus-Resumable", RequestHead.version)) }
    if !response.body.isEmpty && !response.headers.contains(where: { $0.name == "Content-Type" }) {
      response.headers.append(("Content-Type", "text/plain; charset=utf-8"))
    }
    // What is told here is true for a moment, and no browser is to take it for anything else than it says it is.
    response.headers.append(("Cache-Control", "no-store"))
    response.headers.append(("X-Content-Type-Options", "nosniff"))
    if context.isHead { response.body = Data() }
    response.closesConnection = endsEarly && context.mayHaveBody
    count(response.status, context, bytes: bytes, refusal: refusal)
    return response
  }

  func answer(
    _ error: RequestError, _ context: RequestContext, endsEarly: Bool = true, bytes: Int = 0
  ) -> ReceiverResponse {
    var headers = error.headers
    if let refusal = error.refusal { headers.append(("Shutterbox-Refusal", refusal.rawValue)) }
    return answer(
      ReceiverResponse(status: error.status, headers: headers, body: Data("\(error.words)\n".utf8)), context,
      endsEarly: endsEarly, bytes: bytes, refusal: error.refusal)
  }

  private func count(
    _ status: Int, _ context: RequestContext, bytes: Int, refusal: ReceiverRefusal?
  ) {
    table.count {
      $0.requests[ReceiverCounters.Answer(method: context.method, status: status), default: 0] += 1
      if let refusal { $0.refused[refusal, default: 0] += 1 }
    }
    log(
      "request",
      [
        .init("method", .string(context.method)), .init("status", .integer(status)),
        .init("upload", .optional(context.upload)), .init("bytes", .integer(bytes)),
        .init("seconds", .number(context.seconds)), .init("refusal", .optional(refusal?.rawValue)),
      ])
  }

  /// Whether the process lives: no more is told to those who have no token.
  static func health(_ request: ReceiverRequest) throws(RequestError) -> ReceiverResponse {
    try checkReading(request)
    return ReceiverResponse(status: 200, body: Data("ok\n".utf8))
  }

  static func checkReading(_ request: ReceiverRequest) throws(RequestError) {
    guard ["GET", "HEAD"].contains(request.method) else {
      throw RequestError(405, "this can only be read").adding("Allow", "GET, HEAD")
    }
  }
}
