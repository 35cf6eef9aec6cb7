import Hashing

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A request as it came over the wire.
public struct RecordedRequest: Sendable {
  /// Its place among the requests of the server, by the time at which their heads were complete, from 0 on.
  public let number: Int
  /// The connection that it came over, from 0 on; one that is used again keeps its number.
  public let connection: Int
  public let method: String
  /// What stands behind the method, byte for byte.
  public let target: String
  /// The fields in order, without the white space around their values.
  public let headers: [(name: String, value: String)]
  /// The request line and the fields as they came.
  public let head: String
  /// The bytes of the body that were read so far; empty if the server keeps none.
  public internal(set) var body = Data()
  /// How many bytes of the body were read so far.
  public internal(set) var bodyByteCount = 0
  /// The SHA-256 of the body in hexadecimal digits, once it is complete.
  public internal(set) var bodySHA256: String?
  /// Whether the client closed the connection before it had sent the whole body.
  public internal(set) var isCutOff = false

  /// What the client announced; 0 without a Content-Length.
  public var contentLength: Int { header("Content-Length").flatMap { Int($0) } ?? 0 }
  public var isBodyComplete: Bool { bodyByteCount == contentLength }

  /// The value of the first field of that name, whose letters may be large or small.
  public func header(_ name: String) -> String? { all(name).first }

  /// The values of all fields of that name.
  public func all(_ name: String) -> [String] {
    headers.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
  }

  /// Returns `nil` if `head` does not begin with a request line.
  init?(head: String, number: Int, connection: Int) {
    var lines = head.split(separator: "\r\n", omittingEmptySubsequences: false)
    guard let line = lines.first else { return nil }
    let parts = line.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[2].hasPrefix("HTTP/1.") else { return nil }
    lines.removeFirst()
    self.number = number
    self.connection = connection
    self.head = head
    method = String(parts[0])
    target = String(parts[1])
    headers = lines.filter { !$0.isEmpty }.map { line in
      let pair = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let value = pair.count == 2 ? pair[1] : ""
      let text = value.drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }
      return (String(pair[0]), String(text.reversed()))
    }
  }
}
