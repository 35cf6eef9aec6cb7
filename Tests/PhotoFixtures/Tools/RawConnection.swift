#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A client that sends whatever bytes a test wants, well-formed or not.
public final class RawConnection {
  /// An answer as it came.
  public struct Answer {
    public let head: String
    public let body: [UInt8]

    public var status: Int { Int(head.dropFirst(9).prefix(3)) ?? 0 }
    /// The values of the field `name`.
    public func values(_ name: String) -> [String] {
      head.split(separator: "\r\n").dropFirst().compactMap { line in
        let parts = line.split(separator: ":", maxSplits: 1)
        return parts.count == 2 && parts[0].lowercased() == name.lowercased()
          ? parts[1].drop { $0 == " " }.description : nil
      }
    }
  }

  private var descriptor: CInt
  private var buffer: [UInt8] = []

  /// - Parameter receiveBuffer: The room that the system keeps for what was not read yet, in bytes.
  public init(port: Int, receiveBuffer: CInt? = nil) throws {
    #if canImport(Darwin)
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #else
      descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    #endif
    guard descriptor >= 0 else { throw FixtureError("no socket: errno \(errno)") }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    // A net for a server that hangs.
    var patience = timeval(tv_sec: 300, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    if var size = receiveBuffer {
      setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<CInt>.size))
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else {
      let number = errno
      close()
      throw FixtureError("cannot connect: errno \(number)")
    }
  }

  deinit { close() }

  public func close() {
    if descriptor >= 0 { Self.closing(descriptor) }
    descriptor = -1
  }

  @discardableResult
  private static func closing(_ descriptor: CInt) -> CInt {
    #if canImport(Glibc)
      Glibc.close(descriptor)
    #elseif canImport(Musl)
      Musl.close(descriptor)
    #else
      Darwin.close(descriptor)
    #endif
  }

  /// Says that nothing more comes.
  public func endSending() { shutdown(descriptor, CInt(SHUT_WR)) }

  /// Sends all bytes, unless the server has closed the connection: then it returns false.
  @discardableResult
  public func send(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  @discardableResult
  public func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  /// Reads an answer with its body, as long as Content-Length says; `nil` if the connection ends before.
  ///
  /// - Parameter isHead: Whether it has no body whatever the fields say.
  public func readAnswer(isHead: Bool = false) -> Answer? {
    while true {
      if let end = buffer.firstRange(of: Array("\r\n\r\n".utf8)) {
        let head = String(decoding: buffer[..<end.lowerBound], as: UTF8.self)
        let answer = Answer(head: head, body: [])
        buffer.removeFirst(end.upperBound)
        if answer.status / 100 == 1 || isHead { return answer }
        let count = Int(answer.values("Content-Length").first ?? "0") ?? 0
        while buffer.count < count { guard readMore() else { return nil } }
        defer { buffer.removeFirst(count) }
        return Answer(head: head, body: Array(buffer[..<count]))
      }
      guard readMore() else { return nil }
    }
  }

  /// Reads until the server closes the connection: all that came.
  public func readToEnd() -> String {
    while readMore() {}
    defer { buffer = [] }
    return String(decoding: buffer, as: UTF8.self)
  }

  /// Waits for the server to send something or to close, for so many seconds; returns whether it did.
  public func hasEnded(within seconds: Double) -> Bool {
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&polled, 1, CInt(seconds * 1000)) > 0
  }

  private func readMore() -> Bool {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(descriptor, &chunk, chunk.count)
    guard count > 0 else { return false }
    buffer += chunk[..<count]
    return true
  }
}
