#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The address at the other end of a connection.
struct PeerAddress: Sendable, Hashable {
  /// As people write it, without the port.
  let text: String
  /// What counts as one client: an IPv4 address, or an IPv6 network of 64 bits, which one client has to itself.
  let client: [UInt8]

  init(_ storage: sockaddr_storage) {
    var storage = storage
    switch CInt(storage.ss_family) {
    case AF_INET:
      let bytes = withUnsafeBytes(of: &storage) { bytes in
        Array(bytes.load(as: sockaddr_in.self).sin_addr.bytes)
      }
      client = bytes
      text = bytes.map { String($0) }.joined(separator: ".")
    case AF_INET6:
      var address = withUnsafeBytes(of: &storage) { $0.load(as: sockaddr_in6.self).sin6_addr }
      let bytes = withUnsafeBytes(of: &address) { Array($0) }
      // RFC 4291 §2.5.5.2: ::ffff:0:0/96 are IPv4 addresses.
      let isMapped = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
      client = isMapped ? Array(bytes.suffix(4)) : Array(bytes.prefix(8))
      var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
      inet_ntop(AF_INET6, &address, &buffer, socklen_t(buffer.count))
      text = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    default:
      client = []
      text = "unknown"
    }
  }
}

extension in_addr {
  /// The four bytes in the order in which they are written.
  fileprivate var bytes: [UInt8] {
    withUnsafeBytes(of: s_addr) { Array($0) }
  }
}
