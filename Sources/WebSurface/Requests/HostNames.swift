/// The names under which a listener may be called.
///
/// Without this a foreign web page could point a name of its own at this machine and talk to the listener as if it
/// came from there.
struct HostNames: Sendable {
  private let names: Set<String>
  /// Whether any numeric address will do: for a listener on all addresses. A browser sends one only if the
  /// page itself was called by it.
  private let takesAddresses: Bool

  init(address: String, others: [String]) {
    takesAddresses = address == "0.0.0.0" || address == "::"
    var names = Set(others.map { $0.lowercased() })
    names.insert(address.lowercased())
    if address == "127.0.0.1" || address == "::1" || takesAddresses { names.insert("localhost") }
    self.names = names
  }

  /// Whether `field`, the value of Host, names this listener. The port may be any: a proxy has its own.
  func contain(_ field: String) -> Bool {
    guard let name = Self.name(in: field) else { return false }
    if names.contains(name) { return true }
    return takesAddresses && ListeningSocket.socketAddress(name, port: 0) != nil
  }

  /// The name in `name`, `name:port`, `[address]` or `[address]:port`, in lower case; `nil` for what is none of them.
  static func name(in field: String) -> String? {
    var name = field[...]
    var port = Substring()
    if name.first == "[" {
      guard let end = name.firstIndex(of: "]") else { return nil }
      port = name[name.index(after: end)...]
      name = name[name.index(after: name.startIndex)..<end]
      guard name.contains(":") else { return nil }
    } else if let colon = name.firstIndex(of: ":") {
      port = name[colon...]
      name = name[..<colon]
    }
    guard !name.isEmpty, name.utf8.count <= 255, name.utf8.allSatisfy(Self.isPart) else { return nil }
    if !port.isEmpty {
      guard port.first == ":", port.utf8.count <= 6, port.dropFirst().allSatisfy(\.isASCIIDigit) else {
        return nil
      }
    }
    return name.lowercased()
  }

  private static func isPart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: ":"):
      true
    default: false
    }
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
