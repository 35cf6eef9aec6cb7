import CMicroHTTPD
import UploadReceiver

/// What the threads of the server work with.
final class ListenerCore: Sendable {
  let limits: ListenerLimits
  let hosts: HostNames
  let isSecure: Bool
  let handler: @Sendable (ReceiverRequest) -> any ReceiverExchange
  let doorkeeper: Doorkeeper

  init(
    limits: ListenerLimits, hosts: HostNames, isSecure: Bool, doorkeeper: Doorkeeper,
    handler: @escaping @Sendable (ReceiverRequest) -> any ReceiverExchange
  ) {
    self.limits = limits
    self.hosts = hosts
    self.isSecure = isSecure
    self.doorkeeper = doorkeeper
    self.handler = handler
  }

  /// What libmicrohttpd calls. `self` must live until the server is stopped.
  var callbacks: cmhd_callbacks {
    cmhd_callbacks(
      context: Unmanaged.passUnretained(self).toOpaque(),
      closed: { context, descriptor in ListenerCore.of(context)?.doorkeeper.leave(descriptor) },
      began: { context, connection, target in
        guard let core = ListenerCore.of(context), let connection else { return nil }
        return Unmanaged.passRetained(RequestTask(core, connection, target: target)).toOpaque()
      },
      handle: { _, _, method, version, data, size, request in
        guard let method, let version, let size, let task = request?.pointee else { return false }
        return Unmanaged<RequestTask>.fromOpaque(task).takeUnretainedValue()
          .handle(method: method, version: version, data: data, size: &size.pointee)
      },
      ended: { _, _, request, _ in
        guard let task = request?.pointee else { return }
        request?.pointee = nil
        Unmanaged<RequestTask>.fromOpaque(task).takeRetainedValue().end()
      })
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> ListenerCore? {
    context.map { Unmanaged<ListenerCore>.fromOpaque($0).takeUnretainedValue() }
  }
}
