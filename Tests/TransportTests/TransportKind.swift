import FaultServer
import Foundation
import PhotoFixtures
import Testing
import Transport

@testable import TransportURLSession

#if os(Linux)
  import TransportLibcurl
#endif

/// The transports that keep the same contract.
enum TransportKind: CaseIterable, CustomTestStringConvertible {
  #if os(Linux)
    case curl
  #endif
  case urlSession
  #if canImport(Darwin)
    /// With a session that ends with this process. The URLSession of Linux ends the program when a connection breaks
    /// while a body is read from a file.
    case background
  #endif

  func make() -> any HTTPTransport {
    switch self {
    #if os(Linux)
      case .curl: CurlTransport()
    #endif
    case .urlSession: URLSessionTransport()
    #if canImport(Darwin)
      case .background: HandedOver()
    #endif
    }
  }

  var isURLSession: Bool {
    #if os(Linux)
      self == .urlSession
    #else
      true
    #endif
  }

  /// Whether requests with and without a body go by sessions of their own.
  var hasTwoSessions: Bool {
    #if canImport(Darwin)
      self == .background
    #else
      false
    #endif
  }

  /// Whether it is the URLSession of Linux, which falls short of Apple's.
  var isPortedURLSession: Bool {
    #if canImport(Darwin)
      false
    #else
      isURLSession
    #endif
  }

  var testDescription: String {
    switch self {
    #if os(Linux)
      case .curl: "libcurl"
    #endif
    case .urlSession: "URLSession"
    #if canImport(Darwin)
      case .background: "URLSession in the background"
    #endif
    }
  }
}

#if canImport(Darwin)
  /// A transport that hands all bodies over, to a session that ends with this process.
  private struct HandedOver: HTTPTransport {
    private let scratch: ScratchFolder?
    private let transport: BackgroundTransport

    init() {
      scratch = try? ScratchFolder()
      let folder = URL(fileURLWithPath: scratch?.path ?? "/dev/null").appendingPathComponent("bodies")
      transport = BackgroundTransport(.ephemeral, bodies: folder)
      transport.handOver()
    }

    func response(
      to request: HTTPRequest, progress: (@Sendable (Int) -> Void)?
    ) async throws(HTTPTransportError) -> HTTPResponse {
      try await transport.response(to: request, progress: progress)
    }
  }
#endif

/// Bytes whose pattern repeats at no length that a buffer has, so that none can be missing or twice.
func patterned(_ count: Int) -> Data {
  var state: UInt32 = 1
  let pattern = (0..<min(count, 65_521)).map { _ in
    state = state &* 1_664_525 &+ 1_013_904_223
    return UInt8(truncatingIfNeeded: state >> 24)
  }
  var data = Data(capacity: count)
  while data.count < count { data.append(contentsOf: pattern.prefix(count - data.count)) }
  return data
}

/// The code of the failure of `work`; an answer fails the test.
func failure(
  sourceLocation: SourceLocation = #_sourceLocation, _ work: () async throws -> HTTPResponse
) async throws -> HTTPTransportError.Code {
  do {
    let response = try await work()
    Issue.record("answered \(response.status)", sourceLocation: sourceLocation)
    throw CancellationError()
  } catch let error as HTTPTransportError {
    #expect(!error.message.isEmpty && !error.message.contains("secret"), sourceLocation: sourceLocation)
    return error.code
  }
}
