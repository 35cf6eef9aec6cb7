import CaptureStorage
import Foundation
import Hashing
import PhotoFixtures
import Testing
import Transport

@testable import UploadOutbox

@Suite("A real server of S3", .timeLimit(.minutes(10)))
struct SeaweedTests {
  /// 5 MiB, the smallest part that S3 takes.
  static let pieceByteCount = 5 << 20

  static func destination(
    _ server: SeaweedServer, _ bucket: String, secret: String = SeaweedServer.secretAccessKey,
    transport: any HTTPTransport = platformTransport(), now: @escaping @Sendable () -> Date = { Date() },
    configure: (inout S3Configuration) -> Void = { _ in }
  ) throws -> S3Destination {
    var configuration = try S3Configuration(
      "s3://\(bucket)/from phone/ä+~(1)", endpoint: server.endpoint,
      credentials: S3Credentials(accessKeyID: SeaweedServer.accessKeyID, secretAccessKey: secret))
    configure(&configuration)
    return S3Destination(configuration, transport: transport, now: now)
  }

  /// What a bucket holds, as boto3 reads it: the SHA-256 of each object, and what describes it.
  static func objects(_ server: SeaweedServer, _ bucket: String) throws -> [String: [String: String]] {
    let script = """
      result = {}
      for page in s3.get_paginator('list_objects_v2').paginate(Bucket=arguments[0]):
          for entry in page.get('Contents', []):
              answer = s3.get_object(Bucket=arguments[0], Key=entry['Key'])
              result[entry['Key']] = dict(answer['Metadata'], type=answer['ContentType'],
                  content=hashlib.sha256(answer['Body'].read()).hexdigest())
      print(json.dumps(result))
      """
    return try #require(try server.boto(script, [bucket]) as? [String: [String: String]])
  }

  /// How many uploads in parts a bucket has that were neither completed nor aborted.
  static func uploadCount(_ server: SeaweedServer, _ bucket: String) throws -> Int? {
    let script = "print(len(s3.list_multipart_uploads(Bucket=arguments[0]).get('Uploads', [])))"
    return try server.boto(script, [bucket]) as? Int
  }

  static func key(_ item: TestItem) -> String { "from phone/ä+~(1)/\(item.key)" }

  static func expect(
    _ items: [TestItem], in bucket: String, of server: SeaweedServer,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let objects = try objects(server, bucket)
    #expect(objects.count == items.count, sourceLocation: sourceLocation)
    for item in items {
      let object = objects[key(item)]
      #expect(object?["content"] == item.media.sha256.description, sourceLocation: sourceLocation)
      #expect(object?["sha256"] == item.media.sha256.description, sourceLocation: sourceLocation)
      #expect(object?["media"] == item.media.id.text, sourceLocation: sourceLocation)
      #expect(object?["entry"] == item.media.entry.text, sourceLocation: sourceLocation)
      #expect(object?["type"] == "image/jpeg", sourceLocation: sourceLocation)
      #expect(object?.count == 5, sourceLocation: sourceLocation)
    }
  }

  @Test("Two hundred files of all sizes arrive, and another client reads the same bytes")
  func many() async throws {
    let server = try await SeaweedServer.shared.value
    try server.makeBucket("many")
    let destination = try Self.destination(server, "many")
    let sizes = [0, 1, 17 << 20, (10 << 20) + 7, 16 << 20, (16 << 20) - 1]
    let items = try (0..<200).map { number in
      try TestItem(
        number, byteCount: number < sizes.count ? sizes[number] : 1 + number * number * 7 % 300_000,
        pieceByteCount: Self.pieceByteCount)
    }
    try await withThrowingTaskGroup(of: DeliveryError?.self) { group in
      var rest = items[...]
      for item in rest.prefix(4) { group.addTask { try await item.send(to: destination) } }
      rest = rest.dropFirst(4)
      while let error = try await group.next() {
        #expect(error == nil)
        if let item = rest.popFirst() { group.addTask { try await item.send(to: destination) } }
      }
    }
    try Self.expect(items, in: "many", of: server)
    #expect(try Self.uploadCount(server, "many") == 0)
    // All of it once more, without the memory of the first time.
    for item in items.prefix(8) {
      item.setState(nil)
      #expect(try await item.send(to: destination) == nil)
    }
    try Self.expect(items, in: "many", of: server)
    #expect(try Self.uploadCount(server, "many") == 0)
  }

