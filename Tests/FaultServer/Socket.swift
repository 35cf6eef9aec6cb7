#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The system calls of sockets.
enum Socket {
  #if canImport(Darwin)
    private static let stream = SOCK_STREAM
    private static let sendFlags: CInt = 0
  #elseif canImport(Musl)
    private static let stream = SOCK_STREAM
    private static let sendFlags = CInt(MSG_NOSIGNAL)
  #else
    private static let stream = CInt(SOCK_STREAM.rawValue)
    private static let sendFlags = CInt(MSG_NOSIGNAL)
  #endif
  private static let backlog: CInt = 128

  /// A socket that listens on a free port of the loopback interface.
  static func listen(_ address: FaultServer.Address) throws(FaultServerError) -> (descriptor: CInt, port: Int)
  {
    let descriptor = socket(address == .ipv4 ? AF_INET : AF_INET6, stream, 0)
    guard descriptor >= 0 else { throw failure("socket") }
    closeOnExec(descriptor)
    var storage = sockaddr_storage()
    let length: socklen_t
    switch address {
    case .ipv4:
      var name = sockaddr_in()
      name.sin_family = sa_family_t(AF_INET)
      name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      length = copy(&name, to: &storage)
    case .ipv6:
      var name = sockaddr_in6()
      name.sin6_family = sa_family_t(AF_INET6)
      name.sin6_addr = in6addr_loopback
      length = copy(&name, to: &storage)
    }
    let isListening =
      withAddress(&storage) { bind(descriptor, $0, length) } == 0 && systemListen(descriptor, backlog) == 0
    var used = length
    guard isListening, withAddress(&storage, { getsockname(descriptor, $0, &used) }) == 0 else {
      let error = failure("bind")
      close(descriptor)
      throw error
    }
    // The port is at the same place in both kinds of address.
    let port = withUnsafeBytes(of: &storage) {
      $0.loadUnaligned(fromByteOffset: 2, as: UInt16.self).bigEndian
    }
    return (descriptor, Int(port))
  }

  /// The next connection, or `nil` when `wake` can be read or the socket is gone.
  static func accept(_ listener: CInt, unless wake: CInt) -> CInt? {
    while true {
      var waiting = [
        pollfd(fd: listener, events: Int16(POLLIN), revents: 0),
        pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&waiting, 2, -1) >= 0 else {
        if errno == EINTR { continue }
        return nil
      }
      guard waiting[1].revents == 0 else { return nil }
      let descriptor = systemAccept(listener, nil, nil)
      if descriptor < 0 {
        // A client that left before it was accepted is no reason to stop (accept(2)).
        if errno == EINTR || errno == ECONNABORTED { continue }
        return nil
      }
      closeOnExec(descriptor)
      #if canImport(Darwin)
        set(descriptor, SOL_SOCKET, SO_NOSIGPIPE, 1)
      #endif
      set(descriptor, CInt(IPPROTO_TCP), TCP_NODELAY, 1)
      return descriptor
    }
  }

  /// The next bytes; empty at the end of the connection, however it came.
  static func receive(_ descriptor: CInt, atMost count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
      while true {
        let received = recv(descriptor, buffer.baseAddress, count, 0)
        if received < 0, errno == EINTR { continue }
        initializedCount = max(received, 0)
        return
      }
    }
  }

  /// Whether all bytes were handed to the system.
  static func send(_ descriptor: CInt, _ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while let start = UnsafeRawBufferPointer(rebasing: rest).baseAddress, !rest.isEmpty {
        let sent = systemSend(descriptor, start, rest.count, sendFlags)
        if sent < 0, errno == EINTR { continue }
        guard sent > 0 else { return false }
        rest = rest.dropFirst(sent)
      }
      return true
    }
  }

  static func shutDownSending(_ descriptor: CInt) { shutdown(descriptor, CInt(SHUT_WR)) }

  static func shutDown(_ descriptor: CInt) { shutdown(descriptor, CInt(SHUT_RDWR)) }

  /// Closes with a reset instead of a regular end (SO_LINGER of 0, socket(7)).
  static func reset(_ descriptor: CInt) {
    var linger = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
    close(descriptor)
  }

  static func failure(_ call: String) -> FaultServerError {
    FaultServerError(description: "\(call): \(String(cString: strerror(errno)))")
  }

  /// Children of other tests shall not keep a connection open.
  static func closeOnExec(_ descriptor: CInt) {
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  private static func set(_ descriptor: CInt, _ level: CInt, _ option: CInt, _ value: CInt) {
    var value = value
    setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<CInt>.size))
  }

  private static func copy<Name>(_ name: inout Name, to storage: inout sockaddr_storage) -> socklen_t {
    #if canImport(Darwin)
      // The first byte is the length there.
      withUnsafeMutableBytes(of: &name) { $0[0] = UInt8(MemoryLayout<Name>.size) }
    #endif
    withUnsafeMutableBytes(of: &storage) { target in
      withUnsafeBytes(of: &name) { target.copyMemory(from: $0) }
    }
    return socklen_t(MemoryLayout<Name>.size)
  }

  private static func withAddress(
    _ storage: inout sockaddr_storage, _ body: (UnsafeMutablePointer<sockaddr>) -> CInt
  ) -> CInt {
    withUnsafeMutablePointer(to: &storage) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1, body)
    }
  }
}

// The functions of the system, which inside of `Socket` have the names of its own.
private func systemListen(_ descriptor: CInt, _ backlog: CInt) -> CInt { listen(descriptor, backlog) }

private func systemAccept(
  _ descriptor: CInt, _ address: UnsafeMutablePointer<sockaddr>?, _ length: UnsafeMutablePointer<socklen_t>?
) -> CInt { accept(descriptor, address, length) }

private func systemSend(_ descriptor: CInt, _ bytes: UnsafeRawPointer, _ count: Int, _ flags: CInt) -> Int {
  send(descriptor, bytes, count, flags)
}
