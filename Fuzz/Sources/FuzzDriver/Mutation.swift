import CLibFuzzer

/// What a program's own mutator, a C function named `LLVMFuzzerCustomMutator`, is made of.
public enum Mutation {
  /// Changes bytes at random, as libFuzzer does where a program has no mutator, to at most `capacity` bytes.
  public static func random(_ bytes: [UInt8], capacity: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: max(capacity, bytes.count)) { buffer, count in
      _ = buffer.initialize(from: bytes)
      count = min(LLVMFuzzerMutate(buffer.baseAddress, bytes.count, buffer.count), buffer.count)
    }
  }

  /// Changes what lies in `data` and repairs it, unless it is too long then.
  ///
  /// - Parameters:
  ///   - data: Memory of `capacity` bytes, of which `count` are the input.
  ///   - change: Gives the new input.
  /// - Returns: How many bytes the input has now.
  public static func replace(
    _ data: UnsafeMutablePointer<UInt8>, count: Int, capacity: Int, by change: ([UInt8]) -> [UInt8]
  ) -> Int {
    let result = change([UInt8](UnsafeBufferPointer(start: data, count: count)))
    guard result.count <= capacity else { return LLVMFuzzerMutate(data, count, capacity) }
    data.update(from: result, count: result.count)
    return result.count
  }
}
