import Foundation
import Transport

@testable import UploadOutbox

/// A destination whose bucket is in memory, with parts of a thousand bytes.
struct TestBucket {
  static let credentials = S3Credentials(
    accessKeyID: "AKIDEXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
    sessionToken: "TOKENEXAMPLE")

  let server: MemoryS3
  let destination: S3Destination
  let configuration: S3Configuration

  /// - Parameters:
  ///   - clockError: Seconds that the device's clock is ahead of the server's.
  ///   - configure: Changes what the destination is made with.
  init(
    _ address: String = "s3://photos/from phone", server: MemoryS3 = MemoryS3(), clockError: Double = 0,
    region: String? = nil, credentials: S3Credentials = TestBucket.credentials,
    configure: (inout S3Configuration) -> Void = { _ in }
  ) throws {
    self.server = server
    var configuration = try S3Configuration(
      address, endpoint: "http://s3.test:9000", region: region, credentials: credentials)
    configuration.singleRequestByteLimit = 4000
    configure(&configuration)
    self.configuration = configuration
    destination = S3Destination(
      configuration, transport: server,
      now: { Date(timeIntervalSince1970: 1_764_547_200 + clockError) })
  }

  /// The key of an item in the bucket.
  func key(_ item: TestItem) -> String {
    (configuration.prefix.isEmpty ? "" : "\(configuration.prefix)/") + item.key
  }

  /// Whether the bucket has exactly the item.
  func has(_ item: TestItem) async -> Bool { await server.objects[key(item)]?.data == item.bytes }

  /// Bytes of an item that came in more than once.
  func repeatedByteCount(_ item: TestItem) async -> Int {
    await server.receivedByteCount - item.bytes.count
  }
}
