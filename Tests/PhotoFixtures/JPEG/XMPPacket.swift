/// An XMP packet: properties by qualified name, and the namespaces that they need.
public struct XMPPacket: Sendable, Hashable {
  /// Namespaces that the packet declares, by prefix.
  public static let namespaces = [
    "dc": "http://purl.org/dc/elements/1.1/",
    "xmp": "http://ns.adobe.com/xap/1.0/",
    "tiff": "http://ns.adobe.com/tiff/1.0/",
    "exif": "http://ns.adobe.com/exif/1.0/",
    "photoshop": "http://ns.adobe.com/photoshop/1.0/",
    "xmpNote": "http://ns.adobe.com/xmp/note/",
    "GCamera": "http://ns.google.com/photos/1.0/camera/",
    "Container": "http://ns.google.com/photos/1.0/container/",
    "Item": "http://ns.google.com/photos/1.0/container/item/",
    "hdrgm": "http://ns.adobe.com/hdr-gain-map/1.0/",
  ]

  /// Simple properties, such as `photoshop:City`, written in order of their names.
  public var properties: [String: String]
  /// The pictures and movies that the file consists of (Google's Container directory): what each is for, its
  /// type, its length in bytes.
  public var items: [Item] = []
  /// Simple properties that go to extended XMP (XMP part 3 §1.1.3.1), whether they are long or not.
  public var extendedProperties: [String: String] = [:]

  /// One entry of the Container directory.
  public struct Item: Sendable, Hashable {
    public var semantic: String
    public var mime: String
    /// Bytes; 0 for the primary picture.
    public var length: Int

    public init(semantic: String, mime: String, length: Int) {
      self.semantic = semantic
      self.mime = mime
      self.length = length
    }
  }

  public init(_ properties: [String: String] = [:]) {
    self.properties = properties
  }

  /// The packet as text, without what is extended.
  public func packet() -> String {
    var all = properties
    if !extendedProperties.isEmpty { all["xmpNote:HasExtendedXMP"] = extendedIdentifier() }
    return """
      <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
      \(Self.document(all, items))
      <?xpacket end="w"?>
      """
  }

  /// The APP1 segment of the packet, and those of the extended one.
  ///
  /// - Parameter chunkSize: The greatest part of the extended packet in one segment, in bytes.
  public func segments(chunkSize: Int = 65_400) -> [JPEGSegment] {
    let main = JPEGSegment.app(1, "http://ns.adobe.com/xap/1.0/", Array(packet().utf8))
    guard !extendedProperties.isEmpty else { return [main] }
    let extended = Array(Self.document(extendedProperties, []).utf8)
    let identifier = Array(extendedIdentifier().utf8)
    return [main]
      + stride(from: 0, to: extended.count, by: chunkSize).map { start in
        let part = extended[start..<min(extended.count, start + chunkSize)]
        let numbers =
          ByteOrder.bigEndian.bytes(UInt32(extended.count)) + ByteOrder.bigEndian.bytes(UInt32(start))
        return .app(1, "http://ns.adobe.com/xmp/extension/", identifier + numbers + part)
      }
  }

  /// 32 hexadecimal digits that tie the segments together. The standard takes an MD5 digest; readers only
  /// compare it, so a hash of our own does.
  private func extendedIdentifier() -> String {
    var state: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in Self.document(extendedProperties, []).utf8 {
      state = (state ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    return [state, SplitMix64.mix(state)].map { half in
      let digits = String(half, radix: 16, uppercase: true)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  private static func document(_ properties: [String: String], _ items: [Item]) -> String {
    let names = namespaces.sorted { $0.key < $1.key }.map { "xmlns:\($0.key)=\"\($0.value)\"" }
    let elements = properties.sorted { $0.key < $1.key }.map {
      "<\($0.key)>\(escaped($0.value))</\($0.key)>"
    }
    let list = items.map {
      """
      <rdf:li rdf:parseType="Resource"><Container:Item Item:Semantic="\($0.semantic)" Item:Mime="\($0.mime)" \
      Item:Length="\($0.length)"/></rdf:li>
      """
    }
    let container =
      list.isEmpty
      ? "" : "<Container:Directory><rdf:Seq>\(list.joined())</rdf:Seq></Container:Directory>"
    return """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about="" \(names.joined(separator: " "))>
      \(elements.joined(separator: "\n"))\(container)
      </rdf:Description></rdf:RDF></x:xmpmeta>
      """
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.append(character)
      }
    }
  }
}
