import Testing

@testable import UploadOutbox

struct ByteBudgetTests {
  @Test func `Never more than the limit is taken, and all get their turn`() async {
    let budget = ByteBudget(limit: 10)
    let log = Log()
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<200 {
        group.addTask {
          // Some want more than there ever is.
          let count = await budget.take(1 + number % 13)
          await log.take(count)
          await log.take(-count)
          budget.giveBack(count)
        }
      }
    }
    #expect(await log.highest == 10)
    #expect(await log.held == 0)
    #expect(await budget.take(10) == 10)
  }

  @Test func `A large one is not passed for ever by small ones`() async {
    let budget = ByteBudget(limit: 10)
    let log = Log()
    let first = await budget.take(6)
    async let large: Void = {
      let count = await budget.take(8)
      await log.take(count)
      budget.giveBack(count)
    }()
    while budget.waitingCount < 1 { await Task.yield() }
    async let small: Void = {
      // It would fit beside the first.
      let count = await budget.take(2)
      await log.take(count)
      budget.giveBack(count)
    }()
    while budget.waitingCount < 2 { await Task.yield() }
    budget.giveBack(first)
    _ = await (large, small)
    #expect(await log.taken.first == 8)
  }

  private actor Log {
    private(set) var held = 0
    private(set) var highest = 0
    private(set) var taken: [Int] = []

    func take(_ count: Int) {
      held += count
      highest = max(highest, held)
      taken.append(count)
    }
  }
}
