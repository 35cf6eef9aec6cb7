import CHeapFill
import CLibFuzzer

/// Runs a property on one input after another.
public enum Fuzzing {
  /// Hands the program to libFuzzer, which reads its options from the command line.
  ///
  /// - Parameter property: Called with each input; a crash in it is a finding, and so is a call of
  ///   ``require(_:_:)`` that fails. Returns whether the input is one of the kind that is fuzzed: others are
  ///   not kept to make further ones of.
  /// - Returns: What the program should exit with.
  public static func run(_ property: @escaping ([UInt8]) -> Bool) -> CInt {
    current = property
    require(heap_fill_start(), "the heap cannot be filled")
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    return LLVMFuzzerRunDriver(&count, &arguments) { data, size in
      Fuzzing.current([UInt8](UnsafeBufferPointer(start: data, count: size))) ? 0 : -1
    }
  }

  /// Reports a finding unless `condition` holds.
  public static func require(_ condition: Bool, _ message: @autoclosure () -> String) {
    guard condition else { preconditionFailure("broken property: \(message())") }
  }

  /// From now on memory that a program takes, up to 64 KiB at once, is filled with `byte`. A property that does the
  /// same over two fills finds what depends on memory that nobody wrote.
  public static func fillHeap(with byte: UInt8) { heap_fill_with(byte) }

  // C calls back without a context. It is safe because it is set once, before libFuzzer starts, and libFuzzer
  // calls from the thread that started it.
  nonisolated(unsafe) private static var current: ([UInt8]) -> Bool = { _ in false }
}
