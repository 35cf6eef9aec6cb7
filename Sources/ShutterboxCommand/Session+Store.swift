import CaptureStorage
import DurableFiles
import Shutterbox

extension Session {
  /// Opens the captures in `home`, which is made if it is missing, and does `work` with them.
  ///
  /// What was interrupted before is told first. A failure of opening or of `work` is told and becomes the
  /// exit code.
  func withStore(
    _ home: HomeFolder, _ work: @escaping @Sendable (CaptureStore) async throws -> ExitCode
  ) -> ExitCode {
    telling(home) {
      let store = try await CaptureStore.open(home: home.path, temporaries: temporaries)
      for line in await store.recovery.lines { console.report(line) }
      return try await work(store)
    }
  }

  /// As ``withStore(_:_:)``, for what adds to the captures.
  func withJournal(
    _ home: HomeFolder, _ work: @escaping @Sendable (CaptureJournal) async throws -> ExitCode
  ) -> ExitCode {
    telling(home) {
      let journal = try await CaptureJournal.open(home: home.path, temporaries: temporaries)
      for line in await journal.store.recovery.lines { console.report(line) }
      return try await work(journal)
    }
  }

  private func telling(
    _ home: HomeFolder, _ work: @escaping @Sendable () async throws -> ExitCode
  ) -> ExitCode {
    do {
      return try Blocking.run(work)
    } catch {
      console.report(StoreFailure(error, subject: home.path.description).text)
      return .failure
    }
  }
}
