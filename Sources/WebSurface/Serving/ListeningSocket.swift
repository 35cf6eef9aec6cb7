#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A socket that takes connections.
struct ListeningSocket: Sendable {
  let descriptor: CInt
  /// The address that it is bound to, as people write it.
  let address: String
  let port: Int

  /// Binds to `address` and begins to listen.
  init(address: String, port: Int) throws(ListenerError) {
    let name = address == "localhost" ? "127.0.0.1" : address
    guard var storage = Self.socketAddress(name, port: port) else {
      throw ListenerError(.address, "'\(address)' is no numeric address such as 127.0.0.1 or ::1")
    }
    let family = CInt(storage.address.ss_family)
    #if canImport(Darwin)
      let descriptor = socket(family, SOCK_STREAM, 0)
    #else
      let descriptor = socket(family, CInt(SOCK_STREAM.rawValue), 0)
    #endif
    guard descriptor >= 0 else { throw Self.error("socket", name, port) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    // Without it the port stays taken for a minute after a restart.
    var yes: CInt = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<CInt>.size))
    let result = withUnsafePointer(to: &storage.address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, storage.length) }
    }
    guard result == 0, listen(descriptor, 1024) == 0 else {
      let error = Self.error("bind", name, port)
      Self.closing(descriptor)
      throw error
    }
    var bound = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    _ = withUnsafeMutablePointer(to: &bound) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
    }
    self.descriptor = descriptor
    self.address = name
    self.port = Self.port(of: bound)
  }

  func close() { Self.closing(descriptor) }

  /// close(2) under a name that no method hides.
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

  /// accept(2) under a name that no method hides.
  private static func accepting(
    _ descriptor: CInt, _ address: UnsafeMutablePointer<sockaddr>, _ length: inout socklen_t
  ) -> CInt {
    #if canImport(Glibc)
      Glibc.accept(descriptor, address, &length)
    #elseif canImport(Musl)
      Musl.accept(descriptor, address, &length)
    #else
      Darwin.accept(descriptor, address, &length)
    #endif
  }

  /// Takes the next connection that waits; `nil` if there is none, with the reason in errno.
  func accept() -> (descriptor: CInt, storage: sockaddr_storage, length: socklen_t)? {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let taken = withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        Self.accepting(descriptor, address, &length)
      }
    }
    guard taken >= 0 else { return nil }
    _ = fcntl(taken, F_SETFD, FD_CLOEXEC)
    return (taken, storage, length)
  }

  /// `address` as bytes; `nil` if it is no numeric address.
  static func socketAddress(
    _ address: String, port: Int
  ) -> (address: sockaddr_storage, length: socklen_t)? {
    var storage = sockaddr_storage()
    var four = sockaddr_in()
    if inet_pton(AF_INET, address, &four.sin_addr) == 1 {
      four.sin_family = sa_family_t(AF_INET)
      four.sin_port = in_port_t(port).bigEndian
      withUnsafeMutableBytes(of: &storage) { $0.storeBytes(of: four, as: sockaddr_in.self) }
      return (storage, socklen_t(MemoryLayout<sockaddr_in>.size))
    }
    var six = sockaddr_in6()
    guard inet_pton(AF_INET6, address, &six.sin6_addr) == 1 else { return nil }
    six.sin6_family = sa_family_t(AF_INET6)
    six.sin6_port = in_port_t(port).bigEndian
    withUnsafeMutableBytes(of: &storage) { $0.storeBytes(of: six, as: sockaddr_in6.self) }
    return (storage, socklen_t(MemoryLayout<sockaddr_in6>.size))
  }

  private static func port(of storage: sockaddr_storage) -> Int {
    let isFour = CInt(storage.ss_family) == AF_INET
    return withUnsafeBytes(of: storage) { bytes in
      isFour
        ? Int(in_port_t(bigEndian: bytes.load(as: sockaddr_in.self).sin_port))
        : Int(in_port_t(bigEndian: bytes.load(as: sockaddr_in6.self).sin6_port))
    }
  }

  private static func error(_ call: String, _ address: String, _ port: Int) -> ListenerError {
    switch errno {
    case EADDRINUSE:
      ListenerError(.inUse, "port \(port) of \(address) is in use; choose another one with --port")
    case EADDRNOTAVAIL: ListenerError(.address, "this machine does not have the address \(address)")
    case EACCES:
      ListenerError(
        .permissionDenied, "port \(port) needs rights that this user does not have; choose one above 1023")
    default: ListenerError(.io, "\(call) failed: \(String(cString: strerror(errno)))")
    }
  }
}
