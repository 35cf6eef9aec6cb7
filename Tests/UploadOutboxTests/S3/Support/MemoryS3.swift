import Foundation
import Hashing
import Transport

@testable import UploadOutbox

/// A server of S3 in memory, behind the interface of a transport. It checks what S3 checks of a request but the
/// signature, and goes wrong where a test wants it to.
actor MemoryS3: HTTPTransport {
  enum Operation: Hashable {
    case put, head, create, part(Int), list, complete, abort, listBucket
  }

  /// What goes wrong.
  enum Fault: Sendable {
    /// Answered instead of being done.
    case answer(HTTPResponse)
    /// Done, but the answer does not arrive.
    case loseAnswer
    /// The connection breaks after as many bytes of the body.
    case breakOff(after: Int)
    case fail(HTTPTransportError)
    /// Something happens to the server first.
    case first(@Sendable (isolated MemoryS3) -> Void)
    /// Another answer than the server's own, which is done.
    case change(@Sendable (inout HTTPResponse) -> Void)
  }

  struct Object {
    var data: Data
    var headers: HTTPHeaders
    var tag: String
  }

  struct Upload {
    let key: String
    let headers: HTTPHeaders
    var parts: [Int: Object] = [:]
  }

  struct Entry: Sendable {
    let operation: Operation
    let request: HTTPRequest
    let uploadID: String?
    /// Bytes of the body that were taken.
    let byteCount: Int
  }

  enum Conditions { case known, ignored, unknown }

  var objects: [String: Object] = [:]
  var uploads: [String: Upload] = [:]
  var log: [Entry] = []
  var conditions = Conditions.known
  var pageSize = 1000
  var tellsChecksums = false
  /// Sent with each answer, and compared with the time of each request.
  var date = Date(timeIntervalSince1970: 1_764_547_200)
  /// Refuses requests that are signed for another region.
  var region: String?
  /// Makes ETags that are no digests, as with keys for encryption.
  var hasOpaqueTags = false
  private var faults: [(operation: Operation, count: Int, fault: Fault)] = []
  private var uploadCount = 0

  /// Lets the next `count` requests of the kind go wrong.
  func inject(_ operation: Operation, times count: Int = 1, _ fault: Fault) {
    faults.append((operation, count, fault))
  }

  func configure(_ body: @Sendable (isolated MemoryS3) -> Void) { body(self) }

  func count(_ operation: Operation) -> Int { log.count { $0.operation == operation } }

  /// The bytes of the files that came in, repeated ones included.
  var receivedByteCount: Int {
    log.reduce(0) { sum, entry in
      switch entry.operation {
      case .put, .part: sum + entry.byteCount
      default: sum
      }
    }
  }

  func response(
    to request: HTTPRequest, progress: (@Sendable (Int) -> Void)?
  ) async throws(HTTPTransportError) -> HTTPResponse {
    if Task.isCancelled { throw HTTPTransportError(code: .cancelled, message: "cancelled") }
    let target = Target(request)
    var change: (@Sendable (inout HTTPResponse) -> Void)?
    var losesAnswer = false
    var byteCount = request.body?.count ?? 0
    defer {
      log.append(
        Entry(
          operation: target.operation, request: request, uploadID: target.query["uploadId"],
          byteCount: byteCount))
    }
    if let index = faults.firstIndex(where: { $0.operation == target.operation }) {
      let fault = faults[index].fault
      faults[index].count -= 1
      if faults[index].count == 0 { faults.remove(at: index) }
      switch fault {
      case .answer(var response):
        if response.headers["Date"] == nil { response.headers["Date"] = Self.httpDate(date) }
        progress?(byteCount)
        return response
      case .loseAnswer: losesAnswer = true
      case .breakOff(let count):
        byteCount = min(count, byteCount)
        progress?(byteCount)
        throw HTTPTransportError(code: .connectionLost, message: "the connection broke")
      case .fail(let error):
        byteCount = 0
        throw error
      case .first(let body): body(self)
      case .change(let body): change = body
      }
    }
    progress?(byteCount)
    var response = refusal(of: request, target) ?? answer(to: request, target)
    response.headers["Date"] = Self.httpDate(date)
    response.headers["x-amz-request-id"] = "4442587FB7D0A2F9"
    if request.method == "HEAD" { response.body = Data() }
    change?(&response)
    if losesAnswer { throw HTTPTransportError(code: .connectionLost, message: "the connection broke") }
    return response
  }

  /// What S3 says to a request that it does not even look at.
  private func refusal(of request: HTTPRequest, _ target: Target) -> HTTPResponse? {
    let body = request.body ?? Data()
    let stamp = request.headers["x-amz-date"] ?? ""
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "yyyyMMdd'T'HHmmss'Z'"
    guard let time = formatter.date(from: stamp), abs(time.timeIntervalSince(date)) <= 900 else {
      return .error(403, "RequestTimeTooSkewed")
    }
    let scope = (request.headers["Authorization"] ?? "").split(separator: "/")
    if let region, scope.count < 3 || scope[2] != region {
      var answer = HTTPResponse.error(
        400, "AuthorizationHeaderMalformed", "<Region>\(region)</Region>")
      answer.headers["x-amz-bucket-region"] = region
      return answer
    }
    guard
      request.headers["x-amz-content-sha256"] == body.withUnsafeBytes({ SHA256Digest(of: $0) }).description
    else { return .error(400, "XAmzContentSHA256Mismatch") }
    if let sum = request.headers["Content-MD5"] {
      let digest = body.withUnsafeBytes { MD5Digest(of: $0) }
      if sum != Data(digest.bytes).base64EncodedString() { return .error(400, "BadDigest") }
    }
    return nil
  }

  private func answer(to request: HTTPRequest, _ target: Target) -> HTTPResponse {
    let body = request.body ?? Data()
    let isConditional = request.headers["If-None-Match"] == "*"
    if isConditional {
      switch conditions {
      case .unknown: return .error(501, "NotImplemented")
      case .known where objects[target.key] != nil: return .error(412, "PreconditionFailed")
      default: break
      }
    }
    switch target.operation {
    case .put:
      objects[target.key] = Object(data: body, headers: request.headers, tag: tag(body))
      return HTTPResponse(status: 200, headers: encryption(["ETag": tag(body)]))
    case .head:
      guard let object = objects[target.key] else { return .error(404, "NoSuchKey") }
      var headers = object.headers
      headers["Content-Length"] = "\(object.data.count)"
      headers["ETag"] = object.tag
      return HTTPResponse(status: 200, headers: encryption(headers))
    case .create:
      uploadCount += 1
      let id = "upload+/=\(uploadCount)"
      uploads[id] = Upload(key: target.key, headers: request.headers)
      return .xml("InitiateMultipartUploadResult", "<UploadId>\(id)</UploadId>", encryption([:]))
    case .listBucket: return .xml("ListBucketResult", "<Name>photos</Name>")
    case .part, .list, .complete, .abort:
      guard let id = target.query["uploadId"], let upload = uploads[id], upload.key == target.key else {
        return .error(404, "NoSuchUpload")
      }
      return answer(to: target, body, id, upload)
    }
  }

  private func answer(to target: Target, _ body: Data, _ id: String, _ upload: Upload) -> HTTPResponse {
    switch target.operation {
    case .part(let number):
      uploads[id]?.parts[number] = Object(data: body, headers: [:], tag: tag(body))
      return HTTPResponse(status: 200, headers: encryption(["ETag": tag(body)]))
    case .list: return list(upload, behind: Int(target.query["part-number-marker"] ?? "0") ?? 0)
    case .complete:
      guard let list = try? S3XML.parse(body), list.name == "CompleteMultipartUpload" else {
        return .error(400, "MalformedXML")
      }
      var data = Data()
      var last = 0
      for part in list.children {
        guard let number = Int(part["PartNumber"] ?? ""), number > last else {
          return .error(400, "InvalidPartOrder")
        }
        guard let stored = upload.parts[number], stored.tag == part["ETag"] else {
          return .error(400, "InvalidPart")
        }
        last = number
        data += stored.data
      }
      objects[upload.key] = Object(
        data: data, headers: upload.headers, tag: "\"0123456789abcdef0123456789abcdef-\(last)\"")
      uploads[id] = nil
      return .xml("CompleteMultipartUploadResult", "<ETag>&quot;x-\(last)&quot;</ETag>")
    default:
      uploads[id] = nil
      return HTTPResponse(status: 204)
    }
  }

  private func list(_ upload: Upload, behind marker: Int) -> HTTPResponse {
    let all = upload.parts.filter { $0.key > marker }.sorted { $0.key < $1.key }
    let page = all.prefix(pageSize)
    var text = "<IsTruncated>\(all.count > page.count)</IsTruncated>"
    if let last = page.last { text += "<NextPartNumberMarker>\(last.key)</NextPartNumberMarker>" }
    for (number, part) in page {
      text += "<Part><PartNumber>\(number)</PartNumber><Size>\(part.data.count)</Size>"
      text += "<ETag>\(part.tag.replacingOccurrences(of: "\"", with: "&#34;"))</ETag>"
      if tellsChecksums {
        let digest = part.data.withUnsafeBytes { SHA256Digest(of: $0) }
        text += "<ChecksumSHA256>\(Data(digest.bytes).base64EncodedString())</ChecksumSHA256>"
      }
      text += "</Part>"
    }
    return .xml("ListPartsResult", text)
  }

  private func tag(_ data: Data) -> String {
    let digest = data.withUnsafeBytes { MD5Digest(of: $0) }.description
    return hasOpaqueTags ? "\"\(String(digest.reversed()))\"" : "\"\(digest)\""
  }

  private func encryption(_ headers: HTTPHeaders) -> HTTPHeaders {
    var headers = headers
    if hasOpaqueTags { headers["x-amz-server-side-encryption"] = "aws:kms" }
    return headers
  }

  static func httpDate(_ date: Date) -> String {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return formatter.string(from: date)
  }
}

