/// What a receiver takes, and from whom.
public struct ReceiverOptions: Sendable {
  /// The bearer token that every request but those to `/healthz` must carry; `nil` asks for none.
  public var token: String?
  /// Where uploads are created; each is at this path, a slash and its id. Begins with a slash and ends with none.
  public var path = "/files"
  /// The most bytes that one upload may have.
  public var maximumByteCount = 4 << 30
  /// How many unfinished uploads there may be at once.
  public var openUploadLimit = 1000
  /// How long an unfinished upload is kept after the last byte that it got, in seconds.
  public var lifetime = 7.0 * 86_400
  /// The names, with the port if it is not the scheme's own, under which the receiver may be called, such as
  /// `127.0.0.1:8099`; compared without regard to case. `nil` takes any: for a receiver behind a proxy that checks.
  public var hosts: Set<String>?
  /// The types that are taken.
  public var types = Set(MediaType.allCases)
  /// Looks into a file that has come whole; `nil` takes every file that is of a type of ``types``.
  public var inspect: (@Sendable (ReceivedFile) -> ReceiverVerdict)?
  /// Gets each file when it is stored, from any thread, and must not call the receiver.
  public var stored: @Sendable (StoredFile) -> Void = { _ in }
  /// Gets what happens, from any thread, and must not call the receiver.
  public var log: @Sendable (ReceiverEvent) -> Void = { _ in }

  public init(token: String?, hosts: Set<String>?) {
    self.token = token
    self.hosts = hosts
  }
}
