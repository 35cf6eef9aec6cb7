#if os(Linux)
  import CCurl
  import Glibc
  import Threading
  import Transport

  /// The thread that runs all requests of a transport.
  final class CurlLoop: @unchecked Sendable {
    // Sendable is unchecked because of the inbox, which is used only with the lock held, and of the pointers, which
    // are used by the thread alone, except for curl_multi_wakeup(3), which any thread may call.

    /// What the thread is told.
    private struct Inbox {
      var arrivals: [CurlJob] = []
      var cancelled: Set<Int> = []
      var isStopping = false
      /// Whether the multi handle is gone.
      var isOver = false
      var nextNumber = 0
    }

    private let lock = ConditionLock()
    private var inbox = Inbox()
    private let multi: UnsafeMutableRawPointer
    private let sockets: OpaquePointer

    /// Starts the thread, or returns `nil` if there is no memory or thread for it.
    init?(limit: Int, authorities: CurlAuthorities) {
      guard let handle = ccurl_multi_create(limit) else { return nil }
      guard let sockets = ccurl_sockets_create() else {
        ccurl_multi_cleanup(handle)
        return nil
      }
      multi = handle
      self.sockets = sockets
      let thread = WorkerThread { [self] in
        CurlLoop.blockSignals()
        CurlRunner(multi: multi, sockets: self.sockets, limit: limit, authorities: authorities).run(self)
        ccurl_sockets_destroy(self.sockets)
      }
      guard let thread else {
        ccurl_multi_cleanup(handle)
        ccurl_sockets_destroy(sockets)
        return nil
      }
      // It holds this object, and ends when it is told to.
      thread.detach()
    }

    func nextNumber() -> Int {
      lock.withLock {
        inbox.nextNumber += 1
        return inbox.nextNumber
      }
    }

    /// Hands a request over. To be called in the task that waits for it.
    func submit(_ job: CurlJob) {
      let isTaken = lock.withLock {
        // A task that is cancelled later calls `cancel`, which then finds the request.
        if Task.isCancelled || inbox.isStopping { return false }
        inbox.arrivals.append(job)
        wake()
        return true
      }
      if !isTaken { job.finish(CurlJob.cancelled) }
    }

    func cancel(_ number: Int) {
      lock.withLock {
        inbox.cancelled.insert(number)
        wake()
      }
    }

    /// Cancels all requests and lets the thread end.
    func stop() {
      lock.withLock {
        inbox.isStopping = true
        wake()
      }
    }

    /// What has come in since the last call; `nil` when it is time to end.
    func take() -> (arrivals: [CurlJob], cancelled: Set<Int>)? {
      lock.withLock {
        guard !inbox.isStopping || !inbox.arrivals.isEmpty else { return nil }
        defer {
          inbox.arrivals = []
          inbox.cancelled = []
        }
        return (inbox.arrivals, inbox.cancelled)
      }
    }

    /// Nobody wakes the multi handle after this.
    func end() {
      lock.withLock { inbox.isOver = true }
    }

    /// With the lock held.
    private func wake() {
      // It fails only where its pipe is full, and then the thread wakes up anyway.
      if !inbox.isOver { ccurl_multi_wakeup(multi) }
    }

    /// Signals of the process are for other threads, and writing to a closed connection is an error here, no SIGPIPE.
    private static func blockSignals() {
      var all = sigset_t()
      sigfillset(&all)
      pthread_sigmask(SIG_BLOCK, &all, nil)
    }
  }
#endif
