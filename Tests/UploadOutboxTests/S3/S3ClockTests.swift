import Foundation
import Testing
import Transport

@testable import UploadOutbox

@Suite("Clocks, networks and rights at S3")
struct S3ClockTests {
  @Test(
    "A clock that is wrong by years is corrected by the server's, once",
    arguments: [-31_536_000.0, 345_600_000.0, 1000.0],
    [500, 4500])
  func clock(error: Double, byteCount: Int) async throws {
    let bucket = try TestBucket(clockError: error)
    let item = try TestItem(27, byteCount: byteCount)
    #expect(try await item.send(to: bucket.destination) == nil)
    #expect(await bucket.has(item))
    #expect(await bucket.repeatedByteCount(item) == (byteCount < 4000 ? byteCount : 0))
    let next = try TestItem(28, byteCount: byteCount)
    let before = await bucket.server.receivedByteCount
    #expect(try await next.send(to: bucket.destination) == nil)
    #expect(await bucket.server.receivedByteCount - before == byteCount)
  }

  @Test("The clock is corrected from an answer without a body as well")
  func clockOfHead() async throws {
    let item = try TestItem(29, byteCount: 500)
    let bucket = try TestBucket()
    await bucket.server.inject(.put, .loseAnswer)
    #expect(try await item.send(to: bucket.destination)?.code == .failed)
    let later = try TestBucket(server: bucket.server, clockError: 86_400)
    #expect(try await item.send(to: later.destination) == nil)
    #expect(await bucket.server.log.map(\.operation) == [.put, .head, .head])
  }

  @Test("A clock that cannot be corrected stops the queue")
  func hopelessClock() async throws {
    let bucket = try TestBucket()
    await bucket.server.inject(.put, times: 3, .answer(.error(403, "RequestTimeTooSkewed")))
    #expect(try await TestItem(30, byteCount: 500).send(to: bucket.destination)?.code == .unauthorized)
    #expect(await bucket.server.count(.put) <= 2)
  }

  @Test("Each request says whether it may use a network that costs", arguments: [true, false])
  func metered(isAllowed: Bool) async throws {
    let bucket = try TestBucket { $0.allowsMeteredNetwork = isAllowed }
    let item = try TestItem(31, byteCount: 4500)
    #expect(try await item.send(to: bucket.destination) == nil)
    #expect(await bucket.server.log.allSatisfy { $0.request.allowsMeteredNetwork == isAllowed })
  }

  @Test("Without the right to look, an ETag that is a digest is proof, and nothing else is")
  func writeOnly() async throws {
    let bucket = try TestBucket()
    await bucket.server.inject(.head, times: 9, .answer(.error(403, "AccessDenied")))
    #expect(try await TestItem(32, byteCount: 500).send(to: bucket.destination) == nil)
    #expect(try await TestItem(33, byteCount: 4500).send(to: bucket.destination)?.code == .unauthorized)
  }
}
