import Foundation
import PhotoFixtures
import Testing

@testable import UploadReceiver

@Suite("What a receiver keeps")
struct KeepingTests {
  let photo = Samples.jpeg(5000)
  static let file = "\(Samples.entry)/\(Samples.media).jpg"
  static let seal = "\(Samples.entry)/\(Samples.media).json"

  @Test("A file lands under its ids with a JSON file beside it, as others see it")
  func lands() throws {
    let test = try TestReceiver()
    let location = test.create(length: 5000, Samples.metadata(photo)).location
    #expect(test.append(Array(photo[..<2000]), to: location, at: 0).status == 204)
    #expect(try test.files() == [], "nothing is there before it is whole")
    #expect(test.append(Array(photo[2000...]), to: location, at: 2000)["Upload-Offset"] == "5000")
    #expect(try test.files() == [Self.file, Self.seal])
    let sum = String(decoding: try Tool.output("sha256sum", ["\(test.path)/\(Self.file)"]), as: UTF8.self)
    #expect(sum.hasPrefix(Samples.sha256(photo)))
    let seal = try JSONSerialization.jsonObject(with: Data(test.read(Self.seal))) as? [String: Any]
    #expect(seal?["file"] as? String == "\(Samples.media).jpg")
    #expect(seal?["media"] as? String == Samples.media)
    #expect(seal?["entry"] as? String == Samples.entry)
    #expect(seal?["bytes"] as? Int == 5000)
    #expect(seal?["sha256"] as? String == Samples.sha256(photo))
    #expect(seal?["type"] as? String == "image/jpeg")
    #expect((seal?["received_at"] as? String)?.hasSuffix("Z") == true)
    #expect(seal?.count == 8)
  }

  @Test(
    "The same media again is had already: its creation and HEAD say offset = length, and nothing is stored twice"
  )
  func haveIt() throws {
    let test = try TestReceiver()
    let first = test.create(length: 5000, Samples.metadata(photo), body: photo)
    for isRestarted in [false, true] {
      if isRestarted { try test.restart() }
      let again = test.create(length: 5000, Samples.metadata(photo), body: photo)
      #expect(again.status == 201)
      #expect(again.location == first.location)
      #expect(again["Upload-Offset"] == "5000" && again["Upload-Length"] == "5000")
      #expect(again.closesConnection, "the body is not wanted")
      let head = test.head(again.location)
      #expect(head.status == 200 && head["Upload-Offset"] == "5000" && head["Upload-Length"] == "5000")
    }
    #expect(test.send("DELETE", first.location).status == 204)
    let other = test.create(length: 5000, Samples.metadata(photo))
    #expect(other["Upload-Offset"] == "5000" && other.location != first.location)
    #expect(test.head(other.location)["Upload-Offset"] == "5000")
    try test.restart()
    #expect(test.head(other.location)["Upload-Offset"] == "5000")
    #expect(try test.files() == [Self.file, Self.seal])
    #expect(test.receiver.counters.completed == 0)
  }

  @Test("The same media with other bytes is refused, and what is there stays")
  func conflict() throws {
    let test = try TestReceiver()
    let other = Samples.jpeg(5000, seed: 2)
    let location = test.create(length: 5000, Samples.metadata(photo)).location
    for isFinished in [false, true] {
      for (length, bytes) in [(5000, other), (4999, photo), (4999, Array(photo.dropLast()))] {
        let response = test.create(length: length, Samples.metadata(bytes))
        #expect(response.status == 409)
        #expect(response["Shutterbox-Refusal"] == "conflict")
        #expect(response["Location"] == nil)
      }
      if !isFinished { test.append(photo, to: location, at: 0) }
    }
    try test.restart()
    #expect(test.create(length: 5000, Samples.metadata(other)).status == 409)
    #expect(try test.read(Self.file) == photo)
    #expect(test.receiver.counters.refused == [.conflict: 1])
  }

