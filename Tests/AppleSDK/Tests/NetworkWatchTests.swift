import Network
import Testing

@testable import Connectivity

@Suite("The path of the system")
struct NetworkWatchTests {
  @Test(
    "What is expensive or constrained costs by volume",
    arguments: [
      (NWPath(.satisfied), NetworkState(reachability: .reachable, cost: .unmetered)),
      (NWPath(.satisfied, isExpensive: true), NetworkState(reachability: .reachable, cost: .metered)),
      (NWPath(.satisfied, isConstrained: true), NetworkState(reachability: .reachable, cost: .metered)),
      (NWPath(.unsatisfied), NetworkState(reachability: .unreachable, cost: .unknown)),
      (NWPath(.requiresConnection), NetworkState.unknown),
    ])
  func states(path: NWPath, state: NetworkState) {
    #expect(NetworkState(path) == state)
  }

  @Test("A watch tells the first path")
  func watch() async {
    let states = AsyncStream<NetworkState>.makeStream()
    let watch = NetworkWatch { states.continuation.yield($0) }
    defer { watch.cancel() }
    for await state in states.stream {
      #expect(state == NetworkState(reachability: .reachable, cost: .metered))
      break
    }
  }
}
