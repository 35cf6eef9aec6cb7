import Foundation
import Testing
import Transport

@testable import UploadOutbox

@Suite("Answers that are not the truth")
struct S3UntruthTests {
  @Test(
    "The page of a hotel's network is no success, whatever was asked",
    arguments: [MemoryS3.Operation.put, .create, .part(2), .complete, .head], [200, 204, 302])
  func portal(operation: MemoryS3.Operation, status: Int) async throws {
    let bucket = try TestBucket()
    let item = try TestItem(15, byteCount: operation == .put ? 500 : 4500)
    let headers: HTTPHeaders = ["Location": "http://login.example/", "ETag": "\"5f3c-a1\""]
    // The page is all that can be had.
    for other in [operation, .head] {
      await bucket.server.inject(other, times: 2, .answer(.page(status, headers)))
    }
    let error = try #require(try await item.send(to: bucket.destination))
    #expect(error.code == .unreachable)
    #expect(!error.reason.contains("login.example"))
    let hosts = await bucket.server.log.map { $0.request.url.hasPrefix("http://s3.test:9000/") }
    #expect(!hosts.contains(false))
  }

  @Test("Only the exact status counts")
  func created() async throws {
    for (number, operation) in [MemoryS3.Operation.put, .part(2), .create].enumerated() {
      let bucket = try TestBucket()
      let item = try TestItem(60 + number, byteCount: operation == .put ? 500 : 4500)
      await bucket.server.inject(operation, .change { $0.status = 201 })
      #expect(try await item.send(to: bucket.destination) != nil)
    }
  }

  @Test(
    "A server that stores nothing, and says that it did, is found out; later the damage is overwritten",
    arguments: [500, 4500])
  func storesNothing(byteCount: Int) async throws {
    let bucket = try TestBucket()
    let item = try TestItem(16, byteCount: byteCount)
    let key = bucket.key(item)
    if byteCount < 4000 {
      // An ETag that is none of content, so that all depends on what is asked afterwards.
      await bucket.server.inject(.put, .change { $0.headers["ETag"] = "\"stored\"" })
    }
    await bucket.server.inject(.head, .first { $0.objects[key]?.data = Data() })
    let error = try #require(try await item.send(to: bucket.destination))
    #expect(error.code == .failed)
    #expect(error.reason.contains("not the whole file"))
    #expect(try await item.send(to: bucket.destination) == nil)
    #expect(await bucket.has(item))
  }

  @Test("A body that was garbled on the way is found by the ETag", arguments: [500, 4500])
  func garbled(byteCount: Int) async throws {
    let bucket = try TestBucket()
    let item = try TestItem(17, byteCount: byteCount)
    let operation = byteCount < 4000 ? MemoryS3.Operation.put : .part(2)
    await bucket.server.inject(
      operation, .change { $0.headers["ETag"] = "\"d41d8cd98f00b204e9800998ecf8427e\"" })
    #expect(try await item.send(to: bucket.destination)?.code == .failed)
  }

  @Test(
    "A completion that ends in an error, with status 200, is a failure",
    arguments: [
      ("InternalError", DeliveryError.Code.failed), ("SlowDown", .busy),
    ])
  func lateError(code: String, kind: DeliveryError.Code) async throws {
    let bucket = try TestBucket()
    let item = try TestItem(18, byteCount: 4500)
    var answer = HTTPResponse.error(200, code)
    answer.body = Data("  \n".utf8) + answer.body
    await bucket.server.inject(.complete, .answer(answer))
    #expect(try await item.send(to: bucket.destination)?.code == kind)
    #expect(try await item.send(to: bucket.destination) == nil)
    #expect(await bucket.has(item))
    #expect(await bucket.repeatedByteCount(item) == 0)
  }

  @Test("Parts that do not complete are given up, and all is sent anew")
  func invalidPart() async throws {
    let bucket = try TestBucket()
    let item = try TestItem(19, byteCount: 4500)
    await bucket.server.inject(.complete, .answer(.error(400, "InvalidPart")))
    #expect(try await item.send(to: bucket.destination)?.code == .failed)
    #expect(item.state == nil)
    #expect(await bucket.server.uploads.isEmpty)
    #expect(try await item.send(to: bucket.destination) == nil)
    #expect(await bucket.has(item))
  }

  @Test("Another file under the same key is never overwritten", arguments: [500, 4500])
  func taken(byteCount: Int) async throws {
    let bucket = try TestBucket()
    let item = try TestItem(20, byteCount: byteCount)
    let other = try TestItem(20, byteCount: byteCount, content: 21)
    #expect(try await other.send(to: bucket.destination) == nil)
    #expect(try await item.send(to: bucket.destination)?.code == .refused)
    #expect(try await item.send(to: bucket.destination)?.code == .refused)
    #expect(await bucket.has(other))
  }

  @Test("Two files of one size stay two")
  func sameSize() async throws {
    let bucket = try TestBucket()
    let items = try [TestItem(22, byteCount: 4500), TestItem(23, byteCount: 4500)]
    for item in items { #expect(try await item.send(to: bucket.destination) == nil) }
    for item in items { #expect(await bucket.has(item)) }
  }
}
