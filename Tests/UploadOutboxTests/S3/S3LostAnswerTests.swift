import Foundation
import Testing
import Transport

@testable import UploadOutbox

@Suite("Answers that get lost on the way from S3")
struct S3LostAnswerTests {
  @Test("A lost answer to the whole file: the next attempt asks and sends nothing")
  func lostPut() async throws {
    let bucket = try TestBucket()
    let item = try TestItem(1, byteCount: 3000)
    await bucket.server.inject(.put, .loseAnswer)
    #expect(try await item.send(to: bucket.destination)?.code == .failed)
    let again = try TestBucket(server: bucket.server)
    #expect(try await item.send(to: again.destination) == nil)
    #expect(await bucket.server.log.map(\.operation) == [.put, .head])
    #expect(await bucket.repeatedByteCount(item) == 0)
    #expect(await bucket.server.objects.count == 1)
  }

  @Test("A lost answer to the completion: the next attempt asks and sends nothing")
  func lostCompletion() async throws {
    let bucket = try TestBucket()
    let item = try TestItem(2, byteCount: 4500)
    await bucket.server.inject(.complete, .loseAnswer)
    #expect(try await item.send(to: bucket.destination)?.code == .failed)
    let again = try TestBucket(server: bucket.server)
    #expect(try await item.send(to: again.destination) == nil)
    #expect(await bucket.repeatedByteCount(item) == 0)
    #expect(await bucket.server.count(.create) == 1)
    #expect(await bucket.server.objects.count == 1)
  }

  @Test("A completion that reached the server twice is done, and no upload is begun for it")
  func repeatedCompletion() async throws {
    let bucket = try TestBucket()
    let item = try TestItem(34, byteCount: 4500)
    let (key, bytes) = (bucket.key(item), item.bytes)
    await bucket.server.inject(
      .complete,
      .first { server in
        let headers = server.uploads.values.first?.headers ?? [:]
        server.objects[key] = MemoryS3.Object(data: bytes, headers: headers, tag: "\"x-5\"")
        server.uploads = [:]
        server.conditions = .ignored
      })
    #expect(try await item.send(to: bucket.destination) == nil)
    #expect(await bucket.server.count(.create) == 1)
    #expect(await bucket.repeatedByteCount(item) == 0)
  }

  @Test("A lost answer to a part: the part is in the list and is not sent again")
  func lostPart() async throws {
    let bucket = try TestBucket()
    let item = try TestItem(3, byteCount: 4500)
    await bucket.server.inject(.part(3), .loseAnswer)
    #expect(try await item.send(to: bucket.destination)?.code == .failed)
    #expect(try await item.send(to: bucket.destination) == nil)
    #expect(await bucket.has(item))
    #expect(await bucket.repeatedByteCount(item) == 0)
  }

  @Test(
    "A state that was lost as well: the condition keeps the object, and it is recognized",
    arguments: [100, 4500])
  func lostState(byteCount: Int) async throws {
    let bucket = try TestBucket()
    let item = try TestItem(4, byteCount: byteCount)
    #expect(try await item.send(to: bucket.destination) == nil)
    item.setState(nil)
    #expect(try await item.send(to: bucket.destination) == nil)
    #expect(await bucket.server.objects.count == 1)
    #expect(await bucket.server.uploads.isEmpty)
  }

  @Test(
    "A connection that breaks or stalls is this item's matter alone",
    arguments: [
      HTTPTransportError.Code.connectionLost, .timedOut,
    ])
  func oneConnection(code: HTTPTransportError.Code) async throws {
    let bucket = try TestBucket()
    await bucket.server.inject(.put, .fail(HTTPTransportError(code: code, message: "no answer")))
    let items = try (50..<55).map { try TestItem($0, byteCount: 500) }
    var errors: [DeliveryError?] = []
    for item in items { errors.append(try await item.send(to: bucket.destination)) }
    #expect(errors.compactMap(\.self).map(\.code) == [.failed])
    #expect(try await items[0].send(to: bucket.destination) == nil)
    #expect(await bucket.server.objects.count == 5)
  }

  @Test(
    "No network stops the queue",
    arguments: [
      HTTPTransportError.Code.offline, .nameNotFound, .refused, .metered, .untrusted, .unavailable,
    ])
  func offline(code: HTTPTransportError.Code) async throws {
    let bucket = try TestBucket()
    let item = try TestItem(5, byteCount: 500)
    await bucket.server.inject(.put, .fail(HTTPTransportError(code: code, message: "no way there")))
    #expect(try await item.send(to: bucket.destination)?.code == .unreachable)
  }
}
