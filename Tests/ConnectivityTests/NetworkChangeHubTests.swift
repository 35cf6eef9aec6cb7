import Synchronization
import Testing

@testable import Connectivity

@Suite("Subscribers of the network", .timeLimit(.minutes(10)))
struct NetworkChangeHubTests {
  /// What the watches were told to do, and a way to speak as one of them.
  final class Script: Sendable {
    struct Watch: NetworkWatching {
      let script: Script
      let number: Int
      func cancel() { script.state.withLock { $0.cancelled.append(number) } }
    }

    private let state = Mutex<(tell: [@Sendable (NetworkState) -> Void], cancelled: [Int])>(([], []))

    var monitor: SystemNetworkMonitor {
      SystemNetworkMonitor { onState in
        self.state.withLock {
          $0.tell.append(onState)
          return Watch(script: self, number: $0.tell.count)
        }
      }
    }

    var startCount: Int { state.withLock { $0.tell.count } }
    var cancelled: [Int] { state.withLock { $0.cancelled } }
    func say(_ cost: NetworkState.Cost, as number: Int = 1) {
      state.withLock { $0.tell[number - 1] }(NetworkState(reachability: .reachable, cost: cost))
    }
  }

  private let script = Script()

  @Test("Every subscriber hears every change, and the first thing that it hears is how things are")
  func tellsEverybody() async throws {
    let monitor = script.monitor
    var first = monitor.changes.makeAsyncIterator()
    script.say(.metered)
    var second = monitor.changes.makeAsyncIterator()
    #expect(await first.next()?.cost == .metered)
    #expect(await second.next()?.cost == .metered)
    script.say(.unmetered)
    #expect(await first.next()?.cost == .unmetered)
    #expect(await second.next()?.cost == .unmetered)
    #expect(script.startCount == 1)
  }

  @Test("A subscriber that is slow gets the latest state alone, and the same state twice is told twice")
  func coalesces() async throws {
    var iterator = script.monitor.changes.makeAsyncIterator()
    for _ in 0..<1000 { script.say(.metered) }
    script.say(.unknown)
    #expect(await iterator.next()?.cost == .unknown)
    script.say(.unknown)
    #expect(await iterator.next()?.cost == .unknown)
  }

  @Test("The watch ends with the last subscriber, and a new one begins with the next")
  func endsWithTheLast() async throws {
    let monitor = script.monitor
    var kept: AsyncStream<NetworkState>? = monitor.changes
    do {
      let other = monitor.changes
      script.say(.metered)
      for await _ in other { break }
    }
    #expect(script.cancelled == [])
    #expect(kept != nil)
    kept = nil
    #expect(script.cancelled == [1])

    var again = monitor.changes.makeAsyncIterator()
    // The first watch has not noticed yet that it should end.
    script.say(.metered, as: 1)
    script.say(.unmetered, as: 2)
    #expect(await again.next()?.cost == .unmetered)
    #expect(script.startCount == 2)
  }

  @Test("A stream goes on when its monitor is gone")
  func outlivesTheMonitor() async throws {
    var iterator = script.monitor.changes.makeAsyncIterator()
    script.say(.metered)
    #expect(await iterator.next()?.cost == .metered)
    #expect(script.cancelled == [])
  }

  @Test("A task that waits for the state and is cancelled ends, and leaves no watch")
  func cancels() async throws {
    let monitor = script.monitor
    let task = Task { await monitor.state() }
    task.cancel()
    #expect(await task.value == .unknown)
    // One that was cancelled before it began to wait has begun no watch, or ended it.
    #expect(script.cancelled.count == script.startCount)
  }

  @Test("Subscribers that come and go from many threads, while states come, leave no watch")
  func isSafe() async throws {
    let monitor = script.monitor
    let script = script
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<200 {
            let stream = monitor.changes
            script.say(.metered, as: script.startCount)
            for await _ in stream { break }
          }
        }
      }
    }
    #expect(script.cancelled.count == script.startCount)
  }
}