  @Test("An upload that ends between two parts is continued by another run and repeats nothing")
  func continued() async throws {
    let server = try await SeaweedServer.shared.value
    try server.makeBucket("continued")
    let item = try TestItem(1, byteCount: 23 << 20, pieceByteCount: Self.pieceByteCount)
    let broken = BreakingTransport(platformTransport(), afterParts: 3)
    #expect(
      try await item.send(to: try Self.destination(server, "continued", transport: broken))?.code == .failed)
    #expect(try Self.objects(server, "continued").isEmpty)
    #expect(try Self.uploadCount(server, "continued") == 1)
    let whole = BreakingTransport(platformTransport(), afterParts: .max)
    #expect(try await item.send(to: try Self.destination(server, "continued", transport: whole)) == nil)
    #expect(await broken.partCount == 3)
    #expect(await whole.partCount == 2)
    try Self.expect([item], in: "continued", of: server)
    #expect(try Self.uploadCount(server, "continued") == 0)
  }

  @Test("An abandoned upload leaves no parts")
  func abandoned() async throws {
    let server = try await SeaweedServer.shared.value
    try server.makeBucket("abandoned")
    let item = try TestItem(1, byteCount: 17 << 20, pieceByteCount: Self.pieceByteCount)
    let broken = BreakingTransport(platformTransport(), afterParts: 2)
    #expect(
      try await item.send(to: try Self.destination(server, "abandoned", transport: broken))?.code == .failed)
    #expect(try Self.uploadCount(server, "abandoned") == 1)
    let state = try #require(item.state)
    let destination = try Self.destination(server, "abandoned")
    try await destination.abandon(state)
    #expect(try Self.uploadCount(server, "abandoned") == 0)
    try await destination.abandon(state)
    // What was abandoned can still be sent, from the start.
    #expect(try await item.send(to: destination) == nil)
    try Self.expect([item], in: "abandoned", of: server)
  }

  @Test("Another object under the key stays", arguments: [1000, 17 << 20])
  func taken(byteCount: Int) async throws {
    let server = try await SeaweedServer.shared.value
    let bucket = "taken-\(byteCount)"
    try server.makeBucket(bucket)
    let item = try TestItem(1, byteCount: byteCount, pieceByteCount: Self.pieceByteCount)
    _ = try server.boto(
      "s3.put_object(Bucket=arguments[0], Key=arguments[1], Body=b'mine'); print('null')",
      [bucket, Self.key(item)])
    #expect(try await item.send(to: try Self.destination(server, bucket))?.code == .refused)
    let text = try server.boto(
      "print(json.dumps(s3.get_object(Bucket=arguments[0], Key=arguments[1])['Body'].read().decode()))",
      [bucket, Self.key(item)])
    #expect(text as? String == "mine")
  }

  @Test("Wrong keys, a missing bucket and a wrong clock are told apart")
  func mistakes() async throws {
    let server = try await SeaweedServer.shared.value
    try server.makeBucket("mistakes")
    let item = try TestItem(1, byteCount: 1000)
    let stranger = try Self.destination(server, "mistakes", secret: "wrong")
    #expect(try await item.send(to: stranger)?.code == .unauthorized)
    #expect(await Self.errorOfCheck(stranger)?.code == .unauthorized)
    let nowhere = try Self.destination(server, "nowhere")
    #expect(await Self.errorOfCheck(nowhere)?.code == .unreachable)
    #expect(try await TestItem(2, byteCount: 1000).send(to: nowhere)?.code == .unreachable)
    let late = try Self.destination(server, "mistakes", now: { Date() - 86_400 * 400 })
    #expect(try await item.send(to: late) == nil)
    try Self.expect([item], in: "mistakes", of: server)
    #expect(try await late.check() == "S3, bucket mistakes, region us-east-1")
  }

  @Test("A file that is garbled on the way is not taken for sent", arguments: [1000, 17 << 20])
  func garbled(byteCount: Int) async throws {
    let server = try await SeaweedServer.shared.value
    let bucket = "garbled-\(byteCount)"
    try server.makeBucket(bucket)
    let item = try TestItem(1, byteCount: byteCount, pieceByteCount: Self.pieceByteCount)
    let garbling = try Self.destination(server, bucket, transport: GarblingTransport())
    #expect(try await item.send(to: garbling)?.code == .failed)
    #expect(try await item.send(to: try Self.destination(server, bucket)) == nil)
    try Self.expect([item], in: bucket, of: server)
  }

  private static func errorOfCheck(_ destination: S3Destination) async -> DeliveryError? {
    do throws(DeliveryError) {
      _ = try await destination.check()
      return nil
    } catch {
      return error
    }
  }
}

/// Lets so many parts through and then nothing any more, like a process that was killed.
private actor BreakingTransport: HTTPTransport {
  private let transport: any HTTPTransport
  private let limit: Int
  private(set) var partCount = 0

  init(_ transport: any HTTPTransport, afterParts limit: Int) {
    self.transport = transport
    self.limit = limit
  }

  func response(
    to request: HTTPRequest, progress: (@Sendable (Int) -> Void)?
  ) async throws(HTTPTransportError) -> HTTPResponse {
    let isPart = request.url.contains("partNumber=")
    if partCount == limit { throw HTTPTransportError(code: .connectionLost, message: "killed") }
    if isPart { partCount += 1 }
    return try await transport.response(to: request, progress: progress)
  }
}

/// Changes a byte of each content on the way.
private struct GarblingTransport: HTTPTransport {
  func response(
    to request: HTTPRequest, progress: (@Sendable (Int) -> Void)?
  ) async throws(HTTPTransportError) -> HTTPResponse {
    var request = request
    if request.method == "PUT", let count = request.body?.count { request.body?[count / 2] ^= 1 }
    return try await platformTransport().response(to: request, progress: progress)
  }
}
