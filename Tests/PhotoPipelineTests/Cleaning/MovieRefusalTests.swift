import DurableFiles
import PhotoFixtures
import Testing

@testable import PhotoPipeline

@Suite("Movies from which no place can be taken") struct MovieRefusalTests {
  private func refusal(of bytes: [UInt8]) throws -> String? {
    do {
      _ = try CleanedMovie(bytes)
      return nil
    } catch let error as PhotoPreparer.Error {
      return "\(error.code): \(error.reason)"
    }
  }

  /// A movie with a track of a place, whose samples come second.
  private var movie: MovieFile { MovieHiding.sensors.plant("token", in: MovieFile()) }

  /// `bytes` with the first chunk of the last track somewhere else.
  private func moved(_ bytes: [UInt8], by distance: Int) throws -> [UInt8] {
    let table = try #require(bytes.indices.last { bytes[$0...].starts(with: Array("stco".utf8)) })
    var bytes = bytes
    let place = table + 12
    let offset = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } + distance
    bytes.replaceSubrange(place..<place + 4, with: BoxBytes.number(UInt32(truncatingIfNeeded: offset)))
    return bytes
  }

  @Test("Samples of a place that overlap a picture, or lie outside of the media, are damage")
  func overlap() throws {
    let bytes = movie.bytes()
    #expect(try refusal(of: bytes) == nil)
    #expect(
      try refusal(of: moved(bytes, by: -1)) == "damaged: what holds its place overlaps picture or sound")
    let outside = "damaged: samples of a track of data lie outside of the media"
    #expect(try refusal(of: moved(bytes, by: 100_000)) == outside)
    #expect(try refusal(of: moved(bytes, by: 400)) == outside)
  }

  @Test("Tables that do not say where all samples of a place lie are damage")
  func tables() throws {
    var bytes = movie.bytes()
    let table = try #require(bytes.indices.last { bytes[$0...].starts(with: Array("stsc".utf8)) })
    // The first run starts with the second chunk.
    bytes[table + 15] = 2
    #expect(try refusal(of: bytes) == "damaged: a track of data does not say where its samples lie")
  }

  @Test("A track that could be read in two ways is damage")
  func ambiguous() throws {
    var movie = MovieFile()
    movie.tracks[0].boxes = BoxBytes.box("mdia", [])
    #expect(try refusal(of: movie.bytes()) == "damaged: a track has two boxes mdia")
  }

  @Test("A picture whose samples claim to be data is damage", arguments: ["gpmd", "camm", "mebx"])
  func pictureOfData(coding: String) throws {
    var picture = MovieFile.Track.video()
    picture.coding = coding
    let reason = "damaged: a track of pictures has samples of data"
    #expect(try refusal(of: MovieFile("qt  ", [picture]).bytes()) == reason)
    // Nor is the other picture taken in its place.
    #expect(try refusal(of: MovieFile("qt  ", [.video(), picture]).bytes()) == reason)
  }

  @Test("A box of metadata that reaches beyond its end is damage")
  func cutOff() throws {
    var movie = MovieFile()
    movie.userData = MoviePlace.userText("©xyz", "+52.52-013.40/")
    var bytes = movie.bytes()
    let place = try #require(bytes[...].firstIndex(of: BoxBytes.code("©xyz")))
    bytes[place - 1] += 1
    #expect(try refusal(of: bytes) == "damaged: box .xyz of its metadata is cut off")
  }

  @Test("Items beside the tracks are not followed")
  func items() throws {
    var movie = MovieFile()
    movie.tail = BoxBytes.full("meta", BoxBytes.full("iloc", [0x44, 0, 0, 0]))
    #expect(
      try refusal(of: movie.bytes())
        == "unsupported: it holds items beside its tracks, and one of them may be its place")
  }

  @Test("A movie that was cut short is told, whatever its layout")
  func shortened() throws {
    func reason(_ movie: MovieFile, dropping count: Int) throws -> String? {
      try refusal(of: Array(movie.bytes().dropLast(count)))
    }
    var movie = movie
    let index = try #require(movie.bytes()[...].firstIndex(of: BoxBytes.code("moov"))) - 4
    #expect(try reason(movie, dropping: 9) == "damaged: its last 9 bytes are missing")
    #expect(
      try reason(movie, dropping: movie.bytes().count - index + 7)
        == "damaged: its index is missing, as if recording or copying had been cut short")
    movie.isIndexFirst = true
    #expect(try reason(movie, dropping: 40) == "damaged: its last 40 bytes are missing")
    #expect(try refusal(of: []) == "not_an_image: it is empty")

    var recording = MovieFile("mp42")
    recording.isFragmented = true
    // The second fragment has 30 bytes of samples.
    #expect(try reason(recording, dropping: 10) == "damaged: its last 10 bytes are missing")
    #expect(
      try reason(recording, dropping: 38)
        == "damaged: its last fragment is cut off, as if recording or copying had been cut short")
    #expect(try reason(recording, dropping: 60)?.hasPrefix("damaged: its last") == true)
  }

  /// Small movies with a place in every form.
  private static let rich: [[UInt8]] = [false, true].map { isFragmented in
    var movie = MovieFile("mp42", [.video(), .sound()])
    for form in MoviePlace.allCases {
      movie = form.plant("+52.5200-013.4000/", GPSPosition(latitude: 52.52, longitude: -13.4), in: movie)
    }
    for form in MovieHiding.allCases { movie = form.plant("Token", in: movie) }
    movie.isFragmented = isFragmented
    return movie.bytes()
  }

  @Test(
    "Damaged at random, a movie is refused or loses its place, and keeps its length", arguments: rich.indices)
  func damage(index: Int) throws {
    let original = Self.rich[index]
    let seed = UInt64.random(in: 1...UInt64.max)
    print("seed of the damage: \(seed)")
    var generator = SplitMix64(seed: seed)
    for _ in 0..<400 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        bytes[.random(in: 0..<bytes.count, using: &generator)] = .random(in: 0...255, using: &generator)
      }
      if Int.random(in: 0..<4, using: &generator) == 0 {
        bytes.removeLast(.random(in: 0..<bytes.count, using: &generator))
      }
      do {
        let cleaned = try CleanedMovie(bytes)
        cleaned.expectOnlyPatchesDiffer()
        let result = try PhotoInspection(source: MemoryByteSource(cleaned.bytes, name: "test"))
        #expect(result.location == nil && !result.kinds.contains(.movieLocation))
      } catch let error as PhotoPreparer.Error {
        // The proof is there for what the removal has overlooked.
        if case .notClean = error { Issue.record("\(error)") }
      }
    }
  }

  @Test("With single bytes set to FF or 00, a movie is refused or loses its place", arguments: rich.indices)
  func everyByteChanged(index: Int) throws {
    let original = Self.rich[index]
    for place in stride(from: Int.random(in: 0..<7), to: original.count, by: 7) {
      var bytes = original
      bytes[place] = place % 2 == 0 ? 0xFF : 0
      do {
        _ = try MovieLocationRemoval.cleaned(MemoryByteSource(bytes, name: "test"))
      } catch let error as PhotoPreparer.Error {
        if case .notClean = error { Issue.record("byte \(place): \(error)") }
      }
    }
  }
}
