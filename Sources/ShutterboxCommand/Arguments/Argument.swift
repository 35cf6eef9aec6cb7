import PhotoPipeline

/// One word of the command line, as the bytes that the system passed.
struct Argument: Hashable, Sendable {
  let bytes: [UInt8]

  init(bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes)
  }

  /// The word as text, with U+FFFD in place of what is no UTF-8.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The words behind the name of the program.
  static func ofProcess() -> [Argument] {
    // `CommandLine.arguments` repairs what is no UTF-8 and so loses the names of files.
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      CommandLine.unsafeArgv[index].map { start in
        var end = start
        while end.pointee != 0 { end += 1 }
        return Argument(bytes: UnsafeRawBufferPointer(start: start, count: end - start))
      }
    }
  }
}

extension Argument: ExpressibleByStringLiteral {
  init(stringLiteral text: String) {
    bytes = Array(text.utf8)
  }
}
