import Foundation
import Testing

@testable import UploadReceiver

/// The sentences of tus 1.0.0 on the extensions that are offered.
@Suite("tus 1.0.0, extensions")
struct ExtensionTests {
  let test: TestReceiver
  let photo = Samples.jpeg(100)

  init() throws {
    test = try TestReceiver()
  }

  // MARK: Creation

  @Test("Creation: MUST acknowledge with 201 and set Location to the URL of the resource")
  func created() throws {
    for path in ["/files", "/files/"] {
      let response = test.send("POST", path, ["Upload-Length": "100"])
      #expect(response.status == 201)
      #expect(response.location.wholeMatch(of: /\/files\/[0-9a-f]{32}/) != nil)
      #expect(test.head(response.location)["Upload-Offset"] == "0")
    }
  }

  @Test("Creation: the request MUST include Upload-Length; deferring it is not offered, whatever its value")
  func length() {
    #expect(test.send("POST").status == 400)
    for value in ["1", "0", "2", ""] {
      let response = test.send("POST", "/files", ["Upload-Defer-Length": value])
      #expect(response.status == 400)
      #expect(response.words.contains("creation-defer-length"))
      #expect(
        test.send("POST", "/files", ["Upload-Defer-Length": value, "Upload-Length": "5"]).status == 400)
    }
  }

  @Test(
    "Upload-Metadata MUST be key-value pairs, keys not empty and unique, values Base64",
    arguments: [
      "media", ",", "a b c", "a YQ==,a YQ==", "a YQ", "a YQ=", "a =", "a Y Q==", "a YQ==,", ",a YQ==",
      "a ?",
      "a YQ==\u{e9}", "a  YQ==", "entry YQ==", "sha256 YQ==",
    ])
  func metadataForm(text: String) {
    let response = test.send("POST", "/files", ["Upload-Length": "5", "Upload-Metadata": text])
    #expect(response.status == 400)
  }

  @Test(
    "Upload-Metadata: values that are empty may lack the space, and keys that mean nothing here do no harm")
  func metadataFreedom() {
    for text in [
      "filename d29ybGQucGRm,is_confidential", "is_confidential ", "a YQ==, b YQ==", "", "\u{e9} YQ==",
      "filename Li4vLi4vZXRjL3Bhc3N3ZA==,token c2VjcmV0",
    ] {
      let response = test.send("POST", "/files", ["Upload-Length": "5", "Upload-Metadata": text])
      #expect(response.status == 201, "\(text)")
      #expect(test.head(response.location)["Upload-Metadata"] == nil)
    }
  }

  @Test("HEAD MUST include Upload-Metadata and its value as specified by the Client, as far as it was kept")
  func metadataEcho() {
    let header = TestReceiver.header(Samples.metadata(photo).reversed())
    let response = test.send(
      "POST", "/files", ["Upload-Length": "100", "Upload-Metadata": header])
    #expect(test.head(response.location)["Upload-Metadata"] == header)
    let mixed = TestReceiver.header([("filename", "a.jpg"), ("type", "image/jpeg"), ("token", "secret")])
    let other = test.send("POST", "/files", ["Upload-Length": "100", "Upload-Metadata": mixed])
    #expect(test.head(other.location)["Upload-Metadata"] == TestReceiver.header([("type", "image/jpeg")]))
  }

  @Test("Creation: if the length exceeds Tus-Max-Size, MUST respond with 413")
  func tooLarge() throws {
    let test = try TestReceiver { $0.maximumByteCount = 99 }
    #expect(test.send("OPTIONS")["Tus-Max-Size"] == "99")
    #expect(test.create(length: 99).status == 201)
    let response = test.create(length: 100)
    #expect(response.status == 413)
    #expect(response["Shutterbox-Refusal"] == "size")
    #expect(test.receiver.counters.refused == [.size: 1])
  }

  @Test("More than was declared is refused with 413, and the upload stands where it stood")
  func tooMuch() throws {
    let location = test.create(length: 100).location
    test.append(Array(photo[..<40]), to: location, at: 0)
    #expect(test.append(Array(photo[40...]) + [1], to: location, at: 40).status == 413)
    let unsized = test.patch(location, at: 40, count: nil)
    let response = test.send(unsized, Array(photo[40...]) + [1], piece: 7)
    #expect(response.status == 413)
    #expect(test.head(location)["Upload-Offset"] == "40")
    #expect(test.append(Array(photo[40...]), to: location, at: 40).status == 204)
    #expect(test.append([1], to: location, at: 100).status == 413)
  }

  // MARK: Creation With Upload

  @Test("Creation With Upload: MUST include Upload-Offset, the offset after applying the accepted bytes")
  func withUpload() throws {
    let part = test.create(length: 100, body: Array(photo[..<30]))
    #expect(part.status == 201)
    #expect(part["Upload-Offset"] == "30")
    #expect(test.append(Array(photo[30...]), to: part.location, at: 30).status == 204)
    let whole = test.create(length: 100, body: photo)
    #expect(whole.status == 201)
    #expect(whole["Upload-Offset"] == "100")
    #expect(whole["Upload-Length"] == "100")
    #expect(test.head(whole.location)["Upload-Offset"] == "100")
    #expect(try test.files().count == 4)
  }

  @Test("Creation With Upload: the Client MUST include Content-Type: application/offset+octet-stream")
  func withUploadType() throws {
    for type in [nil, "image/jpeg"] as [String?] {
      #expect(test.create(length: 100, body: photo, headers: ["Content-Type": type]).status == 415)
    }
    #expect(try test.uploads() == [], "nothing was created")
    #expect(
      test.create(length: 100, headers: ["Content-Type": "text/plain"]).status == 201,
      "without a body it is all one")
  }

  @Test(
    "Creation With Upload: a body that ends early is gone on with by who names the media, and dropped else")
  func withUploadAborted() throws {
    for isNamed in [true, false] {
      var request = test.request(
        "POST", "/files",
        [
          "Upload-Length": "100", "Content-Length": "100", "Content-Type": "application/offset+octet-stream",
        ])
      let metadata = TestReceiver.header(Samples.metadata(photo))
      if isNamed {
        request = ReceiverRequest(
          method: request.method, path: request.path,
          headers: request.headers + [(name: "Upload-Metadata", value: metadata)])
      }
      let exchange = test.receiver.begin(request)
      #expect(exchange.earlyResponse == nil)
      _ = photo[..<70].withUnsafeBytes { exchange.receive($0) }
      exchange.abort()
      #expect(try test.uploads().count == (isNamed ? 2 : 0))
      if isNamed {
        let response = test.create(length: 100, Samples.metadata(photo), body: photo)
        #expect(response.status == 201)
        #expect(response["Upload-Offset"] == "70", "the body begins before that, and is not taken")
        #expect(response.closesConnection)
        #expect(test.append(Array(photo[70...]), to: response.location, at: 70).status == 204)
        #expect(test.send("DELETE", response.location).status == 204)
      }
    }
  }

  // MARK: Expiration

  @Test("Expiration: Upload-Expires MUST be in every PATCH response and in that to POST, in RFC 7231 format")
  func expires() throws {
    let response = test.create(length: 100)
    let first = try #require(response["Upload-Expires"])
    #expect(first.wholeMatch(of: /[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT/) != nil)
    test.clock.advance(3600)
    let patched = test.append(Array(photo[..<5]), to: response.location, at: 0)
    let second = try #require(patched["Upload-Expires"])
    #expect(second != first)
    #expect(test.head(response.location)["Upload-Expires"] == second)
    let refused = [
      test.append(photo, to: response.location, at: 0), test.append(photo, to: response.location, at: 5),
      test.append([1], to: response.location, at: 5, ["Upload-Checksum": Samples.checksum([])]),
      test.append([1], to: response.location, at: 5, ["Content-Type": "x/y"]),
      test.append([1], to: response.location, at: 5, ["Upload-Offset": "x"]),
    ]
    #expect(refused.map(\.status) == [409, 413, 460, 415, 400])
    for response in refused { #expect(response["Upload-Expires"] == second) }
    #expect(test.append([1], to: response.location, at: 5, ["Authorization": nil])["Upload-Expires"] == nil)
    let done = test.append(Array(photo[5...]), to: response.location, at: 5)
    #expect(done["Upload-Expires"] == nil, "what is finished does not expire")
  }

  @Test(
    "Expiration: an upload that got nothing for too long is 404 or 410 from that moment on, and its bytes go")
  func expired() throws {
    let test = try TestReceiver { $0.lifetime = 100 }
    let kept = test.create(length: 100).location
    let gone = [0, 1, 2, 3].map { _ in test.create(length: 100, body: Array(photo[..<5])).location }
    test.clock.advance(60)
    test.append(Array(photo[..<5]), to: kept, at: 0)
    test.clock.advance(40)
    #expect(test.head(gone[0]).status == 404)
    #expect(test.append(photo, to: gone[1], at: 5).status == 404)
    #expect(test.send("DELETE", gone[2]).status == 404)
    #expect(test.receiver.expire() == 1)
    #expect(test.receiver.counters.expired == 4)
    #expect(test.head(kept)["Upload-Offset"] == "5")
    #expect(try test.uploads().count == 2)
    test.clock.advance(60)
    #expect(test.receiver.expire() == 1)
    #expect(try test.uploads() == [])
  }

  @Test(
    "Expiration: only bytes make an upload live longer, neither empty PATCH requests nor refused ones nor HEAD"
  )
  func keepAlive() throws {
    let test = try TestReceiver { $0.lifetime = 100 }
    let location = test.create(length: 100).location
    let expires = test.head(location)["Upload-Expires"]
    for _ in 0..<3 {
      test.clock.advance(30)
      #expect(test.append([], to: location, at: 0)["Upload-Expires"] == expires)
      #expect(
        test.append(photo, to: location, at: 0, ["Upload-Checksum": Samples.checksum([1])]).status == 460)
      #expect(test.append(photo, to: location, at: 1).status == 409)
      #expect(test.head(location)["Upload-Expires"] == expires)
    }
    test.clock.advance(10)
    #expect(test.append([], to: location, at: 0).status == 404)
  }

  // MARK: Checksum

  @Test(
    "Checksum: MUST verify the chunk; on a mismatch 460, MUST be discarded, the offset MUST NOT be updated",
    arguments: ["sha1", "sha256"])
  func checksum(algorithm: String) throws {
    let location = test.create(length: 11, Samples.metadata(Array("hello world".utf8))).location
    let right = [
      "sha1": "sha1 Kq5sNclPz7QV2+lfQIuc6R7oRu0=",
      "sha256": "sha256 uU0nuZNNPgilLlLX2n2r+sSE7+N6U4DukIj3rOLvzek=",
    ][algorithm]
    let bytes = Array("hello world".utf8)
    #expect(test.append(bytes.reversed(), to: location, at: 0, ["Upload-Checksum": right]).status == 460)
    #expect(test.head(location)["Upload-Offset"] == "0")
    let response = test.append(bytes, to: location, at: 0, ["Upload-Checksum": right])
    #expect(response.status == 415, "the chunk passes; that these bytes are no photo is found out behind it")
  }

  @Test("Checksum: the example of the specification, and pieces behind a refused one")
  func checksumPieces() throws {
    let location = test.create(length: 100, Samples.metadata(photo)).location
    for offset in stride(from: 0, to: 100, by: 20) {
      let piece = Array(photo[offset..<offset + 20])
      let wrong = test.append(piece, to: location, at: offset, ["Upload-Checksum": Samples.checksum([])])
      #expect(wrong.status == 460)
      #expect(wrong["Shutterbox-Refusal"] == "checksum")
      #expect(test.head(location)["Upload-Offset"] == String(offset))
      let right = test.append(piece, to: location, at: offset, ["Upload-Checksum": Samples.checksum(piece)])
      #expect(right.status == 204)
    }
    #expect(try test.read("\(Samples.entry)/\(Samples.media).jpg") == photo)
  }

  @Test("Checksum: a chunk that ends early is discarded, since it cannot be verified")
  func checksumAborted() {
    let location = test.create(length: 100).location
    let exchange = test.receiver.begin(
      test.patch(location, at: 0, count: 100, ["Upload-Checksum": Samples.checksum(photo)]))
    _ = photo[..<60].withUnsafeBytes { exchange.receive($0) }
    exchange.abort()
    #expect(test.head(location)["Upload-Offset"] == "0")
    #expect(test.append(photo, to: location, at: 0).status == 204)
  }

  @Test(
    "Checksum: 400 if the algorithm is not supported or the header is malformed, and the offset MUST NOT be updated",
    arguments: [
      "md5 1B2M2Y8AsgTpgAmy7PhCfg==", "SHA1 Kq5sNclPz7QV2+lfQIuc6R7oRu0=", "sha1", "sha1 ", "sha1 ?",
      "sha1  Kq5sNclPz7QV2+lfQIuc6R7oRu0=", "sha1 Kq5s", "sha256 Kq5sNclPz7QV2+lfQIuc6R7oRu0=", "", "=",
    ])
  func checksumForm(text: String) {
    let location = test.create(length: 100).location
    #expect(test.append(photo, to: location, at: 0, ["Upload-Checksum": text]).status == 400)
    #expect(test.head(location)["Upload-Offset"] == "0")
    #expect(test.append(photo, to: location, at: 0).status == 204)
  }

  @Test("Checksum: it holds for the body of a creation too")
  func checksumCreation() throws {
    let wrong = test.create(length: 100, body: photo, headers: ["Upload-Checksum": Samples.checksum([])])
    #expect(wrong.status == 460)
    #expect(try test.uploads() == [], "nobody was told where it is")
    let named = test.create(
      length: 100, Samples.metadata(photo), body: photo, headers: ["Upload-Checksum": Samples.checksum([])])
    #expect(named.status == 460)
    #expect(test.create(length: 100, Samples.metadata(photo))["Upload-Offset"] == "0")
    let right = test.create(
      length: 100, Samples.metadata(photo), body: photo, headers: ["Upload-Checksum": Samples.checksum(photo)]
    )
    #expect(right["Upload-Offset"] == "100")
  }

  // MARK: Termination

  @Test("Termination: DELETE MUST be 204, and the URL SHOULD be 404 or 410 ever after")
  func termination() throws {
    let location = test.create(length: 100, body: Array(photo[..<5])).location
    let response = test.send("DELETE", location, ["Content-Length": "0"])
    #expect(response.status == 204)
    #expect(try test.uploads() == [])
    for response in [
      test.head(location), test.append(photo, to: location, at: 5), test.send("DELETE", location),
    ] { #expect(response.status == 404) }
    #expect(test.receiver.counters.terminated == 1)
  }

  @Test("Termination of a finished upload ends its URL; the file that was received stays")
  func terminationOfFinished() throws {
    let location = test.create(length: 100, Samples.metadata(photo), body: photo).location
    #expect(test.send("DELETE", location).status == 204)
    #expect(test.head(location).status == 404)
    #expect(try test.read("\(Samples.entry)/\(Samples.media).jpg") == photo)
    #expect(test.create(length: 100, Samples.metadata(photo))["Upload-Offset"] == "100")
  }

  // MARK: Concatenation

  @Test("Concatenation is not offered, and a request for it is refused and not misunderstood")
  func concatenation() throws {
    for value in ["partial", "final;/files/a /files/b", "final;/files/../../etc/passwd", ""] {
      let response = test.send("POST", "/files", ["Upload-Concat": value, "Upload-Length": "5"])
      #expect(response.status == 400)
      #expect(response.words.contains("concatenation"))
    }
    #expect(try test.uploads() == [])
  }
}
