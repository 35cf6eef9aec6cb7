import CMicroHTTPD
import Synchronization
public import UploadReceiver

/// An HTTP/1.1 listener: it reads heads of requests, hands bodies over as they come, and writes answers.
///
/// A connection holds no thread while its client is silent. No client can hold what others need: see
/// ``ListenerLimits``. What is not plainly HTTP is refused before the handler is asked, and so is a request for
/// another host. It says nothing to pages of other origins.
public final class Listener: Sendable {
  private let core: ListenerCore
  private let server: Mutex<ServerHandle?>
  /// The address that it listens on, as people write it.
  public let address: String
  public let port: Int

  /// Starts to listen.
  ///
  /// - Parameter handler: Begins to answer a request. It is called from several threads at once; the calls for one
  ///   exchange come one after the other. They may wait for the disk.
  /// - Throws: ``ListenerError`` if the address cannot be used, a library is missing, or a certificate is wrong.
  public init(
    _ options: ListenerOptions = ListenerOptions(),
    handler: @escaping @Sendable (ReceiverRequest) -> any ReceiverExchange
  ) throws(ListenerError) {
    let socket = try ListeningSocket(address: options.address, port: options.port)
    do throws(ListenerError) {
      let doorkeeper = try Doorkeeper(socket: socket, limits: options.limits, log: options.log)
      core = ListenerCore(
        limits: options.limits, hosts: HostNames(address: socket.address, others: options.hosts),
        isSecure: options.identity != nil, doorkeeper: doorkeeper, handler: handler)
      let server = try Self.start(options, core)
      do throws(ListenerError) {
        try doorkeeper.start(server)
      } catch {
        server.stop()
        throw error
      }
      self.server = Mutex(server)
    } catch {
      socket.close()
      throw error
    }
    address = socket.address
    port = socket.port
  }

  deinit { stop(seconds: 0) }

  /// `http://127.0.0.1:8099`, or `https:`.
  public var origin: String {
    let host = address.contains(":") ? "[\(address)]" : address
    return "\(core.isSecure ? "https" : "http")://\(host):\(port)"
  }

  public var statistics: ListenerStatistics { core.doorkeeper.statistics }

  /// Takes no more connections and requests, waits until those under way are answered, but for `seconds` at most,
  /// and ends the rest: their exchanges are aborted. Afterwards nothing of the listener is left. Again is harmless.
  public func stop(seconds: Double) {
    guard
      let server = server.withLock({ server in
        defer { server = nil }
        return server
      })
    else { return }
    core.doorkeeper.stop(seconds: seconds)
    server.stop()
  }

  private static func start(
    _ options: ListenerOptions, _ core: ListenerCore
  ) throws(ListenerError) -> ServerHandle {
    var callbacks = core.callbacks
    var server: OpaquePointer?
    func status(_ certificates: UnsafePointer<CChar>?, _ key: UnsafePointer<CChar>?) -> cmhd_status {
      var settings = cmhd_options(
        threads: UInt32(max(2, min(64, options.threads))),
        // The doorkeeper counts. This is never reached, since connections that it closes are gone soon.
        connections: UInt32(max(64, options.limits.connections) * 4),
        memory: 64 << 10, certificates: certificates, key: key)
      return cmhd_start(&settings, &callbacks, &server)
    }
    let result =
      if let identity = options.identity {
        identity.certificates.withCString { certificates in
          identity.key.withCString { status(certificates, $0) }
        }
      } else {
        status(nil, nil)
      }
    switch result {
    case CMHD_OK:
      if let server { return ServerHandle(server) }
      throw ListenerError(.library, "libmicrohttpd could not be started")
    case CMHD_ABSENT:
      throw ListenerError(.library, "libmicrohttpd is not installed; on Debian install libmicrohttpd12")
    case CMHD_WITHOUT_TLS: throw ListenerError(.library, "libmicrohttpd was built without TLS")
    default:
      throw options.identity == nil
        ? ListenerError(.library, "libmicrohttpd could not be started")
        : ListenerError(.certificate, "the certificate and its key cannot be used together")
    }
  }
}
