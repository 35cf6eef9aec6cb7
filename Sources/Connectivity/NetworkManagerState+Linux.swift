#if os(Linux)
  import CLinuxNetwork

  /// What NetworkManager says, by the numbers of its D-Bus interface; 0 is unknown in each.
  struct NetworkManagerState: Hashable {
    /// NMMetered: 1 yes, 2 no, 3 guessed yes, 4 guessed no.
    var metered: UInt32 = 0
    /// NMState: from 70 on connected to the world.
    var state: UInt32 = 0
    /// NMConnectivityState: 1 none, 2 a log-in page, 3 limited, 4 full.
    var connectivity: UInt32 = 0
  }

  extension NetworkManagerState {
    init(_ properties: cnet_properties) {
      self.init(
        metered: properties.metered, state: properties.state, connectivity: properties.connectivity)
    }

    var cost: NetworkState.Cost {
      switch metered {
      case 1, 3: .metered
      case 2, 4: .unmetered
      default: .unknown
      }
    }

    /// Whether its own attempt to reach the world failed or met a log-in page.
    var hasDoubts: Bool { (1...3).contains(connectivity) }
  }

  extension NetworkState {
    /// The kernel knows the ways that are there, whoever made them; NetworkManager knows whether they lead anywhere,
    /// and what they cost.
    init(kernel: KernelNetwork, manager: NetworkManagerState) {
      let isDoubtful = kernel.reachability == .reachable && manager.hasDoubts
      self.init(reachability: isDoubtful ? .unknown : kernel.reachability, cost: manager.cost)
    }
  }
#endif
