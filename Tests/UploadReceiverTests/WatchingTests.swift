import Foundation
import PhotoFixtures
import Testing

@testable import UploadReceiver

@Suite("What a receiver tells of itself")
struct WatchingTests {
  let photo = Samples.jpeg(5000)

  @Test("The metrics are the text format of Prometheus, and count what happened")
  func metrics() throws {
    let test = try TestReceiver()
    test.create(length: 5000, Samples.metadata(photo), body: photo)
    test.create(length: 5000, Samples.metadata(photo))
    let open = test.create(length: 5000).location
    test.append(Array(photo[..<70]), to: open, at: 0)
    test.create(length: 1 << 40)
    test.send("BREW\"\n}", "/files")
    let response = test.send("GET", "/metrics")
    #expect(response.status == 200)
    #expect(response["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8")
    let lines = response.words.split(separator: "\n").map(String.init)
    for line in lines where !line.hasPrefix("#") {
      #expect(
        line.wholeMatch(of: /[a-z_]+(\{[a-z]+="[A-Za-z_0-9]*"(,[a-z]+="[0-9]*")?\})? [0-9]+/) != nil,
        "\(line)")
    }
    for expected in [
      "uploads_created_total 2", "uploads_completed_total 1", "uploads_already_stored_total 1",
      "uploads_refused_total{reason=\"size\"} 1", "uploads_refused_total{reason=\"metadata\"} 0",
      "bytes_received_total 5070", "open_uploads 1", "open_bytes 70", "stored_bytes 5000",
      "requests_under_way 0",
      "requests_total{method=\"POST\",status=\"201\"} 3", "requests_total{method=\"other\",status=\"405\"} 1",
      "requests_total{method=\"PATCH\",status=\"204\"} 1",
    ] {
      #expect(lines.contains("shutterbox_receiver_\(expected)"))
    }
    try test.restart()
    #expect(test.send("GET", "/metrics").words.contains("stored_bytes 5000\n"))
    #expect(test.send("POST", "/metrics").status == 405)
  }

  @Test("The log is JSON, and holds no token, no id of the sender's, and nothing of what the sender says")
  func log() throws {
    let test = try TestReceiver { $0.inspect = { _ in .metadata(["exif"]) } }
    let metadata = Samples.metadata(photo) + [("filename", "holiday.jpg"), ("password", "hunter2")]
    let location = test.create(length: 5000, metadata).location
    test.append(photo, to: location, at: 0, ["X-Secret": "in a header"])
    test.send("GET", "/files/what-was-asked-for")
    test.send("POST", "/files", ["Authorization": "Bearer wrong"])
    test.send("secret-method")
    let lines = test.events.all
    for line in lines {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      #expect(object?["event"] is String && object?["at"] is String)
    }
    #expect(
      lines.count { $0.contains(#""event":"request""#) } == 5 && lines.contains { $0.contains("refused") })
    let all = lines.joined()
    for secret in [
      TestReceiver.token, "wrong", Samples.entry, Samples.media, Samples.sha256(photo), "holiday", "hunter2",
      "in a header", "what-was-asked-for", "secret-method", String(location.suffix(32)), test.path,
    ] {
      #expect(!all.contains(secret), "\(secret)")
    }
  }

  @Test("Nothing of what the sender says but ids, hash and type reaches the disk")
  func disk() throws {
    let test = try TestReceiver()
    let secrets = [("filename", "holiday.jpg"), ("authorization", "hunter2"), ("name", "J. Doe")]
    test.create(length: 5000, Samples.metadata(photo) + secrets, body: Array(photo[..<100]))
    test.create(length: 5000, secrets, body: photo)
    let encoded = secrets.map { Data($0.1.utf8).base64EncodedString() }
    for secret in secrets.map(\.1) + encoded {
      let found = try Tool.run("grep", ["-r", "-a", "-l", secret, test.path])
      #expect(found.status == 1, "\(secret)")
    }
  }

  @Test(
    "Times are written as HTTP writes them, by the word of date(1)",
    arguments: [0, 951_782_400, 1_403_712_000, 1_709_164_799, 4_107_542_399, 253_402_300_799])
  func dates(seconds: Int) throws {
    let text = try Tool.output("date", ["-u", "-d", "@\(seconds)", "+%a, %d %b %Y %H:%M:%S GMT"])
    #expect(
      HTTPDate.text(Date(timeIntervalSince1970: Double(seconds)))
        == String(decoding: text, as: UTF8.self).trimmingCharacters(in: .newlines))
  }
}
