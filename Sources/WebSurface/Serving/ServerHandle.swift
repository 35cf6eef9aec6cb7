import CMicroHTTPD

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A running server of libmicrohttpd.
///
/// `@unchecked Sendable` is safe because the library takes connections from any thread, and the owner stops it
/// once, when nobody adds any more.
struct ServerHandle: @unchecked Sendable {
  private let server: OpaquePointer

  init(_ server: OpaquePointer) {
    self.server = server
  }

  /// Hands a connection over; it is closed also where this fails.
  func add(_ descriptor: CInt, _ storage: sockaddr_storage, _ length: socklen_t) -> Bool {
    withUnsafePointer(to: storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        cmhd_add_connection(server, descriptor, address, length)
      }
    }
  }

  func stop() { cmhd_stop(server) }
}
