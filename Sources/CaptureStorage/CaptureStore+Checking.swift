import DurableFiles
import Hashing

extension CaptureStore {
  /// Compares all files with all rows.
  ///
  /// What other processes are at work on is passed over. Every byte of every file is read.
  ///
  /// - Parameters:
  ///   - repairing: Whether to put right what can be: a file that no row names is moved to `aside/captures`, a row
  ///     whose file is missing or cannot be its own is removed. Nothing is deleted. A file whose content
  ///     is another than its row says stays as it is.
  ///   - progress: Gets the number of media that have been looked at, now and then.
  /// - Throws: ``LedgerError`` if the ledger cannot be asked. What is wrong with files is no error.
  public nonisolated func check(
    repairing: Bool = false, progress: (@Sendable (Int) -> Void)? = nil
  ) async throws -> [Finding] {
    []
  }
}
