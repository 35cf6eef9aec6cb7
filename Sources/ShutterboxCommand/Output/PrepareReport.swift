import JSONText
import PhotoPipeline
import Synchronization

/// Tells about each photo of a batch, in the order in which the user named them.
final class PrepareReport: Sendable {
  private struct State {
    /// Photos that are done while an earlier one is not.
    var waiting: [Int: @Sendable () -> Void] = [:]
    var next = 0
    var failed = 0
    var inputBytes = 0
    var outputBytes = 0
  }

  let console: Console
  private let json: Bool
  private let isSilent: Bool
  private let total: Int
  private let progress: ProgressDisplay
  private let start = ContinuousClock.now
  private let state = Mutex(State())

  /// - Parameters:
  ///   - isSilent: Whether only failures are told, because standard output is for the photo.
  ///   - total: How many photos there are.
  init(console: Console, json: Bool, isSilent: Bool, total: Int) {
    self.console = console
    self.json = json
    self.isSilent = isSilent
    self.total = total
    progress = ProgressDisplay(console: console, total: total)
  }

  /// Tells how the photo at `index` ended, once all before it have been told.
  func add(_ index: Int, _ item: PrepareBatch.Item, _ outcome: Result<PrepareSummary, ItemFailure>) {
    progress.advance()
    state.withLock { state in
      switch outcome {
      case .success(let summary):
        state.inputBytes += summary.inputBytes
        state.outputBytes += summary.outputBytes
      case .failure: state.failed += 1
      }
      state.waiting[index] = { [self] in tell(item, outcome) }
      while let tell = state.waiting.removeValue(forKey: state.next) {
        tell()
        state.next += 1
      }
    }
  }

  /// Tells the sum, and what the shell is told.
  func finish() -> ExitCode {
    progress.finish()
    let state = state.withLock { $0 }
    if total > 1 && !json && !isSilent { console.print(sum(state)) }
    return state.failed > 0 ? .failure : .success
  }

  private func tell(_ item: PrepareBatch.Item, _ outcome: Result<PrepareSummary, ItemFailure>) {
    let input = item.input.path
    switch outcome {
    case .success(let summary):
      guard let output = item.output, !isSilent else { return }
      console.print(json ? summary.json(input: input, output: output).line : summary.text(output: output))
    case .failure(let failure):
      if json { console.print(failure.json(input).line) }
      console.report(failure.text(input))
    }
  }

  private func sum(_ state: State) -> String {
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    let tenths = seconds * 10 + attoseconds / 100_000_000_000_000_000
    let failed = state.failed > 0 ? ", \(state.failed) failed" : ""
    return [
      "\(total) photos\(failed)",
      "\(ByteCountText.text(state.inputBytes)) -> \(ByteCountText.text(state.outputBytes))",
      "\(tenths / 10).\(tenths % 10) s",
    ].joined(separator: "  ")
  }
}
