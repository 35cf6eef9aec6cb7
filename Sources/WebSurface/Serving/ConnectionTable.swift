/// The open connections by their descriptors, and which of them must go.
///
/// It closes nothing itself. Times are seconds of a clock that only goes forward.
struct ConnectionTable {
  /// What becomes of a new connection.
  enum Admission: Equatable {
    case admitted
    /// It may come once this one is told to close.
    case instead(of: CInt)
    case refused
  }

  let limits: ListenerLimits
  private(set) var statistics = ListenerStatistics()
  private var records: [CInt: ConnectionRecord] = [:]
  /// Connections that were not told to close, by client.
  private var counts: [[UInt8]: Int] = [:]
  private var liveCount = 0

  init(limits: ListenerLimits) {
    self.limits = limits
  }

  /// How many requests are being served.
  var servingCount: Int { records.values.count { $0.isServing } }
  /// Connections that ask for nothing now.
  var restingDescriptors: [CInt] { records.filter { !$0.value.isServing }.map(\.key) }

  subscript(descriptor: CInt) -> ConnectionRecord? { records[descriptor] }

  /// Decides about a connection from `peer`, and enters it unless it is refused.
  mutating func admit(_ descriptor: CInt, peer: PeerAddress, now: Double) -> Admission {
    var admission = Admission.admitted
    let isCrowded = counts[peer.client, default: 0] >= limits.connectionsPerAddress
    if isCrowded || liveCount >= limits.connections {
      guard let victim = slowest(from: isCrowded ? peer.client : nil, now: now) else {
        statistics.refused += 1
        return .refused
      }
      statistics.evicted += 1
      markEnding(victim)
      admission = .instead(of: victim)
    }
    // A descriptor that is here already was closed without a word, and given to the new connection.
    remove(descriptor)
    records[descriptor] = ConnectionRecord(peer: peer, now: now)
    counts[peer.client, default: 0] += 1
    liveCount += 1
    statistics.accepted += 1
    statistics.open = records.count
    return admission
  }

  /// The connection that is to make room, if there is one.
  mutating func evict(now: Double) -> CInt? {
    guard let victim = slowest(from: nil, now: now) else { return nil }
    statistics.evicted += 1
    markEnding(victim)
    return victim
  }

  mutating func begin(_ phase: ConnectionRecord.Phase, _ descriptor: CInt, now: Double) {
    records[descriptor]?.begin(phase, now: now)
  }

  mutating func receive(_ byteCount: Int, _ descriptor: CInt, now: Double) {
    records[descriptor]?.receive(byteCount, now: now)
  }

  mutating func linger(_ descriptor: CInt) {
    records[descriptor]?.lingers = true
  }

  mutating func countMalformed() {
    statistics.malformed += 1
  }

  /// What lies on a connection for the server to read.
  enum Input {
    case nothing
    /// Something that it has not come to yet.
    case bytes
    /// The client has closed its side.
    case end
  }

  /// The connections that must go: those whose deadline has passed, unless it is the server that has not yet read what
  /// they sent, and those whose request can never become whole. They count as told to close.
  ///
  /// libmicrohttpd before 1.0 does not see an end that comes together with the last bytes, when it uses epoll(7).
  mutating func takeOverdue(now: Double, input: (CInt) -> Input) -> [CInt] {
    var found: [CInt] = []
    for descriptor in records.keys {
      guard var record = records[descriptor], !record.isEnding else { continue }
      let isOverdue = record.isOverdue(limits, now: now)
      records[descriptor] = record
      guard isOverdue || record.isReading else { continue }
      switch input(descriptor) {
      case .bytes: continue
      // Requests that libmicrohttpd has already read may follow in the same instant.
      case .end where record.isReading && now - record.since > 0.1: found.append(descriptor)
      case .nothing, .end:
        guard isOverdue else { continue }
        found.append(descriptor)
        statistics.timedOut += 1
      }
    }
    for descriptor in found { markEnding(descriptor) }
    return found
  }

  /// Forgets a connection that is being closed, and returns what was known of it.
  @discardableResult
  mutating func remove(_ descriptor: CInt) -> ConnectionRecord? {
    guard let record = records.removeValue(forKey: descriptor) else { return nil }
    if !record.isEnding { forget(record) }
    statistics.open = records.count
    return record
  }

  private mutating func markEnding(_ descriptor: CInt) {
    guard let record = records[descriptor], !record.isEnding else { return }
    records[descriptor]?.isEnding = true
    forget(record)
  }

  private mutating func forget(_ record: ConnectionRecord) {
    liveCount -= 1
    let count = counts[record.peer.client, default: 0] - 1
    counts[record.peer.client] = count > 0 ? count : nil
  }

  private func slowest(from client: [UInt8]?, now: Double) -> CInt? {
    var found: (descriptor: CInt, slowness: (rank: Int, seconds: Double))?
    for (descriptor, record) in records
    where !record.isEnding && (client ?? record.peer.client) == record.peer.client {
      guard let slowness = record.slowness(limits, now: now) else { continue }
      if let best = found, best.slowness >= slowness { continue }
      found = (descriptor, slowness)
    }
    return found?.descriptor
  }
}
