#if os(Linux)
  import CLinuxNetwork
  import Glibc
  import PhotoFixtures
  import Testing

  @testable import Connectivity

  @Suite("What the kernel says of its networks")
  struct KernelNetworkTests {
    static let link = message(
      UInt16(RTM_NEWLINK), [0, 0, 1, 0] + bytes(2) + bytes(UInt32(IFF_UP | IFF_RUNNING)) + bytes(0))
    static let address = message(
      UInt16(RTM_NEWADDR),
      [UInt8(AF_INET), 24, 0x80, 0] + bytes(2) + attribute(UInt16(IFA_ADDRESS), [192, 0, 2, 1]))
    static let route = message(
      UInt16(RTM_NEWROUTE),
      [UInt8(AF_INET), 0, 0, 0, 254, 3, 0, 1] + bytes(0)
        + attribute(UInt16(RTA_GATEWAY.rawValue), [192, 0, 2, 2])
        + attribute(UInt16(RTA_OIF.rawValue), bytes(2)))
    static let end = message(UInt16(NLMSG_DONE), bytes(0))

    static func bytes(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(number >> (8 * $0) & 0xFF) } }

    static func attribute(_ kind: UInt16, _ value: [UInt8]) -> [UInt8] {
      let length = 4 + value.count
      return [UInt8(length), 0, UInt8(kind), 0] + value + [UInt8](repeating: 0, count: -length & 3)
    }

    static func message(_ kind: UInt16, _ body: [UInt8]) -> [UInt8] {
      bytes(UInt32(16 + body.count)) + [UInt8(kind), UInt8(kind >> 8), 2, 0] + bytes(1) + bytes(0) + body
    }

    private func add(_ bytes: [UInt8], to network: inout KernelNetwork) -> NetlinkMessage.End? {
      bytes.withUnsafeBytes { network.add($0, sequence: 1) }
    }

    @Test("An answer is read to its end")
    func reads() {
      var network = KernelNetwork()
      #expect(add(Self.link + Self.address, to: &network) == nil)
      #expect(add(Self.route + Self.end, to: &network) == .done)
      #expect(network != KernelNetwork())
    }

    @Test("Each link, address and route makes a difference, their order none")
    func tellsApart() {
      func network(_ messages: [UInt8]...) -> KernelNetwork {
        var network = KernelNetwork()
        for message in messages { #expect(add(message, to: &network) == nil) }
        return network
      }
      var other = Self.route
      // The last byte of the gateway.
      other[16 + 12 + 7] = 3
      #expect(network(Self.link, Self.route, Self.address) == network(Self.link, Self.address, Self.route))
      #expect(network(Self.link) != network())
      #expect(network(Self.link, Self.address) != network(Self.link))
      #expect(network(Self.link, Self.route) != network(Self.link, Self.address, Self.route))
      #expect(network(Self.link, Self.route) != network(Self.link, other))
    }

    @Test("What belongs to another question is passed over")
    func passesOver() {
      var network = KernelNetwork()
      var other = Self.link + Self.end
      other[8] = 9
      other[Self.link.count + 8] = 9
      #expect(add(other, to: &network) == nil)
      #expect(network == KernelNetwork())
    }

    @Test(
      "An answer that is cut off anywhere is read within its bounds, and fails unless a message ends there")
    func survivesCuts() {
      let whole = Self.link + Self.address + Self.route
      let ends = [0, Self.link.count, Self.link.count + Self.address.count, whole.count]
      for count in 0...whole.count {
        // A copy of its own, so that the address sanitizer sees a byte too many.
        let cut = Array(whole[..<count])
        var network = KernelNetwork()
        #expect(add(cut, to: &network) == (ends.contains(count) ? nil : .failed), "\(count) bytes")
      }
    }

    @Test("Lengths that lie, and noise, are read within their bounds")
    func survivesNoise() {
      let seed = UInt64.random(in: 0 ... .max)
      print("seed \(seed)")
      var random = SplitMix64(seed: seed)
      let whole = Self.link + Self.address + Self.route + Self.end
      for _ in 0..<20_000 {
        var noise = whole
        for _ in 0..<Int.random(in: 1...8, using: &random) {
          noise[Int.random(in: 0..<noise.count, using: &random)] = .random(in: 0 ... .max, using: &random)
        }
        var network = KernelNetwork()
        _ = add(noise, to: &network)
      }
    }

    @Test("An error is the end of an answer")
    func fails() {
      var network = KernelNetwork()
      #expect(add(Self.message(UInt16(NLMSG_ERROR), Self.bytes(0)), to: &network) == .failed)
    }
  }
#endif
