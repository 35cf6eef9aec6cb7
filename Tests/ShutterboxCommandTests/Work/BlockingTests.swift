import Testing

@testable import ShutterboxCommand

@Suite("Waiting for asynchronous work")
struct BlockingTests {
  private struct Failure: Error {}

  @Test("Gives the value back, or throws what the work threw")
  func passesResult() throws {
    let value = try Blocking.run {
      await Task.yield()
      return 42
    }
    #expect(value == 42)
    #expect(throws: Failure.self) { try Blocking.run { throw Failure() } }
  }
}