  @Test("A file in the folder that nobody sent is not overwritten")
  func foreignFile() throws {
    let test = try TestReceiver()
    let folder = "\(test.path)/\(Samples.entry)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data("mine".utf8).write(to: URL(fileURLWithPath: "\(folder)/\(Samples.media).png"))
    #expect(test.create(length: 5000, Samples.metadata(photo)).status == 409)
    #expect(try test.read("\(Samples.entry)/\(Samples.media).png") == Array("mine".utf8))
  }

  @Test("A creation for a media whose upload is unfinished goes on with that upload")
  func continued() throws {
    let test = try TestReceiver()
    let first = test.create(length: 5000, Samples.metadata(photo), body: Array(photo[..<1234]))
    for isRestarted in [false, true] {
      if isRestarted { try test.restart() }
      let again = test.create(length: 5000, Samples.metadata(photo))
      #expect(again.status == 201 && again.location == first.location)
      #expect(again["Upload-Offset"] == "1234")
    }
    #expect(test.append(Array(photo[1234...]), to: first.location, at: 1234).status == 204)
    #expect(try test.read(Self.file) == photo)
    #expect(try test.uploads().count == 1)
  }

  @Test("A creation for a media that is being written is told where it stands, and its body is not taken")
  func continuedWhileWritten() throws {
    let test = try TestReceiver()
    let location = test.create(length: 5000, Samples.metadata(photo)).location
    let exchange = test.receiver.begin(test.patch(location, at: 0, count: 5000))
    _ = photo[..<100].withUnsafeBytes { exchange.receive($0) }
    let response = test.create(length: 5000, Samples.metadata(photo), body: photo)
    #expect(response.status == 201 && response.location == location && response["Upload-Offset"] == "0")
    _ = photo[100...].withUnsafeBytes { exchange.receive($0) }
    #expect(exchange.finish()["Upload-Offset"] == "5000")
  }

  @Test("A file that somebody took out of the folder is received anew")
  func takenAway() throws {
    let test = try TestReceiver()
    let first = test.create(length: 5000, Samples.metadata(photo), body: photo)
    try FileManager.default.removeItem(atPath: "\(test.path)/\(Self.file)")
    let again = test.create(length: 5000, Samples.metadata(photo), body: photo)
    #expect(again.status == 201 && again.location != first.location)
    #expect(try test.read(Self.file) == photo)
    #expect(test.receiver.counters.completed == 2)
  }

  @Test("Bytes that are not those that were declared are refused and dropped, also behind a restart")
  func wrongHash() throws {
    for isRestarted in [false, true] {
      let test = try TestReceiver()
      let location = test.create(length: 5000, Samples.metadata(photo)).location
      test.append(Samples.jpeg(2000, seed: 9), to: location, at: 0)
      if isRestarted { try test.restart() }
      let response = test.append(Array(photo[2000...]), to: location, at: 2000)
      #expect(response.status == 422)
      #expect(response["Shutterbox-Refusal"] == "hash")
      #expect(response["Upload-Offset"] == nil)
      #expect(test.head(location).status == 404)
      #expect(try test.files() + test.uploads() == [])
      #expect(test.create(length: 5000, Samples.metadata(photo), body: photo)["Upload-Offset"] == "5000")
    }
  }

