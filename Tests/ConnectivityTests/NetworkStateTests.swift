import Testing

@testable import Connectivity

@Suite("The state of the network")
struct NetworkStateTests {
  @Test("A network that nothing says to cost may be used where only unmetered ones may")
  func allowsUnknownCost() {
    for reachability in [NetworkState.Reachability.reachable, .unknown, .unreachable] {
      func state(_ cost: NetworkState.Cost) -> NetworkState {
        NetworkState(reachability: reachability, cost: cost)
      }
      #expect(state(.unmetered).allows(.unmetered))
      #expect(state(.unknown).allows(.unmetered))
      #expect(!state(.metered).allows(.unmetered))
      for cost in [NetworkState.Cost.unmetered, .metered, .unknown] { #expect(state(cost).allows(.any)) }
    }
  }

  #if os(Linux)
    @Test(
      "NetworkManager's guesses count as much as what it knows, and numbers of the future are unknown",
      arguments: zip(
        [0, 1, 2, 3, 4, 5, UInt32.max],
        [NetworkState.Cost.unknown, .metered, .unmetered, .metered, .unmetered, .unknown, .unknown]))
    func readsCost(number: UInt32, cost: NetworkState.Cost) {
      #expect(NetworkManagerState(metered: number).cost == cost)
    }

    @Test("Without the kernel's word nothing is known, whatever NetworkManager says")
    func needsTheKernel() {
      let state = NetworkState(kernel: KernelNetwork(), manager: NetworkManagerState(connectivity: 4))
      #expect(state == .unknown)
    }
  #endif
}