extension MemoryS3 {
  /// What an address of the form `http://host/bucket/key?query` is about.
  struct Target {
    let operation: Operation
    let key: String
    let query: [String: String]

    init(_ request: HTTPRequest) {
      let parts = request.url.split(separator: "?", maxSplits: 1)
      let path = parts[0].split(separator: "/", maxSplits: 3).dropFirst(2)
      key = path.count > 1 ? path.last?.removingPercentEncoding ?? "" : ""
      var query: [String: String] = [:]
      for item in parts.count > 1 ? parts[1].split(separator: "&") : [] {
        let pair = item.split(separator: "=", maxSplits: 1).map { $0.removingPercentEncoding ?? "" }
        query[pair[0]] = pair.count > 1 ? pair[1] : ""
      }
      self.query = query
      operation =
        switch (request.method, key.isEmpty) {
        case ("HEAD", _): .head
        case ("DELETE", _): .abort
        case ("GET", true): .listBucket
        case ("GET", false): .list
        case ("POST", _): query["uploads"] != nil ? .create : .complete
        default: query["partNumber"].flatMap { Int($0) }.map { .part($0) } ?? .put
        }
    }
  }
}

extension HTTPResponse {
  static func xml(_ root: String, _ content: String, _ headers: HTTPHeaders = [:]) -> HTTPResponse {
    let text =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      + "<\(root) xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">\(content)</\(root)>"
    return HTTPResponse(status: 200, headers: headers, body: Data(text.utf8))
  }

  static func error(_ status: Int, _ code: String, _ more: String = "", _ headers: HTTPHeaders = [:])
    -> HTTPResponse
  {
    let text =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Error><Code>\(code)</Code>"
      + "<Message>AKIDEXAMPLE says no</Message>\(more)<RequestId>4442587FB7D0A2F9</RequestId></Error>"
    var headers = headers
    headers["x-amz-request-id"] = "4442587FB7D0A2F9"
    return HTTPResponse(status: status, headers: headers, body: Data(text.utf8))
  }

  /// The page of a hotel's network.
  static func page(_ status: Int, _ headers: HTTPHeaders = [:]) -> HTTPResponse {
    var headers = headers
    headers["Content-Type"] = "text/html"
    return HTTPResponse(
      status: status, headers: headers, body: Data("<html><body><h1>Welcome</h1><br></body></html>".utf8))
  }
}
