import Foundation
import Testing
import Transport

@testable import UploadOutbox

@Suite("S3 over connections that break", .timeLimit(.minutes(10)))
struct S3WireTests {
  static let pieceByteCount = 1 << 20

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let byteCount: Int
    let faults: [(MemoryS3.Operation, WireBucket.Fault)]
    /// How many parts may go over the wire twice.
    var repeatedPartCount = 1
  }

  static let small = 3_000_000
  static let large = 5_500_000

  static let cases: [Case] = [
    Case(testDescription: "nothing", byteCount: small, faults: [], repeatedPartCount: 0),
    Case(testDescription: "nothing, in parts", byteCount: large, faults: [], repeatedPartCount: 0),
    Case(
      testDescription: "the answer to the file is lost", byteCount: small, faults: [(.put, .loseAnswer)],
      repeatedPartCount: 0),
    Case(
      testDescription: "the answer to the file is cut", byteCount: small, faults: [(.put, .cutAnswer)],
      repeatedPartCount: 0),
    Case(
      testDescription: "the answer to a part is lost", byteCount: large, faults: [(.part(3), .loseAnswer)]),
    Case(testDescription: "the answer to a part is cut", byteCount: large, faults: [(.part(3), .cutAnswer)]),
    Case(
      testDescription: "a part is cut", byteCount: large, faults: [(.part(3), .cutBody(300_000))]),
    Case(
      testDescription: "the last part is cut", byteCount: large, faults: [(.part(6), .cutBody(100))]),
    Case(
      testDescription: "the answer to the completion is lost", byteCount: large,
      faults: [(.complete, .loseAnswer)], repeatedPartCount: 0),
    Case(
      testDescription: "the answer to the proof is lost", byteCount: large, faults: [(.head, .cutAnswer)],
      repeatedPartCount: 0),
    Case(
      testDescription: "a part is refused before it is sent", byteCount: large,
      faults: [(.part(2), .refuse(.error(403, "ExpiredToken")))]),
    Case(
      testDescription: "five parts of six break", byteCount: large,
      faults: (1...5).map { (.part($0), .cutBody(500_000)) }, repeatedPartCount: 5),
  ]

  @Test(
    "Whatever breaks, the file arrives once, and less than a part is sent twice for each fault",
    arguments: cases)
  func breaks(fault: Case) async throws {
    let bucket = try WireBucket(fault.faults)
    let item = try TestItem(1, byteCount: fault.byteCount, pieceByteCount: Self.pieceByteCount)
    var attempts = 0
    while let error = try await item.send(to: bucket.destination) {
      #expect([.failed, .unauthorized].contains(error.code), "\(error)")
      attempts += 1
      try #require(attempts < 10)
    }
    #expect(bucket.remainingFaultCount == 0)
    #expect(await bucket.has(item))
    #expect(await bucket.memory.objects.count == 1)
    #expect(await bucket.memory.uploads.isEmpty)
    let repeated = bucket.receivedByteCount - fault.byteCount
    #expect(repeated <= fault.repeatedPartCount * Self.pieceByteCount, "\(repeated) bytes came twice")
  }
}
