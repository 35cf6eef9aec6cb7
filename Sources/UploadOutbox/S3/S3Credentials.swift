/// The keys that requests to S3 are signed with. They never appear in messages.
public struct S3Credentials: Sendable, Hashable {
  let accessKeyID: String
  let secretAccessKey: String
  let sessionToken: String?

  /// - Parameters:
  ///   - accessKeyID: `AWS_ACCESS_KEY_ID`.
  ///   - secretAccessKey: `AWS_SECRET_ACCESS_KEY`.
  ///   - sessionToken: `AWS_SESSION_TOKEN`, for keys that expire; an empty one is none.
  public init(accessKeyID: String, secretAccessKey: String, sessionToken: String? = nil) {
    self.accessKeyID = accessKeyID
    self.secretAccessKey = secretAccessKey
    self.sessionToken = sessionToken.flatMap { $0.isEmpty ? nil : $0 }
  }
}

extension S3Credentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { "hidden credentials" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
