import Threading

/// A HTTP/1.1 server on this machine whose every answer, and every rudeness, is scripted. For tests of clients.
///
///     let server = try FaultServer { request in
///       request.number == 0 ? .reset : .answer(201, [("Location", "/files/1")])
///     }
///     defer { server.stop() }
///     ... server.url("/files") ... server.requests[0].bodySHA256 ...
///
/// For each request it reads as much of the body as `reading` says, notes the request, and does what `answering`
/// says. Both may wait for a ``Gate`` or for anything else; other connections go on meanwhile. Nothing depends on
/// the time, nor on the threads of Swift's concurrency, which tests may block. It listens on a free port of the loopback interface.
public final class FaultServer: Sendable {
  public enum Address: Sendable {
    case ipv4, ipv6
  }

  public let address: Address
  public let port: Int

  private let journal: Journal
  private let listener: Listener

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - keepsBodies: Whether requests are noted with the bytes of their bodies; their number and hash always are.
  ///   - reading: Is asked when the head of a request is there.
  ///   - answering: Is asked when as much of the body is there as `reading` wanted. It is not asked when the client
  ///     closes earlier; the request is noted then too.
  /// - Throws: ``FaultServerError`` if the system gives no socket or no thread.
  public init(
    _ address: Address = .ipv4, keepsBodies: Bool = true,
    reading: @escaping @Sendable (RecordedRequest) async -> BodyReading = { _ in .all },
    answering: @escaping @Sendable (RecordedRequest) async -> Reply
  ) throws {
    self.address = address
    journal = Journal()
    let script = Script(keepsBodies: keepsBodies, reading: reading, answering: answering)
    listener = try Listener(address, script: script, journal: journal)
    port = listener.port
  }

  deinit {
    stop()
  }

  /// Where a request has to go.
  public func url(_ target: String = "/") -> String { "http://\(authority)\(target)" }

  /// Host and port, as a `Host` field has them.
  public var authority: String { address == .ipv4 ? "127.0.0.1:\(port)" : "[::1]:\(port)" }

  /// All requests that were noted so far, by number. One whose body is read further is noted anew.
  public var requests: [RecordedRequest] {
    journal.noted.value.requests.values.sorted { $0.number < $1.number }
  }

  /// How many connections were accepted so far.
  public var connectionCount: Int { journal.noted.value.connectionCount }

  /// Waits until `count` requests were noted, or the task is cancelled.
  public func requests(atLeast count: Int) async -> [RecordedRequest] {
    await journal.noted.wait { $0.requests.count >= count }
    return requests
  }

  /// Waits until a connection has ended, by whichever side, or the task is cancelled.
  public func waitForEnd(ofConnection number: Int) async {
    await journal.noted.wait { $0.ended.contains(number) }
  }

  /// Waits until no accepted connection is open, or the task is cancelled.
  public func waitForEndOfAll() async {
    await journal.noted.wait { $0.ended.count == $0.connectionCount }
  }

  /// Stops listening and ends all connections; may be called twice.
  public func stop() {
    listener.stop()
  }
}

/// Why a server did not start.
public struct FaultServerError: Error, CustomStringConvertible {
  public let description: String
}

struct Script: Sendable {
  let keepsBodies: Bool
  let reading: @Sendable (RecordedRequest) async -> BodyReading
  let answering: @Sendable (RecordedRequest) async -> Reply
}

/// What happened so far.
final class Journal: Sendable {
  struct Notes {
    var requests: [Int: RecordedRequest] = [:]
    var headCount = 0
    var connectionCount = 0
    var ended: Set<Int> = []
  }

  let noted = Watched(Notes())
}
