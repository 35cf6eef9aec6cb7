import DurableFiles
import JSONText
import PhotoPipeline
import UploadReceiver
import WebSurface

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A receiver from its start to its stop.
struct ReceiveRun {
  /// How long a stop waits for requests under way, in seconds.
  private static let patience = 10.0

  let folder: FilePath
  let token: ReceiveToken
  let values: ReceiveCommand.Values
  let session: Session

  /// Serves until it is told to stop.
  func serve(_ identity: TLSIdentity?) throws -> ExitCode {
    let output = ReceiveOutput(console: session.console, json: values.json)
    let limits = ListenerLimits()
    Self.raiseDescriptorLimit(to: limits.connections * 3)
    let receiver = try Receiver(
      receiverOptions(output), storage: FileReceiverStorage(folder))
    // The metrics of the listener go with those of the receiver, which is there first.
    let statistics = LateStatistics()
    var routes = Routes()
    routes.mount("/") { receiver.begin($0) }
    routes.mount("/metrics") { MetricsExchange(receiver.begin($0), adding: statistics.text) }
    session.stopping.await()
    let listener = try Listener(listenerOptions(identity, limits, output)) { [routes] in routes.begin($0) }
    statistics.set(listener)
    output.listening(
      url: listener.origin + receiver.options.path, token: token, fingerprint: identity?.fingerprint)

    var signal: CInt?
    repeat {
      signal = session.stopping.wait(seconds: 60)
      receiver.expire()
    } while signal == nil
    output.log("stopping", [])
    listener.stop(seconds: Self.patience)
    output.log("stopped", [])
    return signal == SIGTERM ? .success : .interrupted
  }

  private func receiverOptions(_ output: ReceiveOutput) -> ReceiverOptions {
    // The listener compares the names of hosts, for all that is served.
    var options = ReceiverOptions(token: token.text, hosts: nil)
    options.maximumByteCount = values.maximumByteCount
    if !values.allowsMetadata { options.inspect = Self.verdict }
    options.stored = output.stored
    options.log = { output.log($0) }
    return options
  }

  private func listenerOptions(
    _ identity: TLSIdentity?, _ limits: ListenerLimits, _ output: ReceiveOutput
  ) -> ListenerOptions {
    var options = ListenerOptions()
    options.address = values.address
    options.port = values.port
    options.hosts = values.hosts
    options.identity = identity
    options.limits = limits
    options.log = { output.log($0) }
    return options
  }

  /// What the inspection says of a file. A movie is taken as it was recorded.
  @Sendable private static func verdict(on file: ReceivedFile) -> ReceiverVerdict {
    switch file.type {
    case .mp4, .quickTime: return .clean
    case .jpeg, .png, .gif, .webP, .heic, .heif, .avif: break
    }
    do {
      let inspection = try PhotoInspection(source: file)
      return inspection.isClean ? .clean : .metadata(inspection.kinds.map(\.description))
    } catch {
      return .unreadable(ItemFailure(error, input: FilePath(file.name)).message)
    }
  }

  /// The names that a certificate is made for.
  static func names(_ values: ReceiveCommand.Values) -> [String] {
    var buffer = [CChar](repeating: 0, count: 256)
    let hasName = gethostname(&buffer, buffer.count - 1) == 0
    let own = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    var names = ["localhost", "127.0.0.1", "::1"]
    for name in [hasName ? own : "", hasName ? "\(own).local" : "", values.address] + values.hosts
    where !name.isEmpty && !name.hasPrefix(".") && name != "0.0.0.0" && name != "::" && !names.contains(name)
    {
      names.append(name)
    }
    return names
  }

  static func now() -> Date { Date() }

  /// The line about what kept it from serving.
  static func text(_ error: any Error, _ folder: FilePath) -> String {
    switch error {
    case let error as ListenerError: TerminalText.plain(error.message)
    case let error as ConfigurationError: error.text
    case is ReceiveToken.Malformed:
      "the token that is configured must be \(ValueKind<String>.token.expectation)"
    case TLSIdentity.Failure.file(let error): TerminalText.plain(error.description)
    case TLSIdentity.Failure.identity(let error): TerminalText.plain(error.message)
    default: StoreFailure(error, subject: folder.description).text
    }
  }

  /// Takes as many descriptors as the system gives, if it gives fewer than are needed at most.
  private static func raiseDescriptorLimit(to needed: Int) {
    var limit = rlimit()
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let resource = RLIMIT_NOFILE
    #endif
    guard getrlimit(resource, &limit) == 0, limit.rlim_cur < needed else { return }
    limit.rlim_cur = min(limit.rlim_max, rlim_t(needed))
    // With fewer the listener closes slow connections sooner.
    _ = setrlimit(resource, &limit)
  }
}
