import Hashing
import Threading

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A connection, served by a thread of its own, since its socket blocks.
final class Connection: @unchecked Sendable {
  // Sendable is unchecked because of the variables. It is safe because those of the first group are used only with
  // the lock held, and those of the second only by the thread that runs `run()`.
  private let lock = ConditionLock()
  private var isOpen = true
  private var isStopped = false

  private var buffer: ArraySlice<UInt8> = []
  private var hasher = SHA256Hasher()

  private let jobs = JobThread()
  private let descriptor: CInt
  private let number: Int
  private let script: Script
  private let journal: Journal

  private static let pieceByteCount = 1 << 16
  private static let longestHead = 1 << 18

  init(_ descriptor: CInt, number: Int, script: Script, journal: Journal) {
    self.descriptor = descriptor
    self.number = number
    self.script = script
    self.journal = journal
  }

  /// Serves requests until one side ends the connection.
  func run() {
    var end = Reply.End.close
    while let head = readHead() {
      guard let next = serve(head) else {
        end = .close
        break
      }
      end = next
      guard case .keepOpen = end else { break }
    }
    if case .closeGently = end {
      Socket.shutDownSending(descriptor)
      drain()
    }
    lock.withLock {
      isOpen = false
      if case .reset = end { Socket.reset(descriptor) } else { _ = close(descriptor) }
    }
    journal.noted.change { _ = $0.ended.insert(number) }
  }

  /// Ends the connection from any thread.
  func stop() {
    lock.withLock {
      isStopped = true
      // The thread closes the socket, so that its number is not given to another one while it is used.
      if isOpen { Socket.shutDown(descriptor) }
    }
    jobs.cancelAll()
  }

  // MARK: One request

  /// Returns what becomes of the connection, `nil` if it has ended.
  private func serve(_ head: String) -> Reply.End? {
    let requestNumber = journal.noted.change { notes in
      notes.headCount += 1
      return notes.headCount - 1
    }
    guard var request = RecordedRequest(head: head, number: requestNumber, connection: number) else {
      return nil
    }
    hasher = SHA256Hasher()
    let script = script
    let asked = request
    guard let reading = wait({ await script.reading(asked) }) else { return nil }
    let count =
      switch reading {
      case .all: request.contentLength
      case .first(let count): min(count, request.contentLength)
      case .nothing: 0
      }
    let expects = request.header("Expect")?.lowercased() == "100-continue"
    if expects, count > 0, !send(Data("HTTP/1.1 100 Continue\r\n\r\n".utf8)) { return nil }
    read(count, of: &request)
    note(request)
    if request.isCutOff { return nil }

    let complete = request
    guard let reply = wait({ await script.answering(complete) }) else { return nil }
    for step in reply.steps where !perform(step, &request) { return nil }
    if case .keepOpen = reply.end {
      read(request.contentLength, of: &request)
      note(request)
      if request.isCutOff { return nil }
    }
    return reply.end
  }

  /// Returns whether the connection goes on.
  private func perform(_ step: Reply.Step, _ request: inout RecordedRequest) -> Bool {
    switch step {
    case .send(let bytes):
      return send(bytes)
    case .read(let count):
      read(request.bodyByteCount + count, of: &request)
      note(request)
      return !request.isCutOff
    case .readRest:
      read(request.contentLength, of: &request)
      note(request)
      return !request.isCutOff
    case .wait(let gate):
      return wait { await gate.wait() } != nil
    case .waitForClient:
      drain()
      return true
    }
  }

  private func note(_ request: RecordedRequest) {
    journal.noted.change { $0.requests[request.number] = request }
  }

  /// Runs a task on this thread. Returns `nil` when the connection was stopped meanwhile.
  private func wait<Result: Sendable>(_ work: @escaping @Sendable () async -> Result) -> Result? {
    let result = jobs.run(work)
    return lock.withLock { isStopped } ? nil : result
  }

  // MARK: Bytes

  /// The request line and the fields, without the empty line; `nil` at the end of the connection.
  private func readHead() -> String? {
    let end = Array("\r\n\r\n".utf8)
    while true {
      if let range = buffer.firstRange(of: end) {
        let head = String(decoding: buffer[..<range.lowerBound], as: UTF8.self)
        buffer = buffer[range.upperBound...]
        return head
      }
      guard buffer.count < Self.longestHead, receive() else { return nil }
    }
  }

  /// Reads on until `count` bytes of the body are there, all of it at most.
  private func read(_ count: Int, of request: inout RecordedRequest) {
    let wanted = min(count, request.contentLength)
    while request.bodyByteCount < wanted {
      if buffer.isEmpty, !receive() {
        request.isCutOff = true
        return
      }
      let piece = buffer.prefix(wanted - request.bodyByteCount)
      buffer = buffer.dropFirst(piece.count)
      piece.withUnsafeBytes { hasher.update($0) }
      if script.keepsBodies { request.body.append(contentsOf: piece) }
      request.bodyByteCount += piece.count
    }
    if request.isBodyComplete, request.bodySHA256 == nil {
      request.bodySHA256 = hasher.finish().description
    }
  }

  /// Returns `false` at the end of the connection.
  private func receive() -> Bool {
    let bytes = Socket.receive(descriptor, atMost: Self.pieceByteCount)
    buffer = buffer.isEmpty ? bytes[...] : buffer + bytes
    return !bytes.isEmpty
  }

  private func drain() {
    buffer = []
    while !Socket.receive(descriptor, atMost: Self.pieceByteCount).isEmpty {}
  }

  private func send(_ bytes: Data) -> Bool { Socket.send(descriptor, Array(bytes)) }
}
