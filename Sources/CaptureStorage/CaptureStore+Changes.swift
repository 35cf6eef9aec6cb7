import DurableFiles

extension CaptureStore {
  /// Gives a value whenever the ledger may have changed: after media were added here, and on Linux after any process
  /// wrote to it. Several changes may give one value.
  ///
  /// - Throws: ``FileSystemError`` if the system cannot watch the home folder.
  package func changes() throws -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let id = addListener(continuation)
    #if os(Linux)
      watches[id] = try FolderWatch(files.home.path) { continuation.yield() }
    #endif
    continuation.onTermination = { [weak self] _ in
      Task { [weak self] in await self?.removeListener(id) }
    }
    return stream
  }
}
