import Foundation
import Testing
import Transport

@testable import UploadOutbox

@Suite("Redirections of S3")
struct S3RedirectionTests {
  static func location(_ endpoint: String?, bucket: String = "photos") throws -> S3Location {
    S3Location(
      try S3Configuration("s3://\(bucket)", endpoint: endpoint, credentials: TestBucket.credentials))
  }

  static func answer(_ status: Int, _ headers: HTTPHeaders = [:], _ error: String? = nil) -> S3Answer {
    var response = HTTPResponse(status: status, headers: headers)
    if let error { response.body = HTTPResponse.error(status, "PermanentRedirect", error).body }
    return S3Answer(response)
  }

  @Test("The region of the bucket is taken from the answer, and the host follows from it")
  func region() throws {
    let location = try Self.location(nil)
    for answer in [
      Self.answer(301, ["x-amz-bucket-region": "eu-west-1"]),
      Self.answer(400, ["x-amz-bucket-region": "eu-west-1"]),
      Self.answer(400, [:], "<Region>eu-west-1</Region>"),
      Self.answer(
        307, ["Location": "https://photos.s3.eu-west-1.amazonaws.com/k?X-Amz-Security-Token=t"]),
      Self.answer(301, [:], "<Endpoint>photos.s3.eu-west-1.amazonaws.com</Endpoint>"),
    ] {
      let next = try #require(location.redirected(by: answer))
      #expect(next.region == "eu-west-1")
      #expect(next.authority == "photos.s3.eu-west-1.amazonaws.com")
    }
  }

  @Test("The region of an own server changes the signature and not the host")
  func ownRegion() throws {
    let location = try Self.location("http://127.0.0.1:9000")
    let next = try #require(location.redirected(by: Self.answer(301, ["x-amz-bucket-region": "garage"])))
    #expect(next.region == "garage")
    #expect(next.authority == location.authority)
  }

  @Test(
    "No other server is ever taken",
    arguments: [
      "https://evil.example/k", "https://amazonaws.com.evil.example/k", "https://evilamazonaws.com/k",
      "http://photos.s3.eu-west-1.amazonaws.com/k", "https://photos.s3.eu-west-1.amazonaws.com:8443/k",
      "https://execute-api.eu-west-1.amazonaws.com/k", "https://s3@evil.example/k", "/k", "//evil.example/k",
      "https://photos.s3.amazonaws.com@evil.example/", "https://s3.cn-north-1.amazonaws.com.cn/",
      "ftp://s3.amazonaws.com/", "https://evil.example/s3.amazonaws.com",
    ])
  func foreign(url: String) throws {
    let answer = Self.answer(307, ["Location": url])
    #expect(try Self.location(nil).redirected(by: answer) == nil)
    #expect(try Self.location("https://storage.example").redirected(by: answer) == nil)
    #expect(answer.failure(now: Date()).code == .unreachable)
    #expect(!answer.failure(now: Date()).reason.contains("evil"))
  }

  @Test("A region that is none is not put into a host name", arguments: ["evil.example/", "a.b", "", "É"])
  func badRegion(region: String) throws {
    #expect(try Self.location(nil).redirected(by: Self.answer(301, ["x-amz-bucket-region": region])) == nil)
  }

  @Test("An own service may send to its own subdomains, and to TLS, but not away from it")
  func ownService() throws {
    let plain = try Self.location("http://storage.example")
    func next(_ from: S3Location, _ url: String) -> String? {
      from.redirected(by: Self.answer(307, ["Location": url])).map(\.endpoint.description)
    }
    #expect(next(plain, "http://node7.storage.example/photos/k") == "http://node7.storage.example")
    #expect(next(plain, "https://storage.example/photos/k") == "https://storage.example")
    #expect(next(plain, "http://mystorage.example/photos/k") == nil)
    let secure = try Self.location("https://storage.example")
    #expect(next(secure, "http://storage.example/photos/k") == nil)
    #expect(next(secure, "https://example/photos/k") == nil)
  }

  @Test("A file goes once more to the right region, and the next one at once")
  func sending() async throws {
    let bucket = try TestBucket()
    await bucket.server.configure { $0.region = "eu-central-1" }
    for number in 1...3 {
      let item = try TestItem(number, byteCount: 4500)
      #expect(try await item.send(to: bucket.destination) == nil)
      #expect(await bucket.has(item))
    }
    #expect(await bucket.server.count(.create) == 4)
  }

  @Test("A server that always sends elsewhere is not followed round and round")
  func circle() async throws {
    let bucket = try TestBucket()
    for region in ["a", "b", "c", "d"] {
      await bucket.server.inject(
        .put, .answer(.error(301, "PermanentRedirect", "", ["x-amz-bucket-region": region])))
    }
    #expect(try await TestItem(4, byteCount: 10).send(to: bucket.destination)?.code == .unreachable)
    #expect(await bucket.server.count(.put) == 2)
  }
}
