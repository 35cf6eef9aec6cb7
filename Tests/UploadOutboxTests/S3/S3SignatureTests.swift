import Foundation
import Hashing
import PhotoFixtures
import Testing
import Transport

@testable import UploadOutbox

@Suite("Signatures of version 4")
struct S3SignatureTests {
  static let credentials = S3Credentials(
    accessKeyID: "AKIDEXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY")
  static let stamp = "20150830T123600Z"

  /// A case of the test suite that Amazon publishes for signatures.
  struct Vector: CustomTestStringConvertible, Sendable {
    let name: String
    var method = "GET"
    var path = "/"
    var query: [(String, String)] = []
    var headers: [(String, String)] = []
    var body = ""
    let signature: String

    var testDescription: String { name }
  }

  static let letters = "-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

  static let vectors = [
    Vector(
      name: "get-vanilla", signature: "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"),
    Vector(
      name: "get-vanilla-query-order-key-case", query: [("Param2", "value2"), ("Param1", "value1")],
      signature: "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500"),
    Vector(
      name: "get-vanilla-query-order-value", query: [("Param1", "value2"), ("Param1", "value1")],
      signature: "5772eed61e12b33fae39ee5e7012498b51d56abc0abb7c60486157bd471c4694"),
    Vector(
      name: "get-vanilla-query-unreserved", query: [(letters, letters)],
      signature: "9c3e54bfcdf0b19771a7f523ee5669cdf59bc7cc0884027167c21bb143a40197"),
    Vector(
      name: "get-vanilla-utf8-query", query: [("ሴ", "bar")],
      signature: "2cdec8eed098649ff3a119c94853b13c643bcf08f8b0a1d91e12c9027818dd04"),
    Vector(
      name: "get-unreserved", path: "/\(letters)",
      signature: "07ef7494c76fa4850883e2b006601f940f8a34d404d0cfa977f52a65bbf5f24f"),
    Vector(
      name: "get-utf8", path: "/ሴ",
      signature: "8318018e0b0f223aa2bbf98705b62bb787dc9c0e678f255a891fd03141be5d85"),
    Vector(
      name: "get-space", path: "/example space/",
      signature: "652487583200325589f1fba4c7e578f72c47cb61beeca81406b39ddec1366741"),
    Vector(
      name: "get-header-value-trim", headers: [("My-Header1", " value1"), ("My-Header2", " \"a   b   c\"")],
      signature: "acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736"),
    Vector(
      name: "post-vanilla", method: "POST",
      signature: "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b"),
    Vector(
      name: "post-vanilla-query", method: "POST", query: [("Param1", "value1")],
      signature: "28038455d6de14eafc1f9222cf5aa6f1a96197d7deb8263271d420d138af7f11"),
    Vector(
      name: "post-header-key-sort", method: "POST", headers: [("My-Header1", "value1")],
      signature: "c5410059b04c1ee005303aed430f6e6645f61f4dc9e1461ec8f8916fdf18852c"),
    Vector(
      name: "post-header-value-case", method: "POST", headers: [("My-Header1", "VALUE1")],
      signature: "cdbc9802e29d2942e5e10b5bccfdd67c5f22c7c4e8ae67b53629efa58b974b7d"),
    Vector(
      name: "post-x-www-form-urlencoded", method: "POST",
      headers: [("Content-Type", "application/x-www-form-urlencoded")], body: "Param1=value1",
      signature: "ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a"),
  ]

