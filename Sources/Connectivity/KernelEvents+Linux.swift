#if os(Linux)
  import CLinuxNetwork

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// A socket that becomes readable when a link, an address or a route changes (rtnetlink(7)).
  final class KernelEvents {
    private static let groups =
      RTMGRP_LINK | RTMGRP_IPV4_IFADDR | RTMGRP_IPV4_ROUTE | RTMGRP_IPV6_IFADDR | RTMGRP_IPV6_ROUTE
    /// Messages that are taken in one go, so that a flood of them does not keep the caller from its other work.
    private static let messageLimit = 1000

    let descriptor: CInt

    /// `nil` where the system does not allow it, as some sandboxes do not.
    init?() {
      descriptor = NetlinkSocket.open(groups: UInt32(Self.groups))
      guard descriptor >= 0 else { return nil }
    }

    deinit { close(descriptor) }

    /// Takes in what has arrived, without waiting. What it says does not matter: who wants to know looks.
    ///
    /// - Returns: Whether more can come.
    func drain() -> Bool {
      var byte: UInt8 = 0
      for _ in 0..<Self.messageLimit {
        // The rest of a message that does not fit is dropped (recv(2)).
        if recv(descriptor, &byte, 1, clinux_dontwait) >= 0 { continue }
        switch errno {
        // ENOBUFS: events were lost, which is an event as well.
        case EINTR, ENOBUFS: continue
        case EAGAIN: return true
        default: return false
        }
      }
      return true
    }
  }
#endif
