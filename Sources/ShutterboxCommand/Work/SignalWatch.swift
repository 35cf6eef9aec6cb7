import DurableFiles
import PhotoPipeline
import Threading

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Ends the process cleanly when it is told to stop.
enum SignalWatch {
  /// Starts a thread that waits for SIGINT, SIGTERM and SIGHUP, and on the first removes what is
  /// unfinished and ends the process with 130. If `stopping` takes the first, the second does that.
  ///
  /// To be called before any other thread is started, because a thread takes over the signals that its
  /// maker blocks. A signal that the process was started to ignore, as by nohup(1), stays ignored.
  static func start(console: Console, temporaries: TemporaryFiles, stopping: StopRequest) {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP] where !isIgnored(number) {
      sigaddset(&signals, number)
    }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    let watched = signals
    let thread = WorkerThread {
      var signals = watched
      var number: CInt = 0
      repeat {
        while sigwait(&signals, &number) != 0 {}
      } while stopping.take(number)
      temporaries.removeAll()
      console.end(.interrupted)
    }
    // Without the thread the signals must do what they always do.
    if thread == nil { pthread_sigmask(SIG_UNBLOCK, &signals, nil) }
  }

  private static func isIgnored(_ number: CInt) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    #if canImport(Darwin)
      let handler = action.__sigaction_u.__sa_handler
    #else
      let handler = action.__sigaction_handler.sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
