import DurableFiles
import FuzzDriver

@testable import PhotoPipeline

/// That a window of a few bytes finds what one finds that holds everything.
///
/// Inputs are smaller than the windows that readers use, so sliding is checked here.
public enum WindowProperty {
  public static func check(_ bytes: [UInt8]) {
    guard let last = bytes.last else { return }
    let bytes = Array(bytes.prefix(2048))
    let source = MemoryByteSource(bytes, name: "input")
    var small = ByteWindow(source, capacity: 16 + Int(last) % 48)
    var whole = ByteWindow(source, capacity: bytes.count)
    let start = Int(last) * bytes.count / 512
    let limit = bytes.count - Int(bytes[0]) * bytes.count / 1024
    let token = Array(bytes.suffix(1 + Int(last) % 4))
    do {
      let ends = try (
        small.endOfEntropyCodedData(from: start), whole.endOfEntropyCodedData(from: start)
      )
      Fuzzing.require(ends.0 == ends.1, "coded data end at \(ends)")
      let places = try (
        small.firstIndex(of: token, from: start, limit: limit),
        whole.firstIndex(of: token, from: start, limit: limit)
      )
      Fuzzing.require(places.0 == places.1, "\(token) stands at \(places)")
      let copies = try (small.prefix(at: start, limit: limit), whole.prefix(at: start, limit: limit))
      Fuzzing.require(copies.0 == copies.1, "the windows hold other bytes")
      Fuzzing.require(copies.0.elementsEqual(bytes.dropFirst(start).prefix(limit)), "bytes are changed")
    } catch {
      preconditionFailure("memory failed: \(error)")
    }
  }
}
