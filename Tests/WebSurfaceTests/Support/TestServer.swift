import Foundation
import PhotoFixtures
import Synchronization
import Threading
import UploadReceiver

@testable import WebSurface

/// A listener whose exchanges tell what they were given.
final class TestServer: Sendable {
  /// What became of one exchange.
  struct Record: Equatable {
    var method = ""
    var path = ""
    var headers: [String: String] = [:]
    var byteCount = 0
    var pieceCount = 0
    var largestPiece = 0
    var finishes = 0
    var aborts = 0
  }

  /// How an exchange behaves.
  enum Manner {
    /// Takes the body, and answers with its length.
    case counting
    /// Answers before the body.
    case early(ReceiverResponse)
    /// Answers as soon as so many bytes have come.
    case full(at: Int, ReceiverResponse)
    /// Answers with this at the end.
    case answering(ReceiverResponse)
    /// Waits at the end until ``TestServer/release()``.
    case waiting
  }

  private struct State {
    var records: [Record] = []
    var events: [ListenerEvent] = []
    var isReleased = false
  }

  private let state: Box
  let listener: Listener
  var port: Int { listener.port }

  /// What the exchanges and the test share.
  private final class Box: Sendable {
    let state = Mutex(State())
    let changed = ConditionLock()

    func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
      changed.withLock {
        defer { changed.broadcast() }
        return state.withLock { body(&$0) }
      }
    }
  }

  init(
    limits: ListenerLimits = ListenerLimits(), identity: TLSIdentity? = nil, hosts: [String] = [],
    address: String = "127.0.0.1", threads: Int = 2,
    _ manner: @escaping @Sendable (ReceiverRequest) -> Manner = { _ in .counting }
  ) throws {
    let box = Box()
    var options = ListenerOptions()
    options.address = address
    options.limits = limits
    options.identity = identity
    options.hosts = hosts
    options.threads = threads
    options.log = { event in box.change { $0.events.append(event) } }
    listener = try Listener(options) { request in Exchange(request, manner(request), box) }
    state = box
  }

  deinit { listener.stop(seconds: 0) }

  var records: [Record] { state.change { $0.records } }
  var events: [ListenerEvent] { state.change { $0.events } }

  /// Lets exchanges that wait go on.
  func release() { state.change { $0.isReleased = true } }

  /// Waits until `condition` holds for the records, for half a minute at most; returns whether it does.
  func wait(until condition: ([Record]) -> Bool) -> Bool {
    let deadline = Date(timeIntervalSinceNow: 30)
    return state.changed.withLock {
      while !condition(state.state.withLock { $0.records }) {
        let rest = deadline.timeIntervalSinceNow
        guard rest > 0 else { return false }
        state.changed.wait(seconds: rest)
      }
      return true
    }
  }

  private final class Exchange: ReceiverExchange {
    private let manner: Manner
    private let box: Box
    private let index: Int

    init(_ request: ReceiverRequest, _ manner: Manner, _ box: Box) {
      self.manner = manner
      self.box = box
      var record = Record(method: request.method, path: request.path)
      for (name, value) in request.headers { record.headers[name.lowercased()] = value }
      index = box.change { [record] in
        $0.records.append(record)
        return $0.records.count - 1
      }
    }

    private func change(_ body: (inout Record) -> Void) {
      box.change { body(&$0.records[index]) }
    }

    var earlyResponse: ReceiverResponse? {
      if case .early(let response) = manner { response } else { nil }
    }

    func receive(_ bytes: UnsafeRawBufferPointer) -> ReceiverResponse? {
      change {
        $0.byteCount += bytes.count
        $0.pieceCount += 1
        $0.largestPiece = max($0.largestPiece, bytes.count)
      }
      if case .full(let limit, let response) = manner,
        box.change({ $0.records[index].byteCount }) >= limit
      {
        return response
      }
      return nil
    }

    func finish() -> ReceiverResponse {
      change { $0.finishes += 1 }
      switch manner {
      case .early(let response), .answering(let response), .full(_, let response): return response
      case .waiting:
        box.changed.withLock {
          while !box.state.withLock({ $0.isReleased }) { box.changed.wait(seconds: 30) }
        }
        return ReceiverResponse(status: 204)
      case .counting:
        let count = box.change { $0.records[index].byteCount }
        return ReceiverResponse(status: 200, body: Data("\(count)".utf8))
      }
    }

    func abort() { change { $0.aborts += 1 } }
  }
}
