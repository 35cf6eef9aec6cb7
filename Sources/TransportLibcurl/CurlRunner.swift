#if os(Linux)
  import CCurl
  import Transport

  /// Runs requests with a multi handle, all on the thread of `run`.
  final class CurlRunner {
    private let multi: UnsafeMutableRawPointer
    private let sockets: OpaquePointer
    private let limit: Int
    private let authorities: CurlAuthorities
    private let clock = SuspendingClock()

    /// Those whose turn has not come.
    private var waiting: [CurlJob] = []
    private var active: [CurlTransfer] = []

    init(multi: UnsafeMutableRawPointer, sockets: OpaquePointer, limit: Int, authorities: CurlAuthorities) {
      self.multi = multi
      self.sockets = sockets
      self.limit = limit
      self.authorities = authorities
    }

    /// Runs what `loop` hands over until it says stop.
    func run(_ loop: CurlLoop) {
      while let (arrivals, cancelled) = loop.take() {
        waiting += arrivals
        if !cancelled.isEmpty { cancel(cancelled) }
        startWaiting()
        ccurl_multi_perform(multi)
        collectDone()
        collectAnswered()
        startWaiting()
        let pause = checkDeadlines()
        ccurl_multi_poll(multi, pause)
      }
      for job in waiting { job.finish(CurlJob.cancelled) }
      for transfer in active { end(transfer, CurlJob.cancelled) }
      loop.end()
      ccurl_multi_cleanup(multi)
    }

    private func startWaiting() {
      while active.count < limit, !waiting.isEmpty {
        let transfer = CurlTransfer(waiting.removeFirst(), sockets: sockets, now: clock.now)
        active.append(transfer)
        start(transfer)
      }
    }

    private func start(_ transfer: CurlTransfer) {
      guard transfer.prepare(authorities: authorities), let easy = transfer.easy,
        ccurl_multi_add(multi, easy) == CURLM_OK
      else {
        forget(transfer)
        return transfer.finish(
          .failure(HTTPTransportError(code: .connectionLost, message: "there is no memory for the request")))
      }
    }

    private func cancel(_ numbers: Set<Int>) {
      for job in waiting where numbers.contains(job.number) { job.finish(CurlJob.cancelled) }
      waiting.removeAll { numbers.contains($0.number) }
      for transfer in active where numbers.contains(transfer.job.number) { end(transfer, CurlJob.cancelled) }
    }

    private func collectDone() {
      var easy: UnsafeMutableRawPointer?
      var code = CURLE_OK
      while ccurl_multi_next_done(multi, &easy, &code) {
        guard let transfer = active.first(where: { $0.easy == easy }) else { continue }
        if transfer.shouldSendAgain(after: code) {
          release(transfer)
          transfer.startOver(now: clock.now)
          start(transfer)
        } else {
          let result = transfer.result(of: code)
          end(transfer, result)
        }
      }
    }

    /// Ends those whose answer is complete though their body is not sent.
    private func collectAnswered() {
      for transfer in active {
        if let result = transfer.earlyResult { end(transfer, result) } else { transfer.resumeUnlessRefused() }
      }
    }

    /// Ends those whose time is over. Returns the milliseconds until the next look.
    private func checkDeadlines() -> Int32 {
      var next: Duration = .seconds(3600)
      for transfer in active {
        let now = clock.now
        if let result = transfer.checkDeadline(now: now) {
          end(transfer, result)
        } else {
          next = min(next, transfer.nextCheck - now)
        }
      }
      // The room that became free is for the next one at once.
      if active.count < limit, !waiting.isEmpty { return 0 }
      let (seconds, attoseconds) = max(next, .zero).components
      return Int32(clamping: seconds * 1000 + attoseconds / 1_000_000_000_000_000 + 1)
    }

    /// Tells the result first: to close a connection may take a while.
    private func end(_ transfer: CurlTransfer, _ result: CurlJob.Result) {
      transfer.finish(result)
      release(transfer)
      forget(transfer)
    }

    private func forget(_ transfer: CurlTransfer) {
      active.removeAll { $0 === transfer }
    }

    private func release(_ transfer: CurlTransfer) {
      if let easy = transfer.easy { ccurl_multi_remove(multi, easy) }
      transfer.release()
    }
  }
#endif
