#if os(Linux)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif
  import Threading

  /// Tells when something is written in a folder, by whatever process (inotify(7)), for as long as it lives.
  package final class FolderWatch: @unchecked Sendable {
    // Unchecked: a thread's handle may be used from anywhere, and only `deinit` does.
    private let stop: CInt
    private let thread: WorkerThread

    /// - Parameters:
    ///   - folder: The folder; those in it are not watched.
    ///   - onChange: Called after writes, from a thread of its own; many at once make one call.
    /// - Throws: ``FileSystemError`` if the system has no watch left.
    package init(_ folder: FilePath, onChange: @escaping @Sendable () -> Void) throws(FileSystemError) {
      let notify = inotify_init1(CInt(IN_CLOEXEC | IN_NONBLOCK))
      guard notify >= 0 else {
        throw FileSystemError(call: "inotify_init", path: folder.description, errno: errno)
      }
      let mask = UInt32(IN_MODIFY | IN_CLOSE_WRITE | IN_MOVED_TO)
      guard folder.withCString({ inotify_add_watch(notify, $0, mask) }) >= 0 else {
        let number = errno
        close(notify)
        throw FileSystemError(call: "inotify_add_watch", path: folder.description, errno: number)
      }
      var ends: [CInt] = [-1, -1]
      let kind = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
      guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
        let number = errno
        close(notify)
        throw FileSystemError(call: "socketpair", path: folder.description, errno: number)
      }
      let stopped = ends[0]
      let thread = WorkerThread {
        Self.watch(notify, stopped, onChange)
        close(notify)
        close(stopped)
      }
      guard let thread else {
        for descriptor in [notify, stopped, ends[1]] { close(descriptor) }
        throw FileSystemError(code: .io, path: folder.description, message: "no thread can be started")
      }
      stop = ends[1]
      self.thread = thread
    }

    deinit {
      // The thread sees the other end go.
      close(stop)
      thread.join()
    }

    private static func watch(_ notify: CInt, _ stop: CInt, _ onChange: () -> Void) {
      var buffer = [UInt8](repeating: 0, count: 4096)
      while true {
        var polled = [
          pollfd(fd: notify, events: Int16(POLLIN), revents: 0),
          pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
        ]
        if poll(&polled, 2, -1) < 0 {
          if errno == EINTR { continue }
          return
        }
        if polled[1].revents != 0 || polled[0].revents & ~Int16(POLLIN) != 0 { return }
        while read(notify, &buffer, buffer.count) > 0 {}
        onChange()
      }
    }
  }
#endif
