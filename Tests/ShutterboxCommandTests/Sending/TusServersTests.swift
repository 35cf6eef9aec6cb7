import Foundation
import PhotoFixtures
import Testing

@Suite("Real servers of tus")
struct TusServersTests {
  private let home: SendingHome

  init() throws {
    home = try SendingHome()
  }

  /// Photos from a kilobyte on, and movies of one piece and of several.
  private func fillMixed() async throws {
    try await home.fill(photos: 190, side: 40, movies: (0..<10).map { 1000 + $0 * $0 * 90_000 })
  }

  @Test("200 mixed files arrive at shutterbox receive, with equal hashes")
  func ours() async throws {
    try await fillMixed()
    let receiver = try RunningReceiver(in: home.scratch)
    receiver.discardOutput()
    let result = try home.send(to: "tus+\(receiver.url)")
    #expect(result.status == 0, "\(result.errorText)")
    let owned = try home.owned()
    #expect(owned.count == 200)
    #expect(try home.received() == owned)
  }

  @Test("200 mixed files arrive at tuspyserver, with equal hashes, and none twice")
  func tuspyserver() async throws {
    try await fillMixed()
    let server = try TuspyServer(folder: "\(home.scratch.path)/tuspy")
    let result = try home.send(to: "tus+\(server.url)")
    #expect(result.status == 0, "\(result.errorText)")
    let owned = try home.owned()
    let stored = try home.scratch.files().filter {
      $0.hasPrefix("tuspy/") && !$0.contains("/.") && !$0.hasSuffix(".info")
    }
    let sums = try Tool.output("sha256sum", ["--"] + stored.map { "\(home.scratch.path)/\($0)" })
    let hashes = String(decoding: sums, as: UTF8.self).split(separator: "\n").map { String($0.prefix(64)) }
    #expect(owned.count == 200)
    #expect(hashes.sorted() == owned.values.sorted())
    // What the server keeps beside the files says nothing of what they were called.
    let notes = try home.scratch.files().filter { $0.hasSuffix(".info") }
    for note in notes {
      let text = String(decoding: try home.scratch.read(note), as: UTF8.self)
      #expect(!text.contains("filename") && !text.contains(RunningReceiver.token), "\(text)")
    }
  }
}

/// A tuspyserver on a free port, which ends with the tests.
private final class TuspyServer {
  let url: String
  private let process = Process()
  private let input = Pipe()

  private static let script = """
    import os, socket, sys, threading
    import uvicorn
    from fastapi import FastAPI
    from tuspyserver import create_tus_router
    app = FastAPI()
    app.include_router(create_tus_router(prefix='files', files_dir=sys.argv[1]))
    listener = socket.socket()
    listener.bind(('127.0.0.1', 0))
    def end():
        sys.stdin.read()
        os._exit(0)
    threading.Thread(target=end, daemon=True).start()
    listener.listen(128)
    print(f'http://127.0.0.1:{listener.getsockname()[1]}/files/', flush=True)
    uvicorn.Server(uvicorn.Config(app, log_level='warning')).run(sockets=[listener])
    """

  init(folder: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: try PythonPackages.python())
    process.arguments = ["-c", Self.script, folder]
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    // What connects before the server is ready waits in the queue of its socket.
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard line.hasPrefix("http://") else { throw FixtureError("tuspyserver did not start") }
    url = line.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  deinit {
    // The end of its input ends it, also when the tests are killed.
    try? input.fileHandleForWriting.close()
    process.terminate()
    process.waitUntilExit()
  }
}
