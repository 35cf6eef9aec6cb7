import Foundation
import PhotoFixtures
import Testing

@testable import UploadOutbox

/// SeaweedFS, a real server of S3, on free ports of this machine with its data in a temporary folder.
///
/// A script starts it, and ends it when this process closes the pipe between them, in whatever way it does.
final class SeaweedServer: Sendable {
  static let accessKeyID = "AKIDSEAWEED"
  static let secretAccessKey = "seaweed/secret+key"

  /// One for all tests, each of which has a bucket of its own. It ends with the tests.
  static let shared = Task { try await SeaweedServer() }

  /// Where it speaks S3.
  let endpoint: String
  private let input: Pipe
  private let process: Process

  init() async throws {
    let python = PythonPackages.path("python")
    guard Tool.isInstalled(python) else { throw FixtureError("\(python) is missing; run Scripts/setup test") }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: python)
    process.arguments = ["-c", Self.script, Self.accessKeyID, Self.secretAccessKey]
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    // The line comes when the server answers; a thread of its own waits for it.
    let line = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(returning: output.fileHandleForReading.availableData)
      }
    }
    let text = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    guard text.hasPrefix("http://") else { throw FixtureError("SeaweedFS did not start: \(text)") }
    endpoint = text
    self.input = input
    self.process = process
  }

  /// Runs a script with `s3`, a client of boto3, an independent one.
  ///
  /// - Returns: What it prints as JSON.
  func boto(_ script: String, _ arguments: [String] = []) throws -> Any {
    let head = """
      import boto3, hashlib, json, sys
      from botocore.config import Config
      s3 = boto3.client('s3', endpoint_url=sys.argv[1], region_name='us-east-1', aws_access_key_id=sys.argv[2],
          aws_secret_access_key=sys.argv[3], config=Config(s3={'addressing_style': 'path'}))
      arguments = sys.argv[4:]

      """
    let output = try PythonPackages.run(
      head + script, [endpoint, Self.accessKeyID, Self.secretAccessKey] + arguments)
    return try JSONSerialization.jsonObject(with: Data(output), options: .fragmentsAllowed)
  }

  func makeBucket(_ name: String) throws {
    _ = try boto("s3.create_bucket(Bucket=arguments[0]); print('null')", [name])
  }

  private static let script = """
    import json, os, select, shutil, signal, socket, subprocess, sys, tempfile, threading, time, urllib.request
    folder = tempfile.mkdtemp(prefix='seaweed-')
    child = None
    def stop(*_):
        if child: child.kill(); child.wait()
        shutil.rmtree(folder, ignore_errors=True)
        os._exit(0)
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP): signal.signal(number, stop)
    def ends_with_input():
        while os.read(0, 4096): pass
        stop()
    threading.Thread(target=ends_with_input, daemon=True).start()
    sockets = [socket.socket() for _ in range(8)]
    for one in sockets: one.bind(('127.0.0.1', 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets: one.close()
    identities = os.path.join(folder, 'identities.json')
    with open(identities, 'w') as file:
        json.dump({'identities': [{'name': 'tests', 'actions': ['Admin', 'Read', 'Write', 'List', 'Tagging'],
            'credentials': [{'accessKey': sys.argv[1], 'secretKey': sys.argv[2]}]}]}, file)
    names = ['master.port', 'master.port.grpc', 'volume.port', 'volume.port.grpc', 'filer.port',
        'filer.port.grpc', 's3.port', 's3.port.grpc']
    options = ['-%s=%d' % pair for pair in zip(names, ports)]
    weed = os.path.join(os.path.dirname(sys.executable), 'weed')
    child = subprocess.Popen([weed, '-logtostderr', 'server', '-s3', '-filer', '-dir=' + folder, '-ip=127.0.0.1',
        '-ip.bind=127.0.0.1', '-s3.config=' + identities, '-s3.iam=false', '-s3.port.iceberg=0',
        '-s3.port.lance=0', '-s3.autoCreateBucket=false', '-master.volumeSizeLimitMB=64', '-volume.max=100',
        '-master.telemetry=false'] + options, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE)
    address = 'http://127.0.0.1:%d' % ports[6]
    def answers():
        try: return urllib.request.urlopen(address + '/status', timeout=5).status == 200
        except OSError: return False
    # Each line of its log is a reason to ask again whether it is ready.
    deadline, log, isReady = time.monotonic() + 90, b'', False
    while not isReady and child.poll() is None and time.monotonic() < deadline:
        if select.select([child.stderr], [], [], 1)[0]: log += os.read(child.stderr.fileno(), 1 << 16)
        isReady = answers()
    def drains():
        while os.read(child.stderr.fileno(), 1 << 16): pass
    threading.Thread(target=drains, daemon=True).start()
    print(address if isReady else log[-2000:].decode(errors='replace').replace('\\n', ' '), flush=True)
    child.wait()
    stop()
    """
}
