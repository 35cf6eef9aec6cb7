#if os(Linux)
  import CLinuxNetwork

  /// One message of a netlink datagram (netlink(7)), read within its bounds.
  struct NetlinkMessage {
    /// How an answer of several datagrams ends.
    enum End { case done, failed }

    /// `nlmsghdr`: length, kind, flags, sequence, port.
    static let headerByteCount = 16

    let kind: Int
    let flags: Int
    let sequence: UInt32
    /// What follows the header.
    let body: UnsafeRawBufferPointer

    /// The messages of a datagram, up to the first that is cut off.
    static func forEach(in datagram: UnsafeRawBufferPointer, _ visit: (NetlinkMessage) -> End?) -> End? {
      var rest = datagram
      while rest.count >= headerByteCount {
        let length = Int(rest.loadUnaligned(as: UInt32.self))
        guard length >= headerByteCount, length <= rest.count else { return .failed }
        let message = NetlinkMessage(
          kind: Int(rest.loadUnaligned(fromByteOffset: 4, as: UInt16.self)),
          flags: Int(rest.loadUnaligned(fromByteOffset: 6, as: UInt16.self)),
          sequence: rest.loadUnaligned(fromByteOffset: 8, as: UInt32.self),
          body: UnsafeRawBufferPointer(rebasing: rest[headerByteCount..<length]))
        if let end = visit(message) { return end }
        rest = UnsafeRawBufferPointer(rebasing: rest[min(aligned(length), rest.count)...])
      }
      return rest.isEmpty ? nil : .failed
    }

    /// The attributes behind a fixed header of `offset` bytes: `rtattr`, each a length, a kind and a value. It ends at
    /// the first that is cut off.
    func forEachAttribute(after offset: Int, _ visit: (_ kind: Int, _ value: UnsafeRawBufferPointer) -> Void)
    {
      guard body.count >= offset else { return }
      var rest = UnsafeRawBufferPointer(rebasing: body[offset...])
      while rest.count >= 4 {
        let length = Int(rest.loadUnaligned(as: UInt16.self))
        guard length >= 4, length <= rest.count else { return }
        // The two high bits are flags (NLA_TYPE_MASK).
        let kind = Int(rest.loadUnaligned(fromByteOffset: 2, as: UInt16.self) & 0x3FFF)
        visit(kind, UnsafeRawBufferPointer(rebasing: rest[4..<length]))
        rest = UnsafeRawBufferPointer(rebasing: rest[min(Self.aligned(length), rest.count)...])
      }
    }

    /// Each message and attribute begins at a multiple of four bytes (NLMSG_ALIGN, RTA_ALIGN).
    private static func aligned(_ length: Int) -> Int { (length + 3) & ~3 }
  }
#endif
