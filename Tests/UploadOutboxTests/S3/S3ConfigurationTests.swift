import Foundation
import Testing
import Transport

@testable import UploadOutbox

@Suite("Where a bucket is")
struct S3ConfigurationTests {
  static func configuration(
    _ address: String, endpoint: String? = nil, region: String? = nil
  ) throws -> S3Configuration {
    try S3Configuration(address, endpoint: endpoint, region: region, credentials: TestBucket.credentials)
  }

  static func url(
    _ address: String, endpoint: String? = nil, region: String? = nil,
    addressing: S3Configuration.Addressing = .automatic
  ) throws -> String {
    var configuration = try configuration(address, endpoint: endpoint, region: region)
    configuration.addressing = addressing
    let location = S3Location(configuration)
    return "\(location.endpoint.scheme)://\(location.authority)\(location.path("k y"))"
  }

  @Test("Amazon's service is addressed by the bucket's name where that can be a label of a host name")
  func amazon() throws {
    #expect(try Self.url("s3://photos") == "https://photos.s3.us-east-1.amazonaws.com/k%20y")
    #expect(
      try Self.url("s3://photos", region: "eu-west-3") == "https://photos.s3.eu-west-3.amazonaws.com/k%20y")
    #expect(
      try Self.url("s3://photos", region: "cn-north-1")
        == "https://photos.s3.cn-north-1.amazonaws.com.cn/k%20y")
    #expect(try Self.url("s3://my.photos") == "https://s3.us-east-1.amazonaws.com/my.photos/k%20y")
    #expect(try Self.url("s3://My_Photos") == "https://s3.us-east-1.amazonaws.com/My_Photos/k%20y")
    #expect(
      try Self.url("s3://photos", addressing: .path) == "https://s3.us-east-1.amazonaws.com/photos/k%20y")
    #expect(
      try Self.url("s3://photos", endpoint: "https://s3.eu-west-3.amazonaws.com")
        == "https://photos.s3.eu-west-3.amazonaws.com/k%20y")
  }

  @Test("An own endpoint is addressed by the path, unless told otherwise")
  func own() throws {
    #expect(try Self.url("s3://p", endpoint: "http://127.0.0.1:9000") == "http://127.0.0.1:9000/p/k%20y")
    #expect(try Self.url("s3://p", endpoint: "HTTP://[::1]:9000/") == "http://[::1]:9000/p/k%20y")
    #expect(try Self.url("s3://p", endpoint: "https://a.example:443") == "https://a.example/p/k%20y")
    #expect(try Self.url("s3://p", endpoint: "http://a.example:80/s3/") == "http://a.example/s3/p/k%20y")
    #expect(
      try Self.url("s3://p", endpoint: "https://a.example", addressing: .virtualHosted)
        == "https://p.a.example/k%20y")
    #expect(try Self.url("s3://p", endpoint: "", region: "") == Self.url("s3://p"))
  }

  @Test(
    "Endpoints that make no sense are refused",
    arguments: [
      "a.example", "ftp://a.example", "https://", "https://:9000", "https://user:secret@a.example",
      "https://a.example:0", "https://a.example:65536", "https://a.example:x", "https://a.example?x=1",
      "https://a.example/#x", "https://a.example/../b", "https://a b.example", "https://[::1", "https://[x]",
      "https://a.example/%2e", "https://ä.example", "https://a.example\\b", "https://[::1]x",
    ])
  func badEndpoint(text: String) throws {
    let error = try #require(throws: S3ConfigurationError.self) {
      try Self.configuration("s3://p", endpoint: text)
    }
    #expect(!error.message.contains("secret"))
  }

  @Test(
    "Addresses that make no sense are refused",
    arguments: [
      "", "photos", "s3:photos", "s3://", "s3:///prefix", "s3://a b", "s3://..", "s3://a/../b", "s3://a/./b",
      "s3://a/b//c", "s3://a?b", "s3://a@b", "s3://a/\n", "s3://a/" + String(repeating: "b", count: 901),
    ])
  func badAddress(text: String) {
    #expect(throws: S3ConfigurationError.self) { try Self.configuration(text) }
  }

  @Test(
    "A region becomes a part of a host name, so it must be a label", arguments: ["a.b", "a/b", "É", "a b"])
  func badRegion(text: String) {
    #expect(throws: S3ConfigurationError.self) { try Self.configuration("s3://p", region: text) }
  }

  @Test("Missing keys are told by the names of their variables")
  func noKeys() {
    for (id, secret) in [("", "x"), ("x", ""), ("a/b", "x")] {
      let error = #expect(throws: S3ConfigurationError.self) {
        try S3Configuration("s3://p", credentials: S3Credentials(accessKeyID: id, secretAccessKey: secret))
      }
      #expect(error?.message.contains("AWS_ACCESS_KEY_ID") == true)
    }
  }

  @Test("Slashes at the ends of a prefix mean nothing")
  func prefix() throws {
    let configuration = try Self.configuration("S3://photos//a/b c//")
    #expect(configuration.bucket == "photos")
    #expect(configuration.prefix == "a/b c")
    #expect(
      S3Destination(configuration, transport: MemoryS3()).name == "s3://photos/a/b c")
  }
}
