#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Connections that are over for the server while their client may still be sending.
///
/// A socket that is closed with bytes unread answers with a reset, which can take the answer away from a client
/// that has not read it yet (RFC 9112 §9.6). So what comes is read and dropped for a while.
struct LingeringSockets {
  /// More of them are closed at once.
  static let limit = 64
  private static let seconds = 5.0

  private var deadlines: [(descriptor: CInt, deadline: Double)] = []

  var descriptors: [CInt] { deadlines.map(\.descriptor) }

  /// Takes over `descriptor`.
  mutating func add(_ descriptor: CInt, now: Double) {
    guard deadlines.count < Self.limit else {
      close(descriptor)
      return
    }
    // No more is said, which lets a client that reads to the end go on.
    shutdown(descriptor, CInt(SHUT_WR))
    deadlines.append((descriptor, now + Self.seconds))
  }

  /// Reads what came on those that `isReady` names, and closes those that are done or late.
  mutating func drain(now: Double, isReady: (CInt) -> Bool) {
    deadlines.removeAll { descriptor, deadline in
      let isOver = now > deadline || (isReady(descriptor) && Self.isAtEnd(descriptor))
      if isOver { close(descriptor) }
      return isOver
    }
  }

  mutating func closeAll() {
    for descriptor in descriptors { close(descriptor) }
    deadlines = []
  }

  /// Drops what has come on a socket, which libmicrohttpd has made non-blocking, up to 1 MiB at a time so that the others get their turn.
  private static func isAtEnd(_ descriptor: CInt) -> Bool {
    withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 16) { buffer in
      for _ in 0..<16 {
        let count = read(descriptor, buffer.baseAddress, buffer.count)
        if count == 0 { return true }
        if count < 0 { return errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR }
      }
      return false
    }
  }
}
