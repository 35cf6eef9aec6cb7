#if os(Linux)
  import CLinuxNetwork

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// The links, addresses and routes of the kernel, as far as they say whether something can be reached.
  ///
  /// What changes all the time by itself, such as counters and lifetimes, is no part of it: two of them are equal
  /// unless what can be reached may have changed.
  struct KernelNetwork: Equatable {
    /// The sum of the hashes of all that is there: the order of an answer means nothing, and a router has more routes
    /// than are worth keeping.
    private var fingerprint = 0
    private var runningLinks: Set<UInt32> = []
    private var hasDefaultRoute = false
    private var hasAddress = false
    /// Whether the kernel told all of it.
    private var isWhole = false

    /// What is there now, in the network namespace of this thread.
    static func current() -> KernelNetwork {
      let descriptor = NetlinkSocket.open()
      guard descriptor >= 0 else { return KernelNetwork() }
      defer { close(descriptor) }
      var network = KernelNetwork()
      // Links first: the others are judged by them. An answer during which something changed is incomplete
      // (NLM_F_DUMP_INTR), but then an event comes as well.
      network.isWhole = [RTM_GETLINK, RTM_GETADDR, RTM_GETROUTE].enumerated().allSatisfy { index, kind in
        let sequence = UInt32(index) + 1
        return NetlinkSocket.dump(descriptor, kind: Int(kind), sequence: sequence) {
          network.add($0, sequence: sequence)
        }
      }
      return network
    }

    var reachability: NetworkState.Reachability {
      guard isWhole else { return .unknown }
      if hasDefaultRoute { return .reachable }
      return hasAddress ? .unknown : .unreachable
    }

    /// Takes in a datagram of an answer; `nil` means that more will come.
    mutating func add(_ datagram: UnsafeRawBufferPointer, sequence: UInt32) -> NetlinkMessage.End? {
      NetlinkMessage.forEach(in: datagram) { message in
        guard message.sequence == sequence else { return nil }
        switch message.kind {
        case Int(NLMSG_DONE): return .done
        case Int(NLMSG_ERROR): return .failed
        case Int(RTM_NEWLINK): addLink(message)
        case Int(RTM_NEWADDR): addAddress(message)
        case Int(RTM_NEWROUTE): addRoute(message)
        default: break
        }
        return nil
      }
    }

    private mutating func note(_ facts: [UInt8]) {
      fingerprint &+= facts.hashValue
    }

    /// `ifinfomsg`: family, kind, index and flags at byte 8.
    private mutating func addLink(_ message: NetlinkMessage) {
      guard message.body.count >= 16 else { return }
      let index = message.body.loadUnaligned(fromByteOffset: 4, as: UInt32.self)
      let flags = message.body.loadUnaligned(fromByteOffset: 8, as: UInt32.self)
      let needed = UInt32(IFF_UP | IFF_RUNNING)
      guard flags & needed == needed, flags & UInt32(IFF_LOOPBACK) == 0 else { return }
      runningLinks.insert(index)
      note([UInt8(RTM_NEWLINK)] + message.body[4..<8])
    }

    /// `ifaddrmsg`: family, prefix length, flags, scope and index.
    private mutating func addAddress(_ message: NetlinkMessage) {
      guard message.body.count >= 8 else { return }
      let flags = Int(message.body[2])
      // One that is still checked for duplicates, or is one, cannot be used.
      guard flags & Int(IFA_F_TENTATIVE | IFA_F_DADFAILED) == 0 else { return }
      let index = message.body.loadUnaligned(fromByteOffset: 4, as: UInt32.self)
      guard runningLinks.contains(index) else { return }
      // An address that every link has by itself leads nowhere.
      if message.body[3] < UInt8(RT_SCOPE_LINK.rawValue) { hasAddress = true }
      var facts = [UInt8(RTM_NEWADDR)] + message.body[..<2] + message.body[3..<8]
      message.forEachAttribute(after: 8) { kind, bytes in
        if kind == Int(IFA_ADDRESS) || kind == Int(IFA_LOCAL) { facts += bytes }
      }
      note(facts)
    }

    /// `rtmsg`: family, lengths of destination and source, service, table, protocol, scope, kind and flags.
    private mutating func addRoute(_ message: NetlinkMessage) {
      guard message.body.count >= 12, message.body[4] != UInt8(RT_TABLE_LOCAL.rawValue) else { return }
      let family = message.body[0]
      let flags = message.body.loadUnaligned(fromByteOffset: 8, as: UInt32.self)
      guard [AF_INET, AF_INET6].contains(CInt(family)), flags & UInt32(RTM_F_CLONED) == 0 else { return }
      var facts: [UInt8] = [UInt8(RTM_NEWROUTE), family, message.body[1], message.body[7]]
      var link: UInt32?
      message.forEachAttribute(after: 12) { kind, bytes in
        guard Self.routeFacts.contains(kind) else { return }
        facts.append(UInt8(kind))
        facts += bytes
        if kind == Int(RTA_OIF.rawValue), bytes.count >= 4 { link = bytes.loadUnaligned(as: UInt32.self) }
      }
      note(facts)
      guard message.body[1] == 0, message.body[7] == UInt8(RTN_UNICAST) else { return }
      // A route over several links names them in another way; one of those that are there will do.
      if link.map(runningLinks.contains) ?? !runningLinks.isEmpty { hasDefaultRoute = true }
    }

    private static let routeFacts = Set(
      [RTA_DST, RTA_OIF, RTA_GATEWAY, RTA_PRIORITY, RTA_VIA, RTA_MULTIPATH].map { Int($0.rawValue) })
  }
#endif
