import Foundation
import Testing
import Transport

@testable import UploadOutbox

@Suite("Uploads that S3 has forgotten")
struct S3GoneUploadTests {
  @Test("An upload that is gone between two runs is begun anew once, and its id is not used again")
  func gone() async throws {
    let bucket = try TestBucket()
    let item = try TestItem(6, byteCount: 4500)
    await bucket.server.inject(.part(2), .breakOff(after: 0))
    #expect(try await item.send(to: bucket.destination)?.code == .failed)
    await bucket.server.configure { $0.uploads = [:] }
    #expect(try await item.send(to: bucket.destination) == nil)
    #expect(await bucket.has(item))
    #expect(await bucket.server.count(.create) == 2)
    // What the server forgot: parts that went beside the one that broke.
    #expect(await bucket.repeatedByteCount(item) <= 3000)
    let log = await bucket.server.log
    let second = try #require(log.lastIndex { $0.operation == .create })
    #expect(!log[second...].contains { $0.uploadID == "upload+/=1" })
  }

  @Test("An upload that goes at the third part: no part goes to the old one afterwards")
  func goneInside() async throws {
    let bucket = try TestBucket()
    let item = try TestItem(7, byteCount: 4500)
    await bucket.server.inject(.part(3), .first { $0.uploads = [:] })
    #expect(try await item.send(to: bucket.destination) == nil)
    #expect(await bucket.has(item))
    let log = await bucket.server.log
    let second = try #require(log.lastIndex { $0.operation == .create })
    #expect(!log[second...].contains { $0.uploadID == "upload+/=1" })
    #expect(S3Upload(try #require(item.state))?.uploadID == "upload+/=2")
  }

  @Test("A server that always forgets gets two uploads and no more")
  func forgetful() async throws {
    let bucket = try TestBucket()
    let item = try TestItem(8, byteCount: 4500)
    await bucket.server.inject(.part(1), times: 9, .first { $0.uploads = [:] })
    #expect(try await item.send(to: bucket.destination)?.code == .failed)
    #expect(await bucket.server.count(.part(1)) == 2)
  }

  @Test(
    "Nothing but NoSuchUpload means that it is gone: the same upload is continued, and no byte repeated",
    arguments: [
      (HTTPResponse.error(500, "InternalError"), DeliveryError.Code.failed), (.page(502), .failed),
      (.page(504), .failed), (.error(503, "SlowDown"), .busy), (.page(503), .busy),
      (.error(409, "OperationAborted"), .failed), (.page(423), .failed), (.page(404), .failed),
      (.error(401, "Unauthorized"), .unauthorized), (.error(403, "AccessDenied"), .unauthorized),
      (.page(403), .unauthorized), (.page(200), .unreachable), (.page(302), .unreachable),
      (.page(511), .unreachable),
    ] as [(HTTPResponse, DeliveryError.Code)])
  func stillThere(answer: HTTPResponse, code: DeliveryError.Code) async throws {
    let bucket = try TestBucket()
    let item = try TestItem(9, byteCount: 4500)
    await bucket.server.inject(.part(3), .breakOff(after: 0))
    #expect(try await item.send(to: bucket.destination)?.code == .failed)
    for _ in 0..<3 {
      await bucket.server.inject(.list, .answer(answer))
      #expect(try await item.send(to: bucket.destination)?.code == code)
    }
    #expect(try await item.send(to: bucket.destination) == nil)
    #expect(await bucket.has(item))
    #expect(await bucket.server.count(.create) == 1)
    #expect(await bucket.repeatedByteCount(item) == 0)
  }
}
