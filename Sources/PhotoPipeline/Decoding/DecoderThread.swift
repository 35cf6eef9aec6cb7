#if canImport(CJPEG)
  import Foundation

  /// Decodes ahead on a thread of its own, as far as the window has room.
  final class DecoderThread: RowGroupFeed, @unchecked Sendable {
    // Sendable is unchecked because of the counters below. It is safe because they are only touched
    // under `condition`, but for `known`, which only the asking thread uses.

    private let condition = NSCondition()
    private var produced = 0
    private var released = 0
    private var failure: (any Error)?
    private var isCancelled = false
    private var hasEnded = false
    /// Groups that the asking thread knows to be there.
    private var known = 0

    /// Starts to decode the `count` groups of a picture.
    init(_ decoder: JPEGDecoder, into window: RowWindow, count: Int) {
      let thread = Thread { [self] in
        do {
          for index in 0..<count {
            guard waitForRoom(for: index, capacity: window.capacity) else { break }
            try decoder.readGroup(index, into: window)
            announce(index + 1)
          }
        } catch {
          end(with: error)
          return
        }
        end(with: nil)
      }
      thread.name = "shutterbox.decode"
      thread.start()
    }

    func require(_ index: Int) throws {
      if known > index { return }
      condition.lock()
      defer { condition.unlock() }
      while produced <= index, failure == nil { condition.wait() }
      known = produced
      if produced <= index, let failure { throw failure }
    }

    func release(before index: Int) {
      condition.lock()
      defer { condition.unlock() }
      guard index > released else { return }
      released = index
      condition.signal()
    }

    /// Ends the thread and returns when it no longer touches the decoder or the window.
    func stop() {
      condition.lock()
      defer { condition.unlock() }
      isCancelled = true
      condition.signal()
      while !hasEnded { condition.wait() }
    }

    private func waitForRoom(for index: Int, capacity: Int) -> Bool {
      condition.lock()
      defer { condition.unlock() }
      while index - released >= capacity, !isCancelled { condition.wait() }
      return !isCancelled
    }

    private func announce(_ count: Int) {
      condition.lock()
      defer { condition.unlock() }
      produced = count
      condition.signal()
    }

    private func end(with error: (any Error)?) {
      condition.lock()
      defer { condition.unlock() }
      failure = error
      hasEnded = true
      condition.signal()
    }
  }
#endif
