#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What proves to a server who is sending.
public protocol Credentials: Sendable {
  /// The value of the Authorization field, such as `Bearer …`; `nil` sends none.
  ///
  /// - Parameter refused: The value that the server has just answered with 401, if there is one. Whoever can get a
  ///   newer one returns it, also if it was got for another request meanwhile; to return the same one or `nil` says that
  ///   there is none, and the 401 stays the answer.
  func authorization(refreshing refused: String?) async -> String?
}

/// Credentials that stay as they are.
public struct FixedCredentials: Credentials {
  private let value: Secret<String>

  private init(_ value: String) {
    self.value = Secret(value)
  }

  /// A token (RFC 6750).
  public static func bearer(_ token: String) -> FixedCredentials { FixedCredentials("Bearer \(token)") }

  /// User and password (RFC 7617).
  public static func basic(user: String, password: String) -> FixedCredentials {
    FixedCredentials("Basic \(Data("\(user):\(password)".utf8).base64EncodedString())")
  }

  public func authorization(refreshing refused: String?) async -> String? { value.revealed }
}

/// A bearer token that expires and is then asked for anew.
///
/// However many requests meet with a 401 at once, the token is asked for once.
public actor RefreshedCredentials: Credentials {
  private let refresh: @Sendable () async -> String?
  private var token: Secret<String?>
  private var refreshing: Task<Secret<String?>, Never>?

  /// - Parameters:
  ///   - token: The token to begin with; `nil` asks for one before the first request.
  ///   - refresh: Returns a new token, or `nil` if there is none to be had now; then the one before is kept.
  public init(token: String? = nil, refresh: @escaping @Sendable () async -> String?) {
    self.token = Secret(token)
    self.refresh = refresh
  }

  public func authorization(refreshing refused: String?) async -> String? {
    if let current = token.revealed, Self.value(current) != refused { return Self.value(current) }
    let task = refreshing ?? Task { [refresh] in Secret(await refresh()) }
    refreshing = task
    let new = await task.value
    if refreshing == task {
      refreshing = nil
      if new.revealed != nil { token = new }
    }
    return token.revealed.map(Self.value)
  }

  private static func value(_ token: String) -> String { "Bearer \(token)" }
}
