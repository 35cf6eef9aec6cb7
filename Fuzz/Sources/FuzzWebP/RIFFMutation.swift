import FuzzDriver

/// What libFuzzer calls in place of its own mutation.
///
/// - Parameter seed: Decides whether the sizes are set right.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutateWebP(
  _ data: UnsafeMutablePointer<UInt8>, _ count: Int, _ capacity: Int, _ seed: UInt32
) -> Int {
  Mutation.replace(data, count: count, capacity: capacity) { bytes in
    let changed = Mutation.random(bytes, capacity: capacity)
    return seed % 4 == 0 ? changed : RIFFMutation.withRightSizes(changed)
  }
}

/// Sets the sizes in a RIFF file right, which a change of its length makes wrong.
enum RIFFMutation {
  /// The file says how long it is, and its last chunk ends where it ends.
  static func withRightSizes(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.count >= 20, bytes.starts(with: Array("RIFF".utf8)) else { return bytes }
    var result = bytes
    if result.count % 2 == 1 { result.append(0) }
    set(&result, at: 4, to: result.count - 8)
    var position = 12
    while position + 8 <= result.count {
      let claimed = (0..<4).reduce(0) { $0 | Int(result[position + 4 + $1]) << (8 * $1) }
      let rest = result.count - position - 8
      if claimed > rest { set(&result, at: position + 4, to: rest) }
      position += 8 + min(claimed, rest)
      position += position % 2
    }
    return result
  }

  private static func set(_ bytes: inout [UInt8], at position: Int, to value: Int) {
    for index in 0..<4 { bytes[position + index] = UInt8(truncatingIfNeeded: value >> (8 * index)) }
  }
}
