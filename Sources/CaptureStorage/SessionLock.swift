import DurableFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Tells other processes that this one is alive.
///
/// A row of the ledger names the session that is at work on it. If the process dies, the system drops the
/// lock, and whoever opens the ledger next completes or undoes that work. Each session locks one byte of
/// `ledger.lock`, at the offset that is its number; the file stays empty.
///
/// The lock belongs to the open file and not to the process ("open file description lock", fcntl(2)), so two
/// sessions of one process are told apart as well.
final class SessionLock: Sendable {
  static let fileName: FilePath = "ledger.lock"

  /// The number of this session, positive.
  let id: Int
  private let file: LockFile

  /// - Parameters:
  ///   - home: The folder that the lock file lies in.
  ///   - random: Gives 64 random bits.
  /// - Throws: ``FileSystemError`` if the file system cannot lock.
  init(in home: Folder, random: () -> UInt64) throws(FileSystemError) {
    file = try home.lockFile(Self.fileName)
    while true {
      // 62 bits: two sessions of one number are as likely as two equal ids. It would be noticed here.
      let number = Int(random() >> 2) | 1
      if try file.lock(byte: number) {
        id = number
        return
      }
    }
  }

  /// Whether the session of the number `id`, which may be this one, still runs.
  func isAlive(_ id: Int) throws(FileSystemError) -> Bool {
    // A lock of our own is not seen by asking through the same open file.
    if id == self.id { return true }
    return try file.isLocked(byte: id)
  }
}
