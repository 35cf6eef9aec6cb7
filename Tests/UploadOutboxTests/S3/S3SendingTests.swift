import CaptureStorage
import Foundation
import Hashing
import Testing
import Transport

@testable import UploadOutbox

@Suite("Sending to S3")
struct S3SendingTests {
  @Test("A small file takes one request, with its ids and its digest and nothing else")
  func small() async throws {
    let bucket = try TestBucket()
    let item = try TestItem(1, byteCount: 3999)
    #expect(try await item.send(to: bucket.destination) == nil)
    #expect(await bucket.has(item))
    let log = await bucket.server.log
    #expect(log.map(\.operation) == [.put])
    let request = try #require(log.first?.request)
    #expect(
      request.url
        == "http://s3.test:9000/photos/from%20phone/\(item.media.entry)/\(item.media.id).jpg")
    let names = Set(request.headers.fields.map { $0.name.lowercased() })
    #expect(
      names == [
        "content-type", "x-amz-meta-media", "x-amz-meta-entry", "x-amz-meta-sha256", "if-none-match",
        "x-amz-date", "x-amz-content-sha256", "x-amz-security-token", "authorization", "content-md5",
      ])
    #expect(request.headers["Content-Type"] == "image/jpeg")
    #expect(request.headers["x-amz-meta-media"] == item.media.id.text)
    #expect(request.headers["x-amz-meta-entry"] == item.media.entry.text)
    #expect(request.headers["x-amz-meta-sha256"] == item.media.sha256.description)
    #expect(request.headers["x-amz-content-sha256"] == item.media.sha256.description)
  }

  @Test("A large file goes in parts, each announced with its own digest, and is asked for in the end")
  func large() async throws {
    let bucket = try TestBucket()
    let item = try TestItem(2, byteCount: 4321)
    #expect(try await item.send(to: bucket.destination) == nil)
    #expect(await bucket.has(item))
    let log = await bucket.server.log
    #expect(log.map(\.operation).first == .create)
    #expect(log.map(\.operation).suffix(2) == [.complete, .head])
    // Parts may be under way at the same time.
    let sizes = Dictionary(grouping: log.dropFirst().dropLast(2), by: \.operation)
      .mapValues { $0.map(\.byteCount) }
    #expect(
      sizes == [.part(1): [1000], .part(2): [1000], .part(3): [1000], .part(4): [1000], .part(5): [321]])
    #expect(await bucket.server.uploads.isEmpty)
    #expect(await bucket.server.objects[bucket.key(item)]?.headers["x-amz-meta-media"] == item.media.id.text)
  }

  @Test("An empty file is a file", arguments: [4000, 0])
  func empty(limit: Int) async throws {
    let bucket = try TestBucket { $0.singleRequestByteLimit = limit }
    let item = try TestItem(3, byteCount: 0)
    #expect(try await item.send(to: bucket.destination) == nil)
    #expect(await bucket.has(item))
  }

  @Test("Without a prefix the key begins with the entry")
  func noPrefix() async throws {
    let bucket = try TestBucket("s3://photos")
    let item = try TestItem(4, byteCount: 10)
    #expect(try await item.send(to: bucket.destination) == nil)
    #expect(await bucket.server.objects.keys.first == item.key)
  }

  @Test(
    "A server is asked before it gets a large body, and not before a small one", arguments: [1 << 20, 100])
  func expecting(byteCount: Int) async throws {
    let bucket = try TestBucket { $0.singleRequestByteLimit = 2 << 20 }
    let item = try TestItem(17, byteCount: byteCount, pieceByteCount: 2 << 20)
    #expect(try await item.send(to: bucket.destination) == nil)
    let request = try #require(await bucket.server.log.first?.request)
    #expect(request.headers["Expect"] == (byteCount > 100 ? "100-continue" : nil))
    #expect(request.headers["Authorization"]?.contains("expect") == false)
  }

  @Test("Progress rises to the size of the file and counts what was sent")
  func progress() async throws {
    let bucket = try TestBucket()
    let item = try TestItem(5, byteCount: 4500)
    #expect(try await item.send(to: bucket.destination) == nil)
    let offsets = item.progress.map(\.offset)
    #expect(offsets == offsets.sorted())
    #expect(offsets.last == 4500)
    #expect(item.sentByteCount == 4500)
  }

  @Test("What is remembered and what names the destination holds no keys")
  func secrets() async throws {
    let bucket = try TestBucket()
    let item = try TestItem(6, byteCount: 4500)
    #expect(try await item.send(to: bucket.destination) == nil)
    let texts =
      item.states.compactMap(\.self) + [
        bucket.destination.name, "\(TestBucket.credentials)", String(reflecting: TestBucket.credentials),
        String(describing: Mirror(reflecting: TestBucket.credentials).children.map { "\($0)" }),
      ]
    #expect(texts.count == 5)
    for secret in ["AKIDEXAMPLE", "wJalrX", "TOKENEXAMPLE"] {
      #expect(!texts.contains { $0.contains(secret) })
    }
    #expect(bucket.destination.name == "s3://photos/from phone at http://s3.test:9000")
  }

  @Test("The id of an upload is remembered before its first part is sent, and nothing is written per part")
  func remembered() async throws {
    let bucket = try TestBucket()
    let item = try TestItem(7, byteCount: 4500)
    await bucket.server.inject(.part(1), .fail(HTTPTransportError(code: .offline, message: "no network")))
    #expect(try await item.send(to: bucket.destination)?.code == .unreachable)
    #expect(item.states.count == 1)
    #expect(S3Upload(try #require(item.state))?.uploadID == "upload+/=1")
  }

  @Test("Parts that are there are not sent again, also when their list has pages", arguments: [1, 2, 1000])
  func continued(pageSize: Int) async throws {
    let bucket = try TestBucket()
    await bucket.server.configure { $0.pageSize = pageSize }
    let item = try TestItem(8, byteCount: 5500)
    // It is the last one, so all others are done or under way.
    await bucket.server.inject(.part(6), .breakOff(after: 400))
    #expect(try await item.send(to: bucket.destination)?.code == .failed)
    // Another run of the program.
    let again = try TestBucket(server: bucket.server)
    #expect(try await item.send(to: again.destination) == nil)
    #expect(await bucket.has(item))
    #expect(await bucket.server.count(.create) == 1)
    #expect(await bucket.repeatedByteCount(item) == 400)
    #expect(item.sentByteCount == 5400)
  }

  @Test("A part of another size, another ETag or another checksum is sent again")
  func unfitting() async throws {
    for (index, tellsChecksums) in [false, true].enumerated() {
      let bucket = try TestBucket()
      await bucket.server.configure { $0.tellsChecksums = tellsChecksums }
      let item = try TestItem(90 + index, byteCount: 4500)
      await bucket.server.inject(.part(5), .breakOff(after: 0))
      #expect(try await item.send(to: bucket.destination)?.code == .failed)
      await bucket.server.configure { server in
        for id in server.uploads.keys {
          server.uploads[id]?.parts[2]?.data.removeLast()
          server.uploads[id]?.parts[3]?.tag = "\"d41d8cd98f00b204e9800998ecf8427e\""
          server.uploads[id]?.parts[3]?.data = Data(count: 1000)
          server.uploads[id]?.parts[9] = MemoryS3.Object(data: Data(count: 1), headers: [:], tag: "\"x\"")
        }
      }
      #expect(try await item.send(to: bucket.destination) == nil)
      #expect(await bucket.has(item))
      #expect(await bucket.server.count(.part(1)) == 1)
      #expect(await bucket.server.count(.part(2)) == 2)
      #expect(await bucket.server.count(.part(3)) == 2)
      #expect(await bucket.server.count(.part(4)) == 1)
    }
  }

  @Test("ETags that are no digests stop nothing", arguments: [100, 4500])
  func opaque(byteCount: Int) async throws {
    let bucket = try TestBucket()
    await bucket.server.configure { $0.hasOpaqueTags = true }
    let item = try TestItem(10, byteCount: byteCount)
    if byteCount > 4000 {
      await bucket.server.inject(.part(4), .breakOff(after: 0))
      #expect(try await item.send(to: bucket.destination)?.code == .failed)
    }
    #expect(try await item.send(to: bucket.destination) == nil)
    #expect(await bucket.has(item))
    #expect(await bucket.repeatedByteCount(item) == 0)
    #expect(await bucket.server.log.last?.operation == .head)
  }

  @Test("A server that does not know conditions gets none from then on", arguments: [100, 4500])
  func noConditions(byteCount: Int) async throws {
    let bucket = try TestBucket()
    await bucket.server.configure { $0.conditions = .unknown }
    for number in 11...13 {
      let item = try TestItem(number, byteCount: byteCount)
      #expect(try await item.send(to: bucket.destination) == nil)
      #expect(await bucket.has(item))
    }
    #expect(await bucket.server.log.count { $0.request.headers["If-None-Match"] != nil } == 1)
  }

  @Test("Two attempts at once leave one object and no parts", arguments: [100, 4500])
  func twice(byteCount: Int) async throws {
    let bucket = try TestBucket()
    let item = try TestItem(14, byteCount: byteCount)
    let twin = try TestItem(14, byteCount: byteCount)
    async let one = item.send(to: bucket.destination)
    async let other = twin.send(to: bucket.destination)
    #expect(try await one == nil)
    #expect(try await other == nil)
    #expect(await bucket.has(item))
    #expect(await bucket.server.objects.count == 1)
    #expect(await bucket.server.uploads.isEmpty)
  }

  @Test("What is abandoned leaves no parts; that it is gone already is no error")
  func abandoned() async throws {
    let bucket = try TestBucket()
    let item = try TestItem(15, byteCount: 4500)
    await bucket.server.inject(.part(3), .breakOff(after: 0))
    #expect(try await item.send(to: bucket.destination)?.code == .failed)
    #expect(await bucket.server.uploads.count == 1)
    let state = try #require(item.state)
    try await bucket.destination.abandon(state)
    #expect(await bucket.server.uploads.isEmpty)
    try await bucket.destination.abandon(state)
    try await bucket.destination.abandon("nonsense")
  }

  @Test("A cancelled task ends as interrupted")
  func interrupted() async throws {
    let bucket = try TestBucket()
    let item = try TestItem(16, byteCount: 4500)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await item.send(to: bucket.destination)
    }
    #expect(try await task.value?.code == .interrupted)
    #expect(await bucket.server.log.isEmpty)
  }

  @Test("Checking sends nothing and says what answered")
  func check() async throws {
    let bucket = try TestBucket()
    #expect(try await bucket.destination.check() == "S3, bucket photos, region us-east-1")
    #expect(await bucket.server.log.map(\.operation) == [.listBucket])
    await bucket.server.inject(.listBucket, .answer(.error(404, "NoSuchBucket")))
    await #expect(throws: DeliveryError.self) { try await bucket.destination.check() }
    await bucket.server.inject(.listBucket, .answer(.page(200)))
    await #expect(throws: DeliveryError.self) { try await bucket.destination.check() }
  }
}
