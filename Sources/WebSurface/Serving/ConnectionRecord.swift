/// What is known of an open connection. Times are seconds of a clock that only goes forward.
struct ConnectionRecord {
  /// What the connection is doing.
  enum Phase {
    /// Nothing of the next request has been seen.
    case waiting
    /// The first line of a request has come.
    case head
    case body
    /// The server is at work, and the client waits.
    case working
    /// An answer of so many bytes is being sent.
    case answering(byteCount: Int)
  }

  let peer: PeerAddress
  private(set) var phase = Phase.waiting
  /// When the phase began.
  private(set) var since: Double
  /// Whether a request was answered on it.
  private var hasServed = false
  /// The window in which bytes of the body are being counted; `nil` before the body of a request.
  private var windowStart: Double?
  private var windowByteCount = 0
  private var lastByte = 0.0
  /// Whether it was told to close and only has to be waited for.
  var isEnding = false
  /// Whether the client may still be sending what nobody wants, so that the answer would be lost if the
  /// connection were closed at once.
  var lingers = false

  init(peer: PeerAddress, now: Double) {
    self.peer = peer
    since = now
  }

  /// Whether a request is being served.
  var isServing: Bool {
    switch phase {
    case .waiting, .head: false
    case .body, .working, .answering: true
    }
  }

  /// Whether the server waits for the client to send more.
  var isReading: Bool {
    switch phase {
    case .waiting, .head, .body: true
    case .working, .answering: false
    }
  }

  mutating func begin(_ phase: Phase, now: Double) {
    switch (self.phase, phase) {
    case (.waiting, .head) where !hasServed:
      // The deadline of the first head began with the connection.
      self.phase = phase
      return
    case (.working, .body):
      // The server took its time, which does not count against the client. It also works between the head and the
      // body, when there is no window yet.
      if let start = windowStart { windowStart = start + now - since } else { openWindow(now) }
      lastByte = now
    case (_, .body):
      openWindow(now)
      lastByte = now
    case (_, .waiting):
      hasServed = true
      windowStart = nil
    default: break
    }
    self.phase = phase
    since = now
  }

  private mutating func openWindow(_ now: Double) {
    windowStart = now
    windowByteCount = 0
  }

  /// Counts bytes of the body that have come, on the way into the phase `working`.
  mutating func receive(_ byteCount: Int, now: Double) {
    windowByteCount += byteCount
    lastByte = now
    begin(.working, now: now)
  }

  /// Whether a deadline has passed. A window that ends well begins anew.
  mutating func isOverdue(_ limits: ListenerLimits, now: Double) -> Bool {
    switch phase {
    case .waiting: return now - since > (hasServed ? limits.idleSeconds : limits.headSeconds)
    case .head: return now - since > limits.headSeconds
    case .working: return false
    case .answering(let byteCount):
      return now - since > limits.answerSeconds * (1 + Double(byteCount) / 32768)
    case .body:
      if now - lastByte > limits.bodyPauseSeconds { return true }
      guard let start = windowStart, now - start >= limits.rateWindowSeconds else { return false }
      if Double(windowByteCount) < limits.minimumRate * (now - start) { return true }
      openWindow(now)
      return false
    }
  }

  /// How much it deserves to make room for another connection; `nil` if it does not.
  ///
  /// Those that ask for nothing come first, the oldest of them first of all; then bodies that come slowly.
  func slowness(_ limits: ListenerLimits, now: Double) -> (rank: Int, seconds: Double)? {
    switch phase {
    case .waiting, .head: return (1, now - since)
    case .working, .answering: return nil
    case .body:
      let seconds = now - (windowStart ?? now)
      // In the first second every body is slow.
      guard seconds > 1, Double(windowByteCount) < limits.minimumRate * seconds else { return nil }
      return (0, now - lastByte)
    }
  }
}
