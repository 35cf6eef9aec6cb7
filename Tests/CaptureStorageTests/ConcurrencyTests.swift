import Foundation
import PhotoFixtures
import Testing

@testable import CaptureStorage

@Suite("Several processes with the same captures")
struct ConcurrencyTests {
  @Test("Two that add and finish at once, a thousand times, lose nothing and wait for each other")
  func twoProcesses() async throws {
    let home = try TestHome()
    let seed = UInt64.random(in: 1...1 << 32)
    print("seeds of the processes: \(seed), \(seed + 1)")
    let worker = BuiltProgram.path("CaptureWorker")
    let results = try await withThrowingTaskGroup(of: Tool.Result.self) { group in
      for number in 0..<2 {
        group.addTask { try Tool.run(worker, [home.path, "\(seed + UInt64(number))", "500"]) }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    for result in results {
      #expect(result.status == 0, "\(result.errorText)")
      #expect(result.text.contains("finished") && result.text.contains("begun"), "\(result.text)")
    }
    try home.checkInvariants()
    let store = try await home.open()
    #expect(await store.recovery.isEmpty)
    #expect(try await store.check().isEmpty)
  }

  @Test("A process that is killed while it works leaves nothing that the next does not put right")
  func killed() async throws {
    let home = try TestHome()
    for seed in 1...5 {
      // The time that the worker gets is as random as the machine. In the foreground timeout(1) waits for its end.
      let result = try Tool.run(
        "timeout",
        [
          "--foreground", "-s", "KILL", "0.\(seed)", BuiltProgram.path("CaptureWorker"), home.path, "\(seed)",
          "100000",
        ])
      #expect(result.status == 137, "\(result.errorText)")
      let store = try await home.open()
      #expect(await store.recovery.failures == [])
      #expect(try await store.check().isEmpty)
      try home.checkInvariants()
    }
  }
}