  @Test("The published examples come out", arguments: vectors)
  func published(vector: Vector) {
    var headers: HTTPHeaders = ["Host": "example.amazonaws.com", "X-Amz-Date": Self.stamp]
    for (name, value) in vector.headers { headers.append(name, value) }
    let content = S3Signature.Content(
      method: vector.method, path: PercentEncoding.encode(vector.path, keeping: "/"),
      query: PercentEncoding.query(vector.query.map { S3Request.QueryItem(name: $0.0, value: $0.1) }),
      headers: headers, payload: S3Signature.digest(vector.body))
    let names = S3Signature.canonicalRequest(content).signedNames
    let signature = S3Signature(credentials: Self.credentials, region: "us-east-1", service: "service")
    #expect(
      signature.authorization(of: content, stamp: Self.stamp)
        == "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, "
        + "SignedHeaders=\(names), Signature=\(vector.signature)")
  }

  @Test("The examples of the documentation of S3 come out")
  func documented() {
    let credentials = S3Credentials(
      accessKeyID: "AKIAIOSFODNN7EXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY")
    let stamp = "20130524T000000Z"
    func signature(
      _ method: String, _ path: String, _ query: String, _ more: HTTPHeaders, _ payload: String
    ) -> String {
      var headers = more
      headers["host"] = "examplebucket.s3.amazonaws.com"
      headers["x-amz-date"] = stamp
      headers["x-amz-content-sha256"] = payload
      let content = S3Signature.Content(
        method: method, path: path, query: query, headers: headers, payload: payload)
      let text = S3Signature(credentials: credentials, region: "us-east-1").authorization(
        of: content, stamp: stamp)
      return String(text.suffix(64))
    }
    let empty = S3Signature.digest("")
    #expect(
      signature("GET", "/test.txt", "", ["Range": "bytes=0-9"], empty)
        == "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41")
    #expect(
      signature(
        "PUT", "/\(PercentEncoding.encode("test$file.text"))", "",
        ["Date": "Fri, 24 May 2013 00:00:00 GMT", "x-amz-storage-class": "REDUCED_REDUNDANCY"],
        S3Signature.digest("Welcome to Amazon S3."))
        == "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd")
    #expect(
      signature("GET", "/", "lifecycle=", [:], empty)
        == "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543")
    #expect(
      signature("GET", "/", "max-keys=2&prefix=J", [:], empty)
        == "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7")
  }

  @Test("A time is stamped in whole seconds of UTC")
  func stamps() {
    #expect(S3Signature.stamp(Date(timeIntervalSince1970: 1_440_938_160.9)) == Self.stamp)
  }

  @Test("botocore signs every request that is sent in the same way")
  func botocore() async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("seed of the requests for botocore: \(seed)")
    var random = SeededRandom(state: seed)
    let alphabet = Array("abzAZ09-._~ !$&'()*+,;=:@%?#\"<>[]{}|^`\\äß漢🙂é")
    var requests: [[String: Any]] = []
    for round in 0..<20 {
      let prefix = String((0...(round % 12)).map { _ in alphabet.randomElement(using: &random) ?? "a" })
      let isPlain = prefix != "." && prefix != ".."
      let secret = String((0..<40).map { _ in alphabet.randomElement(using: &random) ?? "a" })
      let region = ["us-east-1", "eu-central-1", "auto", "x"].randomElement(using: &random) ?? "x"
      let credentials = S3Credentials(
        accessKeyID: "AKID\(round)", secretAccessKey: secret,
        sessionToken: round % 2 == 0 ? "a+/=b\(round)" : nil)
      let bucket = try TestBucket(
        "s3://photos/\(isPlain ? prefix : "a")/\(round)", region: region, credentials: credentials
      ) {
        $0.addressing = round % 3 == 0 ? .virtualHosted : .path
      }
      let server = Recorder(bucket.server)
      let destination = S3Destination(
        bucket.configuration, transport: server, now: { Date(timeIntervalSince1970: 1_764_547_200) })
      await bucket.server.inject(.part(3), .breakOff(after: 1))
      let item = try TestItem(round, byteCount: 4500)
      _ = try await item.send(to: destination)
      _ = try await item.send(to: destination)
      _ = try await TestItem(100 + round, byteCount: 5).send(to: destination)
      _ = try? await destination.check()
      for request in await server.requests {
        let headers = Dictionary(
          uniqueKeysWithValues: request.headers.fields.map { ($0.name, $0.value) })
        requests.append([
          "method": request.method, "url": request.url, "headers": headers, "region": region,
          "key": "AKID\(round)", "secret": secret,
        ])
      }
    }
    #expect(requests.count > 100)
    let script = """
      import json, sys
      from botocore.auth import S3SigV4Auth
      from botocore.awsrequest import AWSRequest
      from botocore.credentials import Credentials
      answers = []
      for r in json.load(sys.stdin):
          headers = {k: v for k, v in r['headers'].items() if k.lower() != 'authorization'}
          request = AWSRequest(method=r['method'], url=r['url'], headers=headers)
          request.context['timestamp'] = headers['x-amz-date']
          auth = S3SigV4Auth(Credentials(r['key'], r['secret']), 's3', r['region'])
          text = auth.string_to_sign(request, auth.canonical_request(request))
          names = auth.signed_headers(auth.headers_to_sign(request))
          answers.append('AWS4-HMAC-SHA256 Credential=%s, SignedHeaders=%s, Signature=%s' % (
              auth.scope(request), names, auth.signature(text, request)))
      json.dump(answers, sys.stdout)
      """
    let input = try JSONSerialization.data(withJSONObject: requests)
    let output = try PythonPackages.run(script, input: [UInt8](input))
    let answers = try #require(JSONSerialization.jsonObject(with: Data(output)) as? [String])
    #expect(answers.count == requests.count)
    for (request, answer) in zip(requests, answers) {
      let headers = request["headers"] as? [String: String]
      #expect(headers?["Authorization"] == answer, "\(request["url"] ?? "")")
    }
  }
}

/// Keeps the requests that go to a server; one that cannot tell buckets in host names apart gets the path alone.
private actor Recorder: HTTPTransport {
  private let server: MemoryS3
  private(set) var requests: [HTTPRequest] = []

  init(_ server: MemoryS3) {
    self.server = server
  }

  func response(
    to request: HTTPRequest, progress: (@Sendable (Int) -> Void)?
  ) async throws(HTTPTransportError) -> HTTPResponse {
    requests.append(request)
    var request = request
    request.url = request.url.replacingOccurrences(
      of: "http://photos.s3.test:9000/", with: "http://s3.test:9000/photos/")
    return try await server.response(to: request, progress: progress)
  }
}
