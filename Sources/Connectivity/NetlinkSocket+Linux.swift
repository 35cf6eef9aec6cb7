#if os(Linux)
  import CLinuxNetwork

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// Talks to the kernel of links, addresses and routes (rtnetlink(7)).
  enum NetlinkSocket {
    /// A datagram of a dump is at most 32 KiB (`netlink_recvmsg` in the kernel's `af_netlink.c`).
    private static let datagramLimit = 32 << 10

    /// A descriptor that hears of `groups`, or -1.
    static func open(groups: UInt32 = 0) -> CInt {
      let descriptor = socket(AF_NETLINK, CInt(SOCK_RAW.rawValue | SOCK_CLOEXEC.rawValue), NETLINK_ROUTE)
      guard descriptor >= 0 else { return -1 }
      var address = sockaddr_nl(
        nl_family: sa_family_t(AF_NETLINK), nl_pad: 0, nl_pid: 0, nl_groups: groups)
      let result = withUnsafeBytes(of: &address) { bytes in
        bind(
          descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
      }
      guard result == 0 else {
        close(descriptor)
        return -1
      }
      return descriptor
    }

    /// Asks for all that there is of one kind, and hands each datagram of the answer to `body` until that says that it
    /// was the last.
    ///
    /// - Parameter kind: `RTM_GETLINK` and the like.
    /// - Returns: Whether the answer came and was whole.
    static func dump(
      _ descriptor: CInt, kind: Int, sequence: UInt32, _ body: (UnsafeRawBufferPointer) -> NetlinkMessage.End?
    ) -> Bool {
      guard ask(descriptor, request(kind: kind, sequence: sequence)) else { return false }
      var buffer = [UInt8](repeating: 0, count: datagramLimit)
      while true {
        // The kernel answers within the call that asks, so this does not wait.
        let count = recv(descriptor, &buffer, buffer.count, clinux_trunc)
        if count < 0, errno == EINTR { continue }
        guard count > 0, count <= buffer.count else { return false }
        let end = buffer.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
        if let end { return end == .done }
      }
    }

    /// `nlmsghdr`, and the longest of the headers that may follow it, with nothing but zeros: every family.
    private static func request(kind: Int, sequence: UInt32) -> [UInt8] {
      var bytes = [UInt8](repeating: 0, count: NetlinkMessage.headerByteCount + 16)
      bytes.withUnsafeMutableBytes {
        $0.storeBytes(of: UInt32($0.count), toByteOffset: 0, as: UInt32.self)
        $0.storeBytes(of: UInt16(kind), toByteOffset: 4, as: UInt16.self)
        $0.storeBytes(of: UInt16(NLM_F_REQUEST | NLM_F_DUMP), toByteOffset: 6, as: UInt16.self)
        $0.storeBytes(of: sequence, toByteOffset: 8, as: UInt32.self)
      }
      return bytes
    }

    private static func ask(_ descriptor: CInt, _ bytes: [UInt8]) -> Bool {
      while true {
        let count = send(descriptor, bytes, bytes.count, 0)
        if count >= 0 { return count == bytes.count }
        guard errno == EINTR else { return false }
      }
    }
  }
#endif
