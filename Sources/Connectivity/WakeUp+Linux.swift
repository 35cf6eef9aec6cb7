#if os(Linux)
  import CLinuxNetwork
  import Threading

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// A descriptor that becomes readable when another thread says so.
  final class WakeUp: @unchecked Sendable {
    // Sendable is unchecked because of the variable, which is changed with the lock held; the thread that waits is
    // the only one that closes it, and may read it without.
    private let lock = ConditionLock()
    private(set) var descriptor: CInt

    /// `nil` if descriptors are out.
    init?() {
      descriptor = eventfd(0, CInt(EFD_CLOEXEC | EFD_NONBLOCK))
      guard descriptor >= 0 else { return nil }
    }

    /// Does nothing after `end`.
    func signal() {
      lock.withLock {
        guard descriptor >= 0 else { return }
        // It fails only when it was signalled 2^64 - 1 times before, and is readable then anyway.
        _ = eventfd_write(descriptor, 1)
      }
    }

    /// Called by the thread that waits, when it waits no longer.
    func end() {
      lock.withLock {
        guard descriptor >= 0 else { return }
        close(descriptor)
        descriptor = -1
      }
    }

    deinit { end() }
  }
#endif
