import Foundation
import PhotoFixtures
import Testing

@testable import UploadReceiver

@Suite("A receiver that is killed")
struct CrashTests {
  let photo = Samples.jpeg(1000)

  /// Sends a photo in many ways at once: with a creation, checked, refused, aborted, in pieces.
  ///
  /// - Returns: The greatest offset that the client was told.
  private func play(_ test: TestReceiver) -> Int {
    var told = 0
    func note(_ response: ReceiverResponse) {
      if (200..<300).contains(response.status) {
        told = max(told, response["Upload-Offset"].flatMap(Int.init) ?? 0)
      }
    }
    let created = test.create(length: 1000, Samples.metadata(photo), body: Array(photo[..<100]))
    note(created)
    let location = created.location
    let checked = Array(photo[100..<300])
    note(test.append(checked, to: location, at: 100, ["Upload-Checksum": Samples.checksum(checked)]))
    note(test.append(Samples.jpeg(200), to: location, at: 300, ["Upload-Checksum": Samples.checksum([])]))
    let exchange = test.receiver.begin(test.patch(location, at: 300, count: 700))
    if exchange.earlyResponse == nil {
      for start in stride(from: 300, to: 600, by: 50) {
        if photo[start..<start + 50].withUnsafeBytes({ exchange.receive($0) }) != nil { break }
      }
      exchange.abort()
    }
    note(test.head(location))
    note(test.append(Array(photo[600...]), to: location, at: 600))
    note(test.head(location))
    return told
  }

  @Test("It may die before any change of the disk: what it told is true, and the photo arrives once")
  func anywhere() throws {
    let fate = Fate()
    let whole = try TestReceiver(willTake: fate.decide)
    fate.set(.none)
    #expect(play(whole) == 1000)
    let changes = fate.changes
    #expect(changes > 30)
    for number in 0...changes {
      fate.set(.none)
      let test = try TestReceiver(willTake: fate.decide)
      fate.set(.death(at: number))
      let told = play(test)
      fate.set(.none)
      try test.restart()
      try checkAfterwards(test, told: told, "death before change \(number) of \(changes)")
    }
  }

  @Test("It may die again while it takes up what the first death left")
  func twice() throws {
    let fate = Fate()
    for number in stride(from: 0, to: 60, by: 7) {
      for second in 0..<8 {
        fate.set(.none)
        let test = try TestReceiver(willTake: fate.decide)
        fate.set(.death(at: number))
        let told = play(test)
        fate.set(.death(at: second))
        do { try test.restart() } catch { #expect("\(error)".contains("test")) }
        fate.set(.none)
        try test.restart()
        try checkAfterwards(test, told: told, "death at \(number), then at \(second)")
      }
    }
  }

  /// Goes on as a client does that knows nothing but the media, and looks at what is there in the end.
  private func checkAfterwards(_ test: TestReceiver, told: Int, _ comment: Comment) throws {
    #expect(try test.uploads().count <= 2, comment)
    if told == 1000 { #expect(try test.files().count == 2, comment) }
    let created = test.create(length: 1000, Samples.metadata(photo))
    try #require(created.status == 201, comment)
    let offset = try #require(created["Upload-Offset"].flatMap(Int.init), comment)
    #expect(offset >= told, comment)
    // Never what was not checked: 300 to 500 were once sent with other bytes.
    if offset < 1000 {
      #expect(test.append(Array(photo[offset...]), to: created.location, at: offset).status == 204, comment)
    }
    #expect(test.head(created.location)["Upload-Offset"] == "1000", comment)
    #expect(try test.files() == [KeepingTests.file, KeepingTests.seal], comment)
    #expect(try test.read(KeepingTests.file) == photo, comment)
    #expect(try test.uploads().count == 1, comment)
  }

  @Test("Torn and foreign files among the uploads are no obstacle, and what they lead to is not touched")
  func torn() throws {
    let test = try TestReceiver()
    let locations = (0..<6).map { _ in test.create(length: 1000, body: Array(photo[..<400])).location }
    let ids = locations.map { String($0.suffix(32)) }
    let folder = "\(test.path)/.uploads"
    let record = try test.read(".uploads/\(ids[0]).json")
    func write(_ bytes: [UInt8], _ name: String) throws {
      try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
    }
    try write([], "\(ids[0]).json")
    try write(Array(record.prefix(record.count / 2)), "\(ids[1]).json")
    try write(
      Array(String(decoding: record, as: UTF8.self).replacing("1000", with: "-1").utf8), "\(ids[2]).json")
    try FileManager.default.removeItem(atPath: "\(folder)/\(ids[3]).part")
    let secret = try test.scratch.write(Array("secret".utf8), as: "secret")
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder)/\(ids[3]).part", withDestinationPath: secret)
    try FileManager.default.removeItem(atPath: "\(folder)/\(ids[4]).json")
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder)/\(ids[4]).json", withDestinationPath: secret)
    try write([1], "\(String(repeating: "a", count: 32)).part")
    try write([1], ".\(ids[0]).json.tmp")
    try write([1], "something else")
    try test.restart()
    for location in locations[..<5] { #expect(test.head(location).status == 404) }
    #expect(test.head(locations[5])["Upload-Offset"] == "400")
    #expect(
      try test.uploads() == [".uploads/\(ids[5]).json", ".uploads/\(ids[5]).part", ".uploads/something else"])
    #expect(try test.scratch.read("secret") == Array("secret".utf8))
    #expect(test.events.all.contains { $0.contains(#""uploads":1,"dropped":6"#) })
  }

  @Test("A file whose JSON is torn or missing is told by its bytes, and gets a new one")
  func tornSeal() throws {
    let test = try TestReceiver()
    test.create(length: 1000, Samples.metadata(photo), body: photo)
    let seal = try test.read(KeepingTests.seal)
    for bytes in [nil, [], Array(seal.prefix(seal.count / 2))] as [[UInt8]?] {
      try FileManager.default.removeItem(atPath: "\(test.path)/\(KeepingTests.seal)")
      if let bytes { try test.scratch.write(bytes, as: "received/\(KeepingTests.seal)") }
      try test.restart()
      #expect(test.create(length: 1000, Samples.metadata(photo))["Upload-Offset"] == "1000")
      #expect(test.create(length: 1000, Samples.metadata(Samples.jpeg(1000, seed: 3))).status == 409)
      let fields =
        try JSONSerialization.jsonObject(with: Data(test.read(KeepingTests.seal))) as? [String: Any]
      #expect(fields?["sha256"] as? String == Samples.sha256(photo))
    }
  }

  @Test("One receiver at a time uses a folder")
  func second() throws {
    let test = try TestReceiver()
    #expect {
      _ = try FileReceiverStorage(path: test.path)
    } throws: {
      "\($0)".contains("is used by another receiver")
    }
  }

  @Test("An upload that was unfinished before a restart expires by the time of its last byte")
  func expiry() throws {
    let test = try TestReceiver { $0.lifetime = 100 }
    let location = test.create(length: 1000, body: Array(photo[..<5])).location
    // A clock that is wrong keeps nothing for ever: the time of the file is cut to now.
    test.clock.advance(-1e6)
    try test.restart()
    test.clock.advance(99)
    #expect(test.head(location).status == 200)
    test.clock.advance(2)
    #expect(test.head(location).status == 404)
  }
}