  @Test("The hash is that of the bytes that count, whatever was discarded in between")
  func hashAfterDiscard() throws {
    let test = try TestReceiver()
    let location = test.create(length: 5000, Samples.metadata(photo)).location
    test.append(Array(photo[..<2000]), to: location, at: 0)
    #expect(
      test.append(Samples.jpeg(500), to: location, at: 2000, ["Upload-Checksum": Samples.checksum([1])])
        .status
        == 460)
    #expect(test.append(Array(photo[2000...]), to: location, at: 2000).status == 204)
    #expect(try test.read(Self.file) == photo)
  }

  @Test("An upload without ids is kept as an entry of its own, under ids that are made for it")
  func plain() throws {
    let test = try TestReceiver()
    for metadata in [
      [], [("filename", "../../evil.jpg"), ("filetype", "image/jpeg")], [("type", "image/jpeg")],
    ] {
      let response = test.create(length: 5000, metadata, body: photo)
      #expect(response["Upload-Offset"] == "5000")
    }
    let files = try test.files()
    #expect(files.count == 6 && Set(files.map { $0.split(separator: "/")[0] }).count == 3)
    let form = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/
    for file in files {
      let parts = file.split(separator: "/")
      #expect(
        parts.count == 2 && parts.allSatisfy { $0.split(separator: ".")[0].wholeMatch(of: form) != nil })
    }
    for file in files where file.hasSuffix(".jpg") { #expect(try test.read(file) == photo) }
  }

  @Test("An upload without ids but with a hash is held to it")
  func plainHash() throws {
    let test = try TestReceiver()
    let response = test.create(length: 5000, [("sha256", Samples.sha256([]))], body: photo)
    #expect(response.status == 422)
    #expect(try test.files() + test.uploads() == [])
  }

  @Test("Ids and hash come together, and are exactly what they must be")
  func ids() throws {
    let test = try TestReceiver()
    let right = Samples.metadata(photo)
    for (key, value) in [
      ("entry", "../../../../../../../../../../../tmp/x"), ("media", "..%2f..%2f..%2f..%2f..%2f..%2f..%2f"),
      ("media", ""), ("entry", Samples.entry + "0"), ("media", Samples.media.replacing("-", with: "_")),
      ("sha256", ""), ("sha256", "g"), ("sha256", Samples.sha256(photo) + "0"),
      ("entry", "019abf3c/5f00-7a31-8c4e-0123456789ab"),
      ("entry", "\u{0}19abf3c-5f00-7a31-8c4e-0123456789ab"),
    ] {
      #expect(test.create(length: 5000, right.map { $0.0 == key ? (key, value) : $0 }).status == 400)
    }
    for missing in ["entry", "media", "sha256"] {
      #expect(test.create(length: 5000, right.filter { $0.0 != missing }).status == 400)
    }
    let capitals = right.map { ($0.0, $0.0 == "type" ? $0.1 : $0.1.uppercased()) }
    #expect(test.create(length: 5000, capitals, body: photo)["Upload-Offset"] == "5000")
    #expect(test.create(length: 5000, right)["Upload-Offset"] == "5000", "they are the same ids")
    #expect(try test.files() == [Self.file, Self.seal])
  }

  @Test("An empty file is complete when it is created")
  func empty() throws {
    let test = try TestReceiver()
    let response = test.create(length: 0, Samples.metadata([]))
    #expect(response.status == 201 && response["Upload-Offset"] == "0" && response["Upload-Length"] == "0")
    #expect(response["Upload-Expires"] == nil)
    #expect(try test.files() == ["\(Samples.entry)/\(Samples.media)", Self.seal])
    #expect(test.head(response.location)["Upload-Offset"] == "0")
    #expect(test.append([], to: response.location, at: 0).status == 204)
    #expect(test.create(length: 0, Samples.metadata([])).location == response.location)
    #expect(test.create(length: 0, body: []).status == 201)
    let wrong = [("entry", Samples.entry), ("media", Samples.entry), ("sha256", Samples.sha256(photo))]
    #expect(test.create(length: 0, wrong).status == 422)
  }

  @Test("As many uploads may be unfinished as the options say, and finished ones do not count")
  func limit() throws {
    let test = try TestReceiver { $0.openUploadLimit = 2 }
    let locations = [0, 1].map { _ in test.create(length: 5000).location }
    let response = test.create(length: 5000)
    #expect(response.status == 503 && response["Retry-After"] != nil)
    test.append(photo, to: locations[0], at: 0)
    #expect(test.create(length: 5000).status == 201)
    #expect(test.create(length: 5000).status == 503)
    test.send("DELETE", locations[1])
    #expect(test.create(length: 5000).status == 201)
    #expect(test.receiver.counters.openUploads == 2)
  }
}
