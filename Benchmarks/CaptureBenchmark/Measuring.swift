struct BenchmarkFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// Times that were measured for one thing.
struct Times {
  private var seconds: [Double] = []

  /// Runs `body` and notes how long it took.
  mutating func measure<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    let clock = ContinuousClock()
    let start = clock.now
    let result = try await body()
    seconds.append((clock.now - start) / .seconds(1))
    return result
  }

  var median: Double {
    let sorted = seconds.sorted()
    return sorted.isEmpty ? .nan : sorted[sorted.count / 2]
  }
}
