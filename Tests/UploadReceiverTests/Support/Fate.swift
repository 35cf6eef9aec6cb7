import DurableFiles
import Foundation
import Threading

@testable import UploadReceiver

/// Decides before which change of the disk the receiver dies, or which change fails.
final class Fate: @unchecked Sendable {
  // Sendable is unchecked because of the variables, which are only touched under the lock.
  private let lock = ConditionLock()
  private var count = 0
  private var plan: Plan = .none

  enum Plan {
    case none
    /// From the change of this number on, none is done: the process is dead.
    case death(at: Int)
    /// The changes that `isMeant` picks fail with this number.
    case failure(CInt, isMeant: (Int, FileReceiverStorage.Step) -> Bool)
  }

  /// Begins to count anew.
  func set(_ plan: Plan) {
    lock.withLock {
      count = 0
      self.plan = plan
    }
  }

  /// How many changes were done or tried since.
  var changes: Int { lock.withLock { count } }

  func decide(_ step: FileReceiverStorage.Step) throws(FileSystemError) {
    let failure: CInt? = lock.withLock {
      defer { count += 1 }
      switch plan {
      case .none: return nil
      case .death(let number): return count >= number ? EIO : nil
      case .failure(let error, let isMeant): return isMeant(count, step) ? error : nil
      }
    }
    if let failure { throw FileSystemError(call: step.rawValue, path: "test", errno: failure) }
  }
}
