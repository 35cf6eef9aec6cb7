import DurableFiles
import PhotoPipeline
import Synchronization
import Threading

/// Prepares many photos on several threads.
///
/// Each worker takes the next photo, prepares it and hands the result to one writer, so that no core
/// waits for the disk. The queue to the writer is as long as there are workers: at most two results per
/// worker are in memory.
struct PrepareBatch: Sendable {
  /// A photo and where its result goes; `nil` is standard output.
  struct Item: Sendable {
    let input: InputItem
    let output: FilePath?
  }

  /// A result that is still to be written.
  private struct Pending: Sendable {
    let index: Int
    let photo: PreparedPhoto
    let start: ContinuousClock.Instant
  }

  let items: [Item]
  let preparer: PhotoPreparer
  /// Takes the place of `preparer` where the photos are for one engine.
  let enginePreparer: EnginePreparer?
  let writer: OutputWriter
  let report: PrepareReport

  /// Gives each input its output.
  static func plan(_ inputs: [InputItem], _ target: OutputTarget) -> [Item] {
    switch target {
    case .standardOutput: return inputs.map { Item(input: $0, output: nil) }
    case .file(let path): return inputs.map { Item(input: $0, output: path) }
    case .folder(let folder):
      // What has failed already needs no name and takes none from others.
      let photos = inputs.filter(\.isReadable)
      var names = OutputNames.plan(photos.map(\.path))[...]
      return inputs.map { input in
        Item(input: input, output: input.isReadable ? names.popFirst().map(folder.appending) : nil)
      }
    }
  }

  /// Prepares every photo and tells about each.
  ///
  /// - Parameters:
  ///   - jobs: How many photos are prepared at a time.
  ///   - usesWriterThread: Whether a thread beside the workers may write.
  func run(jobs: Int, usesWriterThread: Bool) -> ExitCode {
    let queue = BoundedQueue<Pending>(capacity: jobs)
    let writing = usesWriterThread && items.count > 1 ? startWriter(queue) : nil
    let next = Atomic(0)
    let work = { @Sendable in
      while true {
        let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard index < items.count else { return }
        guard let pending = prepare(index) else { continue }
        if writing == nil { write(pending) } else { queue.push(pending) }
      }
    }
    // This thread works, too. Where the system has no more threads to give, fewer do the same work.
    let workers = (1..<max(1, jobs)).compactMap { _ in WorkerThread(work) }
    work()
    for worker in workers { worker.join() }
    queue.close()
    writing?.join()
    return report.finish()
  }

  private func startWriter(_ queue: BoundedQueue<Pending>) -> WorkerThread? {
    WorkerThread {
      while let pending = queue.pop() { write(pending) }
    }
  }

  /// Prepares the photo at `index`, or tells why it cannot be and returns `nil`.
  private func prepare(_ index: Int) -> Pending? {
    let start = ContinuousClock.now
    let item = items[index]
    do {
      if let output = item.output { try writer.check(output) }
      let source = try item.input.open()
      let photo = try enginePreparer?.prepare(source) ?? preparer.prepare(source)
      return Pending(index: index, photo: photo, start: start)
    } catch {
      report.add(index, item, .failure(ItemFailure(error, input: item.input.path)))
      return nil
    }
  }

  private func write(_ pending: Pending) {
    let item = items[pending.index]
    do {
      if let output = item.output {
        try writer.write(pending.photo.jpeg, to: output)
      } else {
        report.console.write(pending.photo.jpeg)
      }
      let summary = PrepareSummary(pending.photo, duration: ContinuousClock.now - pending.start)
      report.add(pending.index, item, .success(summary))
    } catch {
      report.add(pending.index, item, .failure(ItemFailure(error, input: item.input.path)))
    }
  }
}
