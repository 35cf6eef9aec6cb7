import Foundation
import PhotoFixtures
import Testing
import Threading

@testable import UploadReceiver

@Suite("Any order of requests")
struct InterleavingTests {
  /// What an upload must be, by the rules of the protocol alone.
  private struct Model {
    let bytes: [UInt8]
    let location: String
    var offset = 0
    var isGone = false
  }

  @Test("A receiver does what the protocol says, whatever is sent, ended early, repeated and restarted")
  func model() throws {
    let seed = UInt64.random(in: .min ... .max)
    print("seed \(seed)")
    var random = SplitMix64(seed: seed)
    for _ in 0..<15 {
      let test = try TestReceiver()
      var models: [Model] = []
      for number in 0..<3 {
        let bytes = Samples.jpeg(Int.random(in: 4...400, using: &random), seed: UInt8(number))
        let media = String(Samples.media.dropLast()) + String(number)
        let created = test.create(length: bytes.count, Samples.metadata(bytes, media: media))
        try #require(created.status == 201)
        models.append(Model(bytes: bytes, location: created.location))
      }
      for _ in 0..<60 {
        let index = Int.random(in: 0..<models.count, using: &random)
        try step(&models[index], test, &random, "seed \(seed)")
      }
      for model in models where !model.isGone {
        if model.offset < model.bytes.count {
          test.append(Array(model.bytes[model.offset...]), to: model.location, at: model.offset)
        }
        #expect(test.head(model.location)["Upload-Offset"] == String(model.bytes.count), "seed \(seed)")
      }
      let kept = try test.files().filter { $0.hasSuffix(".jpg") }.map { try test.read($0) }
      #expect(Set(kept).isSuperset(of: models.filter { !$0.isGone }.map(\.bytes)), "seed \(seed)")
      #expect(Set(kept).isSubset(of: models.map(\.bytes)), "seed \(seed)")
    }
  }

  private func step(
    _ model: inout Model, _ test: TestReceiver, _ random: inout SplitMix64, _ comment: Comment
  ) throws {
    let rest = Array(model.bytes[model.offset...])
    let piece = Array(rest.prefix(Int.random(in: 0...max(1, rest.count / 2), using: &random)))
    switch Int.random(in: 0..<20, using: &random) {
    case 0: try test.restart()
    case 1 where Int.random(in: 0..<4, using: &random) == 0:
      #expect(test.send("DELETE", model.location).status == (model.isGone ? 404 : 204), comment)
      model.isGone = true
    case 2...4:
      let wrong = model.offset + Int.random(in: 1...9, using: &random)
      #expect(test.append(piece, to: model.location, at: wrong).status == (model.isGone ? 404 : 409), comment)
    case 5...7:
      let exchange = test.receiver.begin(test.patch(model.location, at: model.offset, count: rest.count + 0))
      guard exchange.earlyResponse == nil else { break }
      _ = piece.withUnsafeBytes { exchange.receive($0) }
      exchange.abort()
      model.offset += piece.count
    case 8...9:
      let checksum = Samples.checksum(piece + [0])
      let response = test.append(piece, to: model.location, at: model.offset, ["Upload-Checksum": checksum])
      let isDone = model.offset == model.bytes.count
      #expect(response.status == (model.isGone ? 404 : isDone ? 204 : 460), comment)
    case 10...11:
      let checksum = Samples.checksum(piece)
      let response = test.append(piece, to: model.location, at: model.offset, ["Upload-Checksum": checksum])
      #expect(response.status == (model.isGone ? 404 : 204), comment)
      if !model.isGone { model.offset += piece.count }
    default:
      let response = test.append(piece, to: model.location, at: model.offset)
      #expect(response.status == (model.isGone ? 404 : 204), comment)
      if !model.isGone { model.offset += piece.count }
    }
    let head = test.head(model.location)
    #expect(head.status == (model.isGone ? 404 : 200), comment)
    #expect(head["Upload-Offset"] == (model.isGone ? nil : String(model.offset)), comment)
  }

  @Test("Creations of one media at once make one upload")
  func creations() throws {
    let test = try TestReceiver()
    let photo = Samples.jpeg(100)
    for round in 100..<140 {
      let media = String(Samples.media.dropLast(3)) + String(round)
      let header = TestReceiver.header(Samples.metadata(photo, media: media))
      let request = test.request("POST", "/files", ["Upload-Length": "100", "Upload-Metadata": header])
      let receiver = test.receiver
      let locations = Lines()
      let threads = (0..<4).compactMap { _ in
        WorkerThread { locations.append(receiver.begin(request).earlyResponse?.location ?? "none") }
      }
      for thread in threads { thread.join() }
      #expect(locations.all.count == threads.count && Set(locations.all).count == 1)
    }
    #expect(try test.uploads().count == 80)
    #expect(test.receiver.counters.created == 40)
  }

  @Test("Many threads that send the same photos store each once")
  func threads() throws {
    let test = try TestReceiver()
    let photos = (0..<4).map { Samples.jpeg(3000, seed: UInt8($0)) }
    let receiver = test.receiver
    let requests = photos.indices.map { number in
      Samples.metadata(photos[number], media: String(Samples.media.dropLast()) + String(number))
    }
    let heads = requests.map { metadata in
      test.request(
        "POST", "/files", ["Upload-Length": "3000", "Upload-Metadata": TestReceiver.header(metadata)])
    }
    let token = test.request("PATCH", "/").headers
    let failures = Lines()
    let threads = (0..<8).compactMap { number in
      WorkerThread {
        for round in 0..<12 {
          let index = (number + round) % photos.count
          let client = Client(receiver: receiver, headers: token)
          if let failure = client.send(photos[index], by: heads[index], piece: 100 * (1 + number)) {
            failures.append(failure)
          }
        }
      }
    }
    #expect(threads.count == 8)
    for thread in threads { thread.join() }
    #expect(failures.all == [])
    #expect(test.receiver.counters.completed == 4)
    #expect(test.receiver.counters.requestsUnderWay == 0)
    #expect(try test.files().count == 8)
    for number in photos.indices {
      let name = "\(Samples.entry)/\(Samples.media.dropLast())\(number).jpg"
      #expect(try test.read(name) == photos[number])
    }
  }
}

/// Sends a photo as a client does that others get in the way of.
private struct Client {
  let receiver: Receiver
  let headers: [(name: String, value: String)]

  /// - Returns: What went wrong.
  func send(_ photo: [UInt8], by creation: ReceiverRequest, piece: Int) -> String? {
    for _ in 0..<100_000 {
      guard let created = receiver.begin(creation).earlyResponse else { return "no early answer" }
      if created.status == 423 { continue }
      guard created.status == 201, let offset = created["Upload-Offset"].flatMap(Int.init) else {
        return "creation: \(created.status)"
      }
      if offset == photo.count { return nil }
      let body = photo[offset..<min(photo.count, offset + piece)]
      let request = ReceiverRequest(
        method: "PATCH", path: created.location,
        headers: headers + [
          (name: "Upload-Offset", value: "\(offset)"), (name: "Content-Length", value: "\(body.count)"),
          (name: "Content-Type", value: "application/offset+octet-stream"),
        ])
      let exchange = receiver.begin(request)
      let early = exchange.earlyResponse ?? body.withUnsafeBytes { exchange.receive($0) }
      let answer = early ?? exchange.finish()
      guard [204, 409, 423].contains(answer.status) else { return "piece: \(answer.status)" }
    }
    return "it never ended"
  }
}
