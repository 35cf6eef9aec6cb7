import DurableFiles
import Foundation
import Synchronization
import Testing
import Transport

@testable import UploadOutbox

@Suite("Files that change on their way to S3")
struct S3ChangedFileTests {
  @Test("A file that changed between two runs shares no part with the old one")
  func changedBetween() async throws {
    let bucket = try TestBucket()
    let old = try TestItem(24, byteCount: 4500)
    await bucket.server.inject(.part(4), .breakOff(after: 0))
    #expect(try await old.send(to: bucket.destination)?.code == .failed)
    let new = try TestItem(24, byteCount: 4500, content: 25)
    new.setState(old.state)
    #expect(try await new.send(to: bucket.destination) == nil)
    #expect(await bucket.has(new))
    #expect(await bucket.server.uploads.isEmpty)
    #expect(await bucket.server.count(.part(1)) == 2)
  }

  @Test("A file that changes while it is sent is stuck, and its parts are freed")
  func changedInside() async throws {
    let bucket = try TestBucket()
    let item = try TestItem(26, byteCount: 4500)
    let source = ChangingSource(item.bytes)
    await bucket.server.inject(.part(3), .first { _ in source.change() })
    #expect(try await item.send(to: bucket.destination, reading: source)?.code == .changed)
    #expect(await bucket.server.uploads.isEmpty)
    #expect(await bucket.server.objects.isEmpty)
    #expect(item.state == nil)
  }
}

/// Bytes that another program changes.
private final class ChangingSource: ByteSource {
  let name = "changing"
  private let data: Mutex<Data>
  let byteCount: Int

  init(_ data: Data) {
    byteCount = data.count
    self.data = Mutex(data)
  }

  func change() { data.withLock { $0[$0.count - 1] ^= 1 } }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(FileSystemError) -> Int {
    try MemoryByteSource(data.withLock { $0 }, name: name).read(into: buffer, at: offset)
  }
}
