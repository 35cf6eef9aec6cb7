#if os(Linux)
  import CCurl
  import Glibc
  import Synchronization
  import Threading
  import Transport

  /// The thread that runs all requests of a transport.
  final class CurlLoop: Sendable {
    /// What the thread is told.
    private struct Inbox {
      var arrivals: [CurlJob] = []
      var cancelled: Set<Int> = []
      var isStopping = false
      /// Whether the multi handle is gone.
      var isOver = false
      var nextNumber = 0
    }

    /// A multi handle, of which all but waking it up is left to the thread.
    struct Multi: @unchecked Sendable {
      // Sendable is unchecked because of the pointer. It is safe because it is used by the thread alone, except for
      // curl_multi_wakeup(3), which any thread may call.
      let handle: UnsafeMutableRawPointer
    }

    private let multi: Multi
    private let inbox = Mutex(Inbox())

    /// Starts the thread, or returns `nil` if there is no memory or thread for it.
    init?(limit: Int, authorities: CurlAuthorities) {
      guard let handle = ccurl_multi_create(limit) else { return nil }
      multi = Multi(handle: handle)
      let thread = WorkerThread { [self] in
        CurlLoop.blockSignals()
        CurlRunner(multi: multi.handle, limit: limit, authorities: authorities).run(self)
      }
      guard let thread else {
        ccurl_multi_cleanup(handle)
        return nil
      }
      // It holds this object, and ends when it is told to.
      thread.detach()
    }

    func nextNumber() -> Int {
      inbox.withLock { inbox in
        inbox.nextNumber += 1
        return inbox.nextNumber
      }
    }

    /// Hands a request over. To be called in the task that waits for it.
    func submit(_ job: CurlJob) {
      let isTaken = inbox.withLock { inbox in
        // A task that is cancelled later calls `cancel`, which then finds the request.
        if Task.isCancelled || inbox.isStopping { return false }
        inbox.arrivals.append(job)
        wake(inbox)
        return true
      }
      if !isTaken { job.finish(CurlJob.cancelled) }
    }

    func cancel(_ number: Int) {
      inbox.withLock { inbox in
        inbox.cancelled.insert(number)
        wake(inbox)
      }
    }

    /// Cancels all requests and lets the thread end.
    func stop() {
      inbox.withLock { inbox in
        inbox.isStopping = true
        wake(inbox)
      }
    }

    /// What has come in since the last call; `nil` when it is time to end.
    func take() -> (arrivals: [CurlJob], cancelled: Set<Int>)? {
      inbox.withLock { inbox in
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
      inbox.withLock { $0.isOver = true }
    }

    private func wake(_ inbox: borrowing Inbox) {
      // It fails only where its pipe is full, and then the thread wakes up anyway.
      if !inbox.isOver { ccurl_multi_wakeup(multi.handle) }
    }

    /// Signals of the process are for other threads, and writing to a closed connection is an error here, no SIGPIPE.
    private static func blockSignals() {
      var all = sigset_t()
      sigfillset(&all)
      pthread_sigmask(SIG_BLOCK, &all, nil)
    }
  }
#endif
