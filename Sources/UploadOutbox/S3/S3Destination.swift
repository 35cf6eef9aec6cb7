public import Transport

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A bucket of a server that speaks S3.
///
/// Media become objects `<prefix>/<entry>/<media>.jpg`, with their ids and SHA-256 as metadata. An object that is
/// there is never overwritten by another one, and one that is there already is not sent again. The keys need
/// `s3:PutObject`, `s3:GetObject`, and for large files `s3:AbortMultipartUpload` and `s3:ListMultipartUploadParts`;
/// `check()` needs `s3:ListBucket`.
///
/// What it has learned of the server, such as the region of the bucket, it keeps as long as it lives; so one value
/// should be used for all deliveries.
public struct S3Destination: Destination {
  public let name: String
  public let isLocal: Bool
  private let client: S3Client

  /// - Parameters:
  ///   - configuration: Endpoint, bucket, prefix and keys.
  ///   - transport: What carries the requests.
  ///   - now: The time of the device; a request is signed with the time. A wrong one is corrected by the server's.
  public init(
    _ configuration: S3Configuration, transport: any HTTPTransport,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    let path = configuration.prefix.isEmpty ? "" : "/\(configuration.prefix)"
    let place = configuration.hasOwnEndpoint ? " at \(configuration.endpoint)" : ""
    name = "s3://\(configuration.bucket)\(path)\(place)"
    isLocal =
      configuration.hasOwnEndpoint && (try? WebAddress("\(configuration.endpoint)"))?.isLoopback == true
    client = S3Client(configuration, transport: transport, now: now)
  }

  public func send(_ delivery: Delivery) async throws(DeliveryError) {
    try await S3Delivery(delivery, by: client).run()
  }

  public func abandon(_ state: String) async throws(DeliveryError) {
    guard let upload = S3Upload(state) else { return }
    try await client.abort(upload)
  }

  public func check() async throws(DeliveryError) -> String {
    let prefix = client.configuration.prefix
    let request = S3Request(
      "GET", nil, [("list-type", "2"), ("max-keys", "0"), ("prefix", prefix.isEmpty ? "" : "\(prefix)/")])
    let answer = try await client.answer(to: request)
    guard answer.status == 200 else { throw client.failure(answer) }
    _ = try answer.document("ListBucketResult", now: client.now())
    return "S3, bucket \(client.configuration.bucket), region \(await client.knowledge.location.region)"
  }
}
