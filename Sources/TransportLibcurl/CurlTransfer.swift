#if os(Linux)
  import CCurl
  import FoundationEssentials
  import Glibc
  import Transport

  /// A request that is under way. It is used on the thread of its ``CurlRunner`` alone.
  final class CurlTransfer {
    let job: CurlJob
    private(set) var easy: UnsafeMutableRawPointer?
    private(set) var answer: CurlAnswer
    /// When there is reason to look at the deadlines again.
    private(set) var nextCheck: SuspendingClock.Instant

    private let sockets: OpaquePointer
    private var fieldList: UnsafeMutablePointer<curl_slist>?
    private let messages = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

    private let clock = SuspendingClock()
    /// When a byte was last seen in either direction, or the request began.
    private var lastActivity: SuspendingClock.Instant
    private var unacknowledged: Int32 = -1

    /// How much of the body libcurl has.
    private var handedByteCount = 0
    /// How much of the body the system has.
    private var sentByteCount = 0
    private var reportedByteCount = 0
    private var isPaused = false
    private var isSecondAttempt = false

    init(_ job: CurlJob, sockets: OpaquePointer, now: SuspendingClock.Instant) {
      self.job = job
      self.sockets = sockets
      answer = CurlAnswer(to: job.request)
      lastActivity = now
      nextCheck = now
      messages.pointee = 0
    }

    deinit {
      release()
      messages.deallocate()
    }

    // MARK: Life

    /// Makes the handle. Returns `false` if memory is out.
    func prepare(authorities: CurlAuthorities) -> Bool {
      guard let easy = ccurl_easy_create() else { return false }
      self.easy = easy
      let options = CurlOptions(easy, job.request, authorities: authorities)
      guard let fields = options.fieldList() else { return false }
      fieldList = fields
      guard
        options.set(fields: fields, messages: messages, context: Unmanaged.passUnretained(self).toOpaque())
      else { return false }
      guard ccurl_set_sockets(easy, sockets) == CURLE_OK else { return false }
      return !isSecondAttempt || ccurl_set_long(easy, CURLOPT_FRESH_CONNECT, 1) == CURLE_OK
    }

    /// Frees the handle, which must have been removed from its multi handle.
    func release() {
      if let easy { ccurl_easy_cleanup(easy) }
      if let fieldList { ccurl_list_free(fieldList) }
      easy = nil
      fieldList = nil
    }

    func finish(_ result: CurlJob.Result) {
      job.finish(result)
    }

    /// Whether a connection that had been kept turned out to be dead.
    ///
    /// libcurl sends such a request again by itself, unless the body was on its way.
    func shouldSendAgain(after code: CURLcode) -> Bool {
      guard code == CURLE_SEND_ERROR || code == CURLE_RECV_ERROR || code == CURLE_GOT_NOTHING else {
        return false
      }
      guard let easy, !isSecondAttempt, !answer.hasBegun else { return false }
      var newConnections = 1
      return ccurl_get_long(easy, CURLINFO_NUM_CONNECTS, &newConnections) == CURLE_OK && newConnections == 0
    }

    func startOver(now: SuspendingClock.Instant) {
      isSecondAttempt = true
      answer = CurlAnswer(to: job.request)
      lastActivity = now
      handedByteCount = 0
      sentByteCount = 0
      isPaused = false
    }

    // MARK: Results

    func result(of code: CURLcode) -> CurlJob.Result {
      if code == CURLE_OK { return answered(isComplete: true) }
      if answer.isCut { return answered(isComplete: false) }
      // The server answered before it had read the body, and closed.
      if hasEarlyAnswer, code == CURLE_SEND_ERROR || code == CURLE_RECV_ERROR {
        return answered(isComplete: answer.isComplete)
      }
      return .failure(
        CurlFailure(code: code, easy: easy, words: String(cString: messages), host: job.address.authority)
          .error(deadlines: job.request.deadlines))
    }

    /// The result of a request whose answer is complete while its body is not sent, though libcurl goes on.
    var earlyResult: CurlJob.Result? {
      guard answer.isComplete else { return nil }
      // libcurl sends the request again, without the expectation (RFC 9110, 10.1.1).
      if answer.status == 417, job.request.headers["Expect"] != nil { return nil }
      return answered(isComplete: true)
    }

    private var hasEarlyAnswer: Bool { answer.hasHead && sentByteCount < (job.request.body?.count ?? 0) }

    private func answered(isComplete: Bool) -> CurlJob.Result {
      guard answer.hasHead, 200...599 ~= answer.status else {
        return .failure(
          HTTPTransportError(
            code: .connectionLost, message: "what \(job.address.authority) answers is not HTTP"))
      }
      return .success(answer.response(isBodyComplete: isComplete))
    }

    // MARK: Deadlines

    /// What became of the request if its time is over.
    func checkDeadline(now: SuspendingClock.Instant) -> CurlJob.Result? {
      guard let easy, now >= nextCheck else { return nil }
      let idle = Duration.seconds(job.request.deadlines.idle)
      nextCheck = now + idle / 8
      var connected: curl_off_t = 0
      // Until the connection stands, the other deadline counts.
      guard ccurl_get_size(easy, CURLINFO_PRETRANSFER_TIME_T, &connected) == CURLE_OK, connected > 0 else {
        lastActivity = now
        return nil
      }
      // What leaves slowly from the system's buffer are bytes on their way as well.
      let waiting = ccurl_unacknowledged(ccurl_get_socket(easy, sockets))
      if waiting != unacknowledged {
        unacknowledged = waiting
        lastActivity = now
      }
      guard now - lastActivity >= idle else {
        nextCheck = min(nextCheck, lastActivity + idle)
        return nil
      }
      if hasEarlyAnswer { return answered(isComplete: false) }
      return .failure(
        HTTPTransportError(
          code: .timedOut,
          message: "\(job.address.authority) was silent for \(CurlFailure.text(job.request.deadlines.idle))"))
    }

    // MARK: What libcurl calls

    /// Copies the next bytes of the body.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
      guard let body = job.request.body, handedByteCount < body.count else { return 0 }
      // An answer before the body is sent should be read before anything else: a server that says no and closes
      // resets the connection when more comes, and its answer may be lost.
      if answerMayBeThere {
        isPaused = true
        return Int(CURL_READFUNC_PAUSE)
      }
      let start = body.startIndex + handedByteCount
      let count = min(buffer.count, body.count - handedByteCount)
      body.copyBytes(to: buffer, from: start..<start + count)
      handedByteCount += count
      return count
    }

    /// Goes back in the body, for libcurl to send it over another connection.
    func seek(to offset: Int) -> Bool {
      guard 0...(job.request.body?.count ?? 0) ~= offset else { return false }
      handedByteCount = offset
      return true
    }

    func takeLine(_ bytes: UnsafeRawBufferPointer) -> Bool {
      lastActivity = clock.now
      return answer.takeLine(bytes)
    }

    func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
      lastActivity = clock.now
      return answer.take(bytes)
    }

    func noteSent(_ count: Int) {
      guard count != sentByteCount else { return }
      sentByteCount = count
      lastActivity = clock.now
      // It goes back when the body is sent again, which nobody needs to know.
      guard count > reportedByteCount else { return }
      reportedByteCount = count
      job.progress?(count)
    }

    /// Lets a body go on that waited for an answer, unless that says that it is not wanted.
    func resumeUnlessRefused() {
      guard isPaused, let easy, !answer.isRefusal, !answerMayBeThere else { return }
      isPaused = false
      ccurl_easy_continue(easy)
    }

    /// Whether the server has sent bytes that were not read yet.
    ///
    /// The end of the connection is none: it never goes away by being read, so a body that waited for that would wait
    /// for good. It goes on instead, and fails by itself.
    private var answerMayBeThere: Bool {
      guard let easy else { return false }
      let socket = ccurl_get_socket(easy, sockets)
      guard socket >= 0 else { return false }
      var byte: UInt8 = 0
      return recv(socket, &byte, 1, CInt(MSG_PEEK) | CInt(MSG_DONTWAIT)) > 0
    }
  }
#endif
