import Synchronization
import Testing
import Threading

@testable import PhotoPipeline
@testable import ShutterboxCommand

@Suite("The queue to the writer", .timeLimit(.minutes(10)))
struct BoundedQueueTests {
  @Test("Every element arrives once and in order, however small the queue")
  func keepsOrder() throws {
    let queue = BoundedQueue<Int>(capacity: 1)
    let thread = try #require(
      WorkerThread {
        for number in 0..<1000 { queue.push(number) }
        queue.close()
      })
    var numbers: [Int] = []
    while let number = queue.pop() { numbers.append(number) }
    thread.join()
    #expect(numbers == Array(0..<1000))
    #expect(queue.pop() == nil)
  }

  @Test("No more elements wait than there is room for")
  func isBounded() throws {
    let queue = BoundedQueue<Int>(capacity: 3)
    let pushed = Atomic(0)
    let thread = try #require(
      WorkerThread {
        for number in 0..<100 {
          queue.push(number)
          pushed.add(1, ordering: .sequentiallyConsistent)
        }
        queue.close()
      })
    var popped = 0
    var most = 0
    while queue.pop() != nil {
      most = max(most, pushed.load(ordering: .sequentiallyConsistent) - popped)
      popped += 1
    }
    thread.join()
    #expect(popped == 100)
    #expect(most <= 4)
  }
}
