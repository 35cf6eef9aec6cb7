import Foundation
import Testing
import Transport

@testable import UploadOutbox

@Suite("What S3 refuses or puts off")
struct S3RefusalTests {
  @Test(
    "A file that the receiver will never take is stuck",
    arguments: [
      HTTPResponse.page(413), .page(415), .error(400, "EntityTooLarge"), .error(400, "InvalidArgument"),
      .error(405, "MethodNotAllowed"), .error(400, "KeyTooLongError"),
    ])
  func refused(answer: HTTPResponse) async throws {
    let bucket = try TestBucket()
    await bucket.server.inject(.put, .answer(answer))
    let first = try TestItem(10, byteCount: 500)
    let error = try #require(try await first.send(to: bucket.destination))
    #expect(error.code == .refused)
    #expect(error.reason.contains("receiver"))
    #expect(!error.reason.contains("AKID"))
    // The next one is not held up.
    #expect(try await TestItem(11, byteCount: 500).send(to: bucket.destination) == nil)
  }

  @Test(
    "A server that wants a pause says for how long, in seconds or by a time",
    arguments: [
      ("5", 5.0), ("Mon, 01 Dec 2025 00:01:30 GMT", 90),
    ])
  func busy(field: String, seconds: Double) async throws {
    for status in [429, 503] {
      // A clock that is ten minutes off, which S3 lets pass.
      let bucket = try TestBucket(clockError: 600)
      let item = try TestItem(12, byteCount: 500)
      await bucket.server.inject(
        .put, .answer(.error(status, "SlowDown", "", ["Retry-After": field])))
      let error = try await item.send(to: bucket.destination)
      #expect(error?.code == .busy)
      #expect(error?.retryAfter == seconds)
    }
  }

  @Test("A bucket that is not there stops the queue")
  func noBucket() async throws {
    let bucket = try TestBucket()
    await bucket.server.inject(.put, .answer(.error(404, "NoSuchBucket")))
    #expect(try await TestItem(13, byteCount: 500).send(to: bucket.destination)?.code == .unreachable)
  }

  @Test(
    "Keys that are not accepted stop the queue, and new ones go on where the old ones ended",
    arguments: [
      "ExpiredToken", "InvalidAccessKeyId", "SignatureDoesNotMatch", "AccessDenied", "InvalidToken",
    ])
  func keys(code: String) async throws {
    let bucket = try TestBucket()
    let item = try TestItem(14, byteCount: 4500)
    await bucket.server.inject(.part(3), .answer(.error(code == "ExpiredToken" ? 400 : 403, code)))
    let error = try #require(try await item.send(to: bucket.destination))
    #expect(error.code == .unauthorized)
    #expect(!error.reason.contains("AKID"))
    let fresh = try TestBucket(
      server: bucket.server, credentials: S3Credentials(accessKeyID: "AKIDNEW", secretAccessKey: "new"))
    #expect(try await item.send(to: fresh.destination) == nil)
    #expect(await bucket.has(item))
    #expect(await bucket.server.count(.create) == 1)
    // The part whose answer was the refusal.
    #expect(await bucket.repeatedByteCount(item) == 1000)
  }
}
