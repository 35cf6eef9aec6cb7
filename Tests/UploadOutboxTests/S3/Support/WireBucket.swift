import FaultServer
import Foundation
import Synchronization
import Transport

@testable import UploadOutbox

#if os(Linux)
  import TransportLibcurl
#else
  import TransportURLSession
#endif

/// The transport that the command uses on this platform.
func platformTransport() -> any HTTPTransport {
  #if os(Linux)
    CurlTransport()
  #else
    URLSessionTransport()
  #endif
}

/// A bucket in memory behind a real connection, which breaks where a test wants it to.
final class WireBucket: Sendable {
  enum Fault: Sendable {
    /// The request is done, and the connection reset before a byte of the answer.
    case loseAnswer
    /// The connection is reset when as many bytes of the body have come.
    case cutBody(Int)
    /// Answered before a byte of the body is read.
    case refuse(HTTPResponse)
    /// Only the beginning of the answer comes.
    case cutAnswer
  }

  let memory = MemoryS3()
  private let server: FaultServer
  private let faults: Faults
  let destination: S3Destination

  private final class Faults: Sendable {
    private let list: Mutex<[(MemoryS3.Operation, Fault)]>

    init(_ list: [(MemoryS3.Operation, Fault)]) { self.list = Mutex(list) }

    var count: Int { list.withLock { $0.count } }

    /// The first fault for a request, which is used up when it is taken.
    func next(_ request: RecordedRequest, takes: Bool) -> Fault? {
      let operation = MemoryS3.Target(WireBucket.request(request)).operation
      return list.withLock { list in
        guard let index = list.firstIndex(where: { $0.0 == operation }) else { return nil }
        return takes ? list.remove(at: index).1 : list[index].1
      }
    }
  }

  init(_ list: [(MemoryS3.Operation, Fault)]) throws {
    let faults = Faults(list)
    let memory = memory
    self.faults = faults
    server = try FaultServer(
      reading: { request in
        switch faults.next(request, takes: false) {
        case .cutBody(let count): .first(count)
        case .refuse: .nothing
        default: .all
        }
      },
      answering: { request in
        let fault = faults.next(request, takes: true)
        switch fault {
        case .cutBody: return .reset
        case .refuse(let response):
          return .answer(
            response.status, Self.fields(response.headers), body: response.body, end: .closeGently)
        default: break
        }
        do {
          let response = try await memory.response(to: Self.request(request), progress: nil)
          switch fault {
          case .loseAnswer: return .reset
          case .cutAnswer:
            let message = Reply.message(
              response.status, Self.fields(response.headers), body: response.body)
            return Reply(steps: [.send(message.prefix(30))], end: .close)
          default: return .answer(response.status, Self.fields(response.headers), body: response.body)
          }
        } catch {
          return .reset
        }
      })
    var configuration = try S3Configuration(
      "s3://photos", endpoint: server.url(""), credentials: TestBucket.credentials)
    configuration.singleRequestByteLimit = 4 << 20
    destination = S3Destination(
      configuration, transport: platformTransport(), now: { Date(timeIntervalSince1970: 1_764_547_200) })
  }

  deinit { server.stop() }

  /// How many faults have not happened.
  var remainingFaultCount: Int { faults.count }

  /// The bytes of files that came over the wire, repeated ones included.
  var receivedByteCount: Int {
    server.requests.filter { $0.method == "PUT" }.reduce(0) { $0 + $1.bodyByteCount }
  }

  func has(_ item: TestItem) async -> Bool { await memory.objects[item.key]?.data == item.bytes }

  private static func request(_ request: RecordedRequest) -> HTTPRequest {
    var headers = HTTPHeaders()
    for (name, value) in request.headers { headers.append(name, value) }
    return HTTPRequest(
      request.method, "http://s3.test\(request.target)", headers: headers, body: request.body)
  }

  private static func fields(_ headers: HTTPHeaders) -> [(String, String)] {
    headers.fields.map { ($0.name, $0.value) }
  }
}
