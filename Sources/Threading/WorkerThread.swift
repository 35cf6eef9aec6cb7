#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A thread that runs one piece of work.
///
/// Work on photos keeps a core busy for long, which the threads of Swift's concurrency are not for.
package struct WorkerThread: @unchecked Sendable {
  // Sendable is unchecked because on Darwin the name of a thread is a pointer. It is safe because any thread may use
  // that name; whoever joins or detaches does so once.
  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  private let thread: pthread_t

  /// Starts the thread, or returns `nil` if the system has none to give.
  package init?(_ run: @escaping @Sendable () -> Void) {
    // The thread takes over this reference; if it does not start, the reference is given back below.
    let body = Unmanaged.passRetained(Body(run))
    #if canImport(Darwin)
      var started: pthread_t?
    #else
      var started = pthread_t()
    #endif
    let result = pthread_create(
      &started, nil,
      { context in
        WorkerThread.run(context)
        return nil
      }, body.toOpaque())
    guard result == 0 else {
      body.release()
      return nil
    }
    #if canImport(Darwin)
      guard let started else { return nil }
    #endif
    thread = started
  }

  /// Waits until the work is done.
  package func join() {
    pthread_join(thread, nil)
  }

  /// Lets it run on its own: what it holds goes when it ends. It cannot be joined then.
  package func detach() {
    pthread_detach(thread)
  }

  private static func run(_ context: UnsafeMutableRawPointer?) {
    guard let context else { return }
    Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
  }
}
