package import DurableFiles

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The captures in a home folder: entries, the media that they own, and which of those are still to upload.
///
/// What there is, an SQLite database says: the ledger. A file is claimed there before it exists and
/// released after it is gone, so at no instant is there a file that no row names. A process may die at any
/// point: whoever opens the store next completes or undoes what was under way, and says so
/// (``recovery``).
///
/// Several processes may have the same home open. The folder may be moved or renamed between runs; only
/// names relative to it are stored.
///
/// The actor keeps the ledger. Files are copied, hashed and synced outside of it, so captures that are added
/// at once wait for the disk and not for each other.
public actor CaptureStore {
  /// What the store takes from its surroundings, so that a test can set it.
  public struct Surroundings: Sendable {
    /// The time now.
    public var now: @Sendable () -> Date = { Date() }
    /// 64 random bits. From the system's own generator by default.
    public var random: @Sendable () -> UInt64 = { UInt64.random(in: .min ... .max) }

    /// The system's clock and random numbers.
    public init() {}
  }

  /// The home folder.
  public nonisolated let home: URL
  /// What was completed or undone when the store was opened.
  public private(set) var recovery = Recovery()

  nonisolated let files: CaptureFiles
  package nonisolated let surroundings: Surroundings
  let session: SessionLock
  let database: Database
  private var identifiers: IdentifierSource
  private var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
  private var nextListener = 0
  #if os(Linux)
    var watches: [Int: FolderWatch] = [:]
  #endif

  /// Opens the captures in the folder at `home`, which is made if it is missing, with the folders above it.
  ///
  /// - Parameter home: The folder of the captures.
  /// - Parameter surroundings: The clock and the random numbers.
  /// - Throws: ``LedgerError``, with the code `newer` if a newer version made the ledger; `FileSystemError`
  ///   if the folder cannot be used. That something was interrupted is no error.
  public static func open(
    home: URL, surroundings: Surroundings = Surroundings()
  ) async throws -> CaptureStore {
    try await open(home: FilePath(home.path), surroundings: surroundings)
  }

  package static func open(
    home: FilePath, surroundings: Surroundings = Surroundings(),
    temporaries: TemporaryFiles = TemporaryFiles()
  ) async throws -> CaptureStore {
    let store = try CaptureStore(home: home, surroundings: surroundings, temporaries: temporaries)
    try await store.start()
    return store
  }

  private init(home: FilePath, surroundings: Surroundings, temporaries: TemporaryFiles) throws {
    let folder = try Folder.making(home)
    #if os(iOS)
      // What is in the folder can be sent while the device is locked, once it has been unlocked after its start.
      try FileManager.default.setAttributes(
        [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication],
        ofItemAtPath: home.description)
    #endif
    self.home = URL(fileURLWithPath: home.description, isDirectory: true)
    self.surroundings = surroundings
    files = CaptureFiles(home: folder, temporaries: temporaries)
    session = try SessionLock(in: folder, random: surroundings.random)
    database = try Ledger.open(in: folder)
    identifiers = IdentifierSource(random: surroundings.random)
  }

  private func start() throws {
    recovery = try recover()
  }

  /// Milliseconds since 1970, now.
  func now() -> Int {
    Int((surroundings.now().timeIntervalSince1970 * 1000).rounded())
  }

  func addListener(_ continuation: AsyncStream<Void>.Continuation) -> Int {
    nextListener += 1
    listeners[nextListener] = continuation
    return nextListener
  }

  func removeListener(_ id: Int) {
    listeners[id] = nil
    #if os(Linux)
      watches[id] = nil
    #endif
  }

  /// Tells those who listen that there may be something to upload.
  func tellListeners() {
    for listener in listeners.values { listener.yield() }
  }

  /// A new id.
  func makeIdentifier<Subject>() -> Identifier<Subject> {
    identifiers.next(milliseconds: now())
  }
}
