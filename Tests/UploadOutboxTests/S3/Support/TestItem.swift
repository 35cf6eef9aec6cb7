import DurableFiles
import Foundation
import Hashing
import Synchronization
import Testing

@testable import CaptureStorage
@testable import UploadOutbox

/// A file to send, as the ledger would know it, and what its deliveries remember and report.
final class TestItem: Sendable {
  let media: Media
  let bytes: Data
  let pieceByteCount: Int
  private let memory = Mutex(Memory())

  struct Memory {
    var state: String?
    var states: [String?] = []
    var progress: [Delivery.Progress] = []
  }

  /// - Parameter number: Tells one item from another; the bytes follow from it.
  init(_ number: Int, byteCount: Int, pieceByteCount: Int = 1000, content: Int? = nil) throws {
    bytes = Self.bytes(byteCount, seed: UInt64((content ?? number) &* 7919 + 1))
    self.pieceByteCount = pieceByteCount
    let id = String(repeating: "0", count: 12 - "\(number)".count) + "\(number)"
    let entry = "019abf3c-5f00-7a31-8c4e-0123456789ab"
    media = Media(
      id: try #require(Identifier("019abf3c-5f00-7a31-8c4f-\(id)")), entry: try #require(Identifier(entry)),
      file: "captures/\(entry)/019abf3c-5f00-7a31-8c4f-\(id).jpg", kind: .photo, source: .camera,
      byteCount: byteCount, sha256: bytes.withUnsafeBytes { SHA256Digest(of: $0) }, width: 1, height: 1,
      removed: [], upload: .sending)
  }

  /// The key that the item has in a bucket, without the prefix.
  var key: String { "\(media.entry)/\(media.id).jpg" }

  var state: String? { memory.withLock { $0.state } }
  var states: [String?] { memory.withLock { $0.states } }
  var progress: [Delivery.Progress] { memory.withLock { $0.progress } }
  var sentByteCount: Int { progress.map(\.sentByteCount).max() ?? 0 }

  func setState(_ state: String?) { memory.withLock { $0.state = state } }

  /// Random bytes, of which those of one block come again and again with another number in front.
  private static func bytes(_ count: Int, seed: UInt64) -> Data {
    var random = SeededRandom(state: seed)
    let block = (0..<1 << 13).map { _ in random.next() }
    var data = Data(capacity: count)
    while data.count < count {
      withUnsafeBytes(of: data.count) { data.append(contentsOf: $0) }
      block.withUnsafeBytes { data.append(contentsOf: $0) }
    }
    return data.prefix(count)
  }

  /// One attempt to send it, from what the last attempt remembered.
  ///
  /// - Returns: `nil` if it has arrived.
  func send(
    to destination: some Destination, reading source: (any ByteSource)? = nil
  ) async throws -> DeliveryError? {
    let file: VerifiedFile
    do throws(DeliveryError) {
      file = try await VerifiedFile(
        source ?? MemoryByteSource(bytes, name: "item"), byteCount: bytes.count, sha256: media.sha256,
        pieceByteCount: pieceByteCount)
    } catch {
      return error
    }
    let delivery = Delivery(
      media: media, file: file, state: state,
      onState: { state throws(DeliveryError) in
        self.memory.withLock {
          $0.state = state
          $0.states.append(state)
        }
      },
      onProgress: { progress in self.memory.withLock { $0.progress.append(progress) } })
    do throws(DeliveryError) {
      try await destination.send(delivery)
      return nil
    } catch {
      return error
    }
  }
}

/// Numbers that follow from a seed (SplitMix64).
struct SeededRandom: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
