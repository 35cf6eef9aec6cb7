import Foundation
import Shutterbox

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Adding prepared bytes, beside a copy of the same bytes that is as safe: file and folder synced.
struct AddingBenchmark {
  let folder: URL
  private let byteCount = 400_000

  func run(_ rounds: Int) async throws -> [String: Any] {
    let store = try await CaptureStore.open(home: folder.appendingPathComponent("home"))
    let copies = folder.appendingPathComponent("copies")
    try FileManager.default.createDirectory(at: copies, withIntermediateDirectories: true)
    let original = folder.appendingPathComponent("original")
    var copy = Times()
    var addNew = Times()
    var addMore = Times()
    let entry = await store.newEntry()
    for round in 0..<rounds {
      let jpeg = bytes(round)
      try jpeg.write(to: original)
      try await copy.measure { try copyAndSync(original, copies.appendingPathComponent("\(round)")) }
      let new = NewMedia.photo(jpeg: jpeg, width: 2048, height: 1536, source: .camera)
      _ = try await addNew.measure { try await store.add(new, to: .draft(store.newEntry())) }
      _ = try await addMore.measure { try await store.add(new, to: .draft(entry)) }
    }
    return ["copy": copy.median, "add_new_entry": addNew.median, "add_same_entry": addMore.median]
  }

  /// Bytes that no two rounds share.
  private func bytes(_ round: Int) -> Data {
    var generator = SystemRandomNumberGenerator()
    return Data(
      (0..<byteCount / 8).flatMap { _ in
        withUnsafeBytes(of: generator.next() as UInt64) { Array($0) }
      })
  }

  /// What cp(1) does, and then sync(1) of the file and of its folder.
  private func copyAndSync(_ source: URL, _ target: URL) throws {
    let input = open(source.path, O_RDONLY)
    let output = open(target.path, O_WRONLY | O_CREAT | O_EXCL, 0o644)
    defer {
      close(input)
      close(output)
    }
    var buffer = [UInt8](repeating: 0, count: 1 << 17)
    while true {
      let count = read(input, &buffer, buffer.count)
      if count == 0 { break }
      guard count > 0, write(output, buffer, count) == count else {
        throw BenchmarkFailure("the copy failed")
      }
    }
    let parent = open(target.deletingLastPathComponent().path, O_RDONLY | O_DIRECTORY)
    defer { close(parent) }
    guard fsync(output) == 0, fsync(parent) == 0 else { throw BenchmarkFailure("fsync failed") }
  }
}
