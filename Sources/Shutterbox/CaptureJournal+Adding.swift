import DurableFiles

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension CaptureJournal {
  /// Adds photos and movies to one entry.
  ///
  /// As many as there are cores are prepared at once; they are added in the order given. What cannot be added
  /// keeps nothing else from being added.
  ///
  /// - Parameter items: Photos and movies, in the order in which they are added.
  /// - Parameter target: The entry, or the draft of one.
  /// - Parameter options: How photos are prepared, and what is kept.
  /// - Parameter progress: Gets the number of items that are done, after each.
  /// - Throws: ``CaptureStoreError`` if the entry is missing or finished, or the reason to keep metadata has no
  ///   words; nothing has been added then. What is wrong with single items the report says.
  public func add(
    _ items: [CaptureItem], to target: CaptureStore.Target, options: CaptureOptions = CaptureOptions(),
    progress: (@Sendable (Int) -> Void)? = nil
  ) async throws -> AddReport {
    let preparing = MediaPreparing(options: options, isAlone: items.count == 1)
    try preparing.check()
    try await store.check(target)
    var outcomes: [AddReport.Outcome] = []
    try await withThrowingTaskGroup(of: (Int, Result<PreparedMedia, any Error>).self) { group in
      var waiting: [Int: Result<PreparedMedia, any Error>] = [:]
      var started = 0
      func startNext() {
        guard started < items.count else { return }
        let (index, item) = (started, items[started])
        started += 1
        group.addTask { (index, Result { try preparing.prepare(item) }) }
      }
      // Photos that are prepared wait for those before them, so that not many are held in memory.
      for _ in 0..<ProcessInfo.processInfo.activeProcessorCount { startNext() }
      while let (index, prepared) = try await group.next() {
        waiting[index] = prepared
        while let next = waiting.removeValue(forKey: outcomes.count) {
          outcomes.append(await add(next, to: target))
          progress?(outcomes.count)
          startNext()
        }
      }
    }
    return AddReport(target: target, outcomes: outcomes)
  }

  private func add(
    _ prepared: Result<PreparedMedia, any Error>, to target: CaptureStore.Target
  ) async -> AddReport.Outcome {
    do {
      let prepared = try prepared.get()
      return switch try await store.add(prepared.media, to: target) {
      case .media(let media): .added(media, carriesLocation: prepared.carriesLocation)
      case .duplicate(let id): .duplicate(of: id)
      }
    } catch {
      return .failed(error)
    }
  }
}
