import Foundation
import PhotoFixtures
import Testing

@Suite("shutterbox send")
struct SendCommandTests {
  private let home: SendingHome

  init() throws {
    home = try SendingHome()
  }

  @Test("What was sent is said, a line an item with the keys that scripts know, and struck off")
  func sends() async throws {
    try await home.fill(photos: 12, movies: [100_000])
    let receiver = try RunningReceiver(in: home.scratch)
    let result = try home.send(to: "tus+\(receiver.url)")
    #expect(result.status == 0, "\(result.errorText)")
    let objects = try result.objects()
    #expect(objects.count == 13)
    for object in objects {
      #expect(
        Set(object.keys) == [
          "media", "entry", "status", "bytes", "sent_bytes", "attempts", "reason", "next_try_at",
        ])
      #expect(object["status"] as? String == "sent")
      #expect(object["sent_bytes"] as? Int == object["bytes"] as? Int)
    }
    #expect(try home.received() == home.owned())
    #expect(try home.captures.run("list", "--json").objects().allSatisfy { $0["waiting"] as? Int == 0 })
    // An empty list is nothing to complain of.
    let again = try home.send(to: "tus+\(receiver.url)")
    #expect(again.status == 0 && again.text.isEmpty)
  }

  @Test("A folder gets the files, whole, under their ids, and nothing twice")
  func folder() async throws {
    try await home.fill(photos: 5)
    try FileManager.default.createDirectory(
      atPath: "\(home.scratch.path)/synced", withIntermediateDirectories: false)
    #expect(try home.send(to: "synced").status == 0)
    #expect(try home.received(in: "synced") == home.owned())
    // What a lost ledger entry would send again is there already.
    try home.captures.sql(
      "INSERT INTO upload (media, state, next_try_at, attempts) SELECT id, 'waiting', 0, 0 FROM media")
    #expect(try home.send(to: "synced").status == 0)
    #expect(try home.received(in: "synced") == home.owned())
  }

  @Test("A folder that is not there is not made: the disk may not be mounted")
  func missingFolder() async throws {
    try await home.fill(photos: 2)
    let result = try home.send(to: "/nowhere/at/all")
    #expect(result.status == 4)
    #expect(result.errorText.contains("is the disk mounted?"))
    #expect(try result.objects().count == 2)
    #expect(!FileManager.default.fileExists(atPath: "/nowhere"))
  }

  @Test("Another file under the name is neither overwritten nor taken for the photo")
  func otherFile() async throws {
    try await home.fill(photos: 1)
    let name = try #require(home.captures.files().first).split(separator: "/").suffix(2).joined(
      separator: "/")
    let place = URL(fileURLWithPath: "\(home.scratch.path)/synced/\(name)")
    try FileManager.default.createDirectory(
      at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data("something else".utf8).write(to: place)
    let result = try home.send(to: "synced")
    #expect(result.status == 1)
    #expect(try result.objects().first?["reason"] as? String != nil)
    #expect(try Data(contentsOf: place) == Data("something else".utf8))
  }

  @Test("A photo that carries metadata is refused by the receiver, stuck, shown, and the rest is sent")
  func stuck() async throws {
    try await home.fill(photos: 2)
    // Somebody put an untreated photo in the place of a prepared one, and the ledger knows no better.
    let file = try #require(home.captures.files().first)
    let photo = try CaptureHome.cameraPhoto()
    let url = URL(fileURLWithPath: "\(home.captures.path)/\(file)")
    try Data(photo).write(to: url)
    let sum = String(decoding: try Tool.output("sha256sum", [url.path]), as: UTF8.self).prefix(64)
    let id = url.deletingPathExtension().lastPathComponent
    try home.captures.sql("UPDATE media SET bytes = \(photo.count), sha256 = x'\(sum)' WHERE id = '\(id)'")

    let receiver = try RunningReceiver(in: home.scratch)
    let result = try home.send(to: "tus+\(receiver.url)")
    #expect(result.status == 1)
    let objects = try result.objects()
    #expect(objects.compactMap { $0["status"] as? String }.sorted() == ["sent", "stuck"])
    let reason = try #require(objects.first { $0["status"] as? String == "stuck" }?["reason"] as? String)
    #expect(reason.contains("exif") && reason.contains("gps"), "\(reason)")
    #expect(try home.captures.run("list", "--json").objects().first?["stuck"] as? Int == 1)
    // Nothing of it stays at the receiver.
    #expect(try home.received().count == 1)
    let entry = try #require(objects.first?["entry"] as? String)
    // The next pass leaves it alone and still says so; to be asked for it is tried again.
    let second = try home.send(to: "tus+\(receiver.url)")
    #expect(try second.status == 1 && second.objects().first?["attempts"] as? Int == 1)
    let third = try home.send(to: "tus+\(receiver.url)", entry)
    #expect(try third.status == 1 && third.objects().first?["attempts"] as? Int == 2)
  }

  @Test("With --finish what was sent is deleted")
  func finishing() async throws {
    try await home.fill(photos: 3)
    let owned = try home.owned()
    let receiver = try RunningReceiver(in: home.scratch)
    #expect(try home.send(to: "tus+\(receiver.url)", "--finish").status == 0)
    #expect(try home.received() == owned)
    #expect(try home.captures.files() == [])
    #expect(try home.captures.run("list", "--state", "finished", "--json").objects().count == 1)
  }

  @Test(
    "Several movies at once take a piece or three of memory each, and never a whole file",
    .enabled(if: PeakMemory.isMeasurable, "needs Python and no sanitizer"))
  func memory() async throws {
    let one = try await peak(movies: 1)
    let several = try await peak(movies: 5)
    // Four are under way at once; each holds a piece of 5 MiB that is sent and one that is read ahead.
    #expect(several < one + 3 * 3 * 5 * 1024, "\(one) KiB with one, \(several) KiB with several")
  }

  /// The peak of the memory of a process that sends as many movies of 48 MB, in KiB.
  private func peak(movies: Int) async throws -> Int {
    let home = try SendingHome()
    try await home.fill(photos: 1, movies: Array(repeating: 48_000_000, count: movies))
    let receiver = try RunningReceiver(in: home.scratch)
    receiver.discardOutput()
    let (status, peak) = try PeakMemory.run([
      "/usr/bin/env", Shutterbox.noConfiguration(home.scratch), "SHUTTERBOX_HOME=\(home.captures.path)",
      "SHUTTERBOX_TOKEN=\(RunningReceiver.token)", Shutterbox.path, "send", "--to", "tus+\(receiver.url)",
    ])
    #expect(status == 0)
    #expect(try home.received() == home.owned())
    return peak
  }

  @Test("A watching sender sends what is added later, and ends cleanly when it is told to")
  func watching() async throws {
    let receiver = try RunningReceiver(in: home.scratch)
    let pipe = Pipe()
    let sender = try RunningCommand(
      ["send", "--to", "tus+\(receiver.url)", "--watch", "--json"], in: home.scratch,
      output: pipe.fileHandleForWriting,
      environment: ["SHUTTERBOX_HOME": home.captures.path, "SHUTTERBOX_TOKEN": RunningReceiver.token])
    try pipe.fileHandleForWriting.close()
    try await home.fill(photos: 4)
    // It has no other way to know of them than that the ledger changed.
    var lines = Data()
    while lines.count(where: { $0 == 10 }) < 4 {
      let more = pipe.fileHandleForReading.availableData
      if more.isEmpty { break }
      lines += more
    }
    #expect(try home.received() == home.owned())
    sender.send(SIGINT)
    #expect(sender.wait() == 130)
  }

  @Test("Where to send can be configured, and the command line counts over it")
  func configured() async throws {
    try await home.fill(photos: 1)
    try FileManager.default.createDirectory(
      atPath: "\(home.scratch.path)/config/shutterbox", withIntermediateDirectories: true)
    try Data(#"{"destination": "/nowhere"}"#.utf8).write(
      to: URL(fileURLWithPath: "\(home.scratch.path)/config/shutterbox/config.json"))
    #expect(try home.captures.run("send").status == 4)
    try FileManager.default.createDirectory(
      atPath: "\(home.scratch.path)/other", withIntermediateDirectories: false)
    #expect(try home.captures.run("send", environment: ["SHUTTERBOX_DESTINATION=other"]).status == 0)
  }

  @Test(
    "What is no destination is told, with what to write instead",
    arguments: [
      ("https://example.org/files", "tus+"), ("ftp://example.org", "no kind of destination"),
      ("", "must not be empty"),
    ])
  func noDestination(text: String, part: String) throws {
    let result = try home.send(to: text)
    #expect(result.status == 2)
    #expect(result.errorText.contains(part))
  }

  @Test("No destination at all is told")
  func missingDestination() throws {
    let result = try home.captures.run("send")
    #expect(result.status == 2 && result.errorText.contains("--to"))
  }

  @Test("S3 without keys is told, and no key is ever printed")
  func keys() async throws {
    try await home.fill(photos: 1)
    let missing = try home.captures.run("send", "--to", "s3://bucket")
    #expect(missing.status == 1 && missing.errorText.contains("AWS_ACCESS_KEY_ID"))
    let result = try home.captures.run(
      "send", "--to", "s3://bucket/photos",
      environment: [
        "AWS_ACCESS_KEY_ID=AKIAEXAMPLE", "AWS_SECRET_ACCESS_KEY=very-secret",
        "AWS_ENDPOINT_URL=http://127.0.0.1:9",
      ])
    #expect(result.status == 4)
    #expect(!(result.text + result.errorText).contains("very-secret"))
    #expect(!(result.text + result.errorText).contains("AKIAEXAMPLE"))
  }

  @Test("A token that is refused is said, and everything waits")
  func wrongToken() async throws {
    try await home.fill(photos: 3)
    let receiver = try RunningReceiver(in: home.scratch)
    let result = try home.captures.run(
      "send", "--to", "tus+\(receiver.url)", environment: ["SHUTTERBOX_TOKEN=wrong-token-123456"])
    #expect(result.status == 4)
    #expect(result.errorText.contains("does not accept the token"))
    #expect(!result.errorText.contains("wrong-token"))
    #expect(try home.captures.sql("SELECT sum(attempts) FROM upload") == "0\n")
  }

  @Test("The help names every option")
  func help() throws {
    let help = try home.captures.run("send", "--help")
    #expect(help.status == 0)
    for option in ["--to", "--watch", "--network", "--concurrency", "--json"] {
      #expect(help.text.contains(option))
    }
  }
}
