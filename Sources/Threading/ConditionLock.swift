#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A lock on which a thread can wait for another to change something.
///
/// It is NSCondition without what comes along with that: on Linux its library makes a program three
/// times as large.
package final class ConditionLock: @unchecked Sendable {
  // Sendable is unchecked because of the pointers. It is safe because pthread objects are made to be
  // used by several threads; they have a fixed address from `init` to `deinit`.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  package init() {
    // With default attributes neither fails (POSIX.1-2017, pthread_mutex_init and pthread_cond_init).
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  package func lock() { pthread_mutex_lock(mutex) }

  package func unlock() { pthread_mutex_unlock(mutex) }

  package func withLock<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock()
    defer { unlock() }
    return try body()
  }

  /// Gives the lock up until another thread signals, and takes it again. May return without a signal.
  package func wait() { pthread_cond_wait(condition, mutex) }

  /// As ``wait()``, but for `seconds` at most.
  package func wait(seconds: Double) {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    let nanoseconds = now.tv_nsec + Int(seconds * 1e9)
    var deadline = timespec(
      tv_sec: now.tv_sec + nanoseconds / 1_000_000_000, tv_nsec: nanoseconds % 1_000_000_000)
    pthread_cond_timedwait(condition, mutex, &deadline)
  }

  /// Wakes one thread that waits.
  package func signal() { pthread_cond_signal(condition) }

  /// Wakes every thread that waits.
  package func broadcast() { pthread_cond_broadcast(condition) }
}
