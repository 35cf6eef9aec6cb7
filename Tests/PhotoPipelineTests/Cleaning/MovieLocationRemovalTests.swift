import DurableFiles
import PhotoFixtures
import Testing

@testable import PhotoPipeline

@Suite("Taking the place out of a movie") struct MovieLocationRemovalTests {
  private static let token = "Zq7TokenOfThePlaceXv"
  private static let position = GPSPosition(latitude: 52.52, longitude: -13.4, altitude: 34.5)
  private static let text = "+52.5200-013.4000+034.500/\(token)"

  /// What must not be left: the place as text, as fixed-point numbers and in double precision.
  private static let witnesses: [[UInt8]] = [
    Array(token.utf8), Array("+52.5200".utf8), Array("52,31.2N".utf8), [0x00, 0x34, 0x85, 0x1F],
    ByteOrder.littleEndian.bytes(52.52.bitPattern), Array("GPS(".utf8),
  ]

  /// Ways to lay out a movie.
  enum Layout: CaseIterable {
    case late, early, wide, chunks, compact, fragments

    func lay(_ movie: MovieFile) -> MovieFile {
      var movie = movie
      movie.tracks.append(.sound())
      movie.isIndexFirst = self == .early
      movie.hasWideMedia = self == .wide
      movie.isFragmented = self == .fragments
      for index in movie.tracks.indices {
        movie.tracks[index].hasWideOffsets = self == .wide
        movie.tracks[index].hasWideTimes = self == .wide
        if self == .chunks { movie.tracks[index].samplesPerChunk = 1 + index % 2 }
        if self == .compact {
          movie.tracks[index].samplesPerChunk = 2
          movie.tracks[index].sizeBits = index % 2 == 0 ? 16 : 8
        }
      }
      return movie
    }
  }

  private func expectClean(_ movie: MovieFile, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let cleaned = try CleanedMovie(movie)
    #expect(!cleaned.patches.isEmpty, sourceLocation: sourceLocation)
    #expect(Self.witnesses.contains { cleaned.contained($0) }, sourceLocation: sourceLocation)
    for witness in Self.witnesses { #expect(!cleaned.contains(witness), sourceLocation: sourceLocation) }
    cleaned.expectOnlyPatchesDiffer(sourceLocation: sourceLocation)
    // Pictures and sounds are where they were.
    for track in movie.tracks where track.handler == "vide" || track.handler == "soun" {
      for sample in track.samples { #expect(cleaned.contains(sample), sourceLocation: sourceLocation) }
    }
    let before = try PhotoInspection.read(MemoryByteSource(cleaned.original, name: "before")).structure
    let after = try PhotoInspection.read(MemoryByteSource(cleaned.bytes, name: "after"))
    #expect(after.structure == before, sourceLocation: sourceLocation)
    #expect(after.inspection.location == nil, sourceLocation: sourceLocation)
    #expect(!after.inspection.kinds.contains(.movieLocation), sourceLocation: sourceLocation)
  }

  @Test("A place goes in every form, in every layout", arguments: MoviePlace.allCases, Layout.allCases)
  func places(form: MoviePlace, layout: Layout) throws {
    try expectClean(layout.lay(form.plant(Self.text, Self.position, in: MovieFile())))
  }

  @Test("So does one that is hidden", arguments: MovieHiding.allCases, Layout.allCases)
  func hidden(form: MovieHiding, layout: Layout) throws {
    let movie = form.plant(Self.token, in: MovieFile())
    // Logs lie in the media of a movie without fragments.
    if layout == .fragments, form == .listedLog || form == .strayLog { return }
    try expectClean(layout.lay(movie))
  }

  @Test("All of them go at once", arguments: Layout.allCases)
  func everything(layout: Layout) throws {
    var movie = MovieFile("mp42")
    for form in MoviePlace.allCases { movie = form.plant(Self.text, Self.position, in: movie) }
    for form in MovieHiding.allCases where form != .trailer { movie = form.plant(Self.token, in: movie) }
    try expectClean(layout.lay(movie))
  }

  @Test("ExifTool finds no place any more", .needsExifTool, arguments: Layout.allCases)
  func exifTool(layout: Layout) throws {
    for form in MoviePlace.allCases {
      let movie = layout.lay(form.plant(Self.text, Self.position, in: MovieFile("mp42")))
      let lines = try CleanedMovie.placeLines(try CleanedMovie(movie).bytes)
      #expect(lines.isEmpty, "\(form)")
    }
    var movie = MovieFile("mp42")
    for form in MovieHiding.allCases { movie = form.plant(Self.token, in: movie) }
    let cleaned = try CleanedMovie(layout.lay(movie))
    #expect(try CleanedMovie.placeLines(cleaned.bytes).isEmpty)
    #expect(try !PhotoFixtures.ExifTool.dump(cleaned.bytes).contains(Self.token))
    #expect(try !CleanedMovie.placeLines(cleaned.original).isEmpty)
  }

  @Test("A movie that tells no place keeps every byte", arguments: Layout.allCases)
  func harmless(layout: Layout) throws {
    var movie = MovieFile("mp42")
    movie.userData =
      MoviePlace.userText("©mak", "Maker") + MoviePlace.userText("©day", "2024-02-29T12:00:00+0100")
      + BoxBytes.full("cprt", [0x15, 0xC7], Array("Anna -2024-\0".utf8)) + [0, 0, 0, 0]
    movie.indexBoxes = MoviePlace.keys([
      ("com.apple.quicktime.make", "Apple"), ("com.apple.quicktime.software", "17.2"),
      ("com.apple.quicktime.creationdate", "2019-07-24T11:25:40+0300"),
    ])
    var faces = MovieFile.Track("meta", "mebx")
    faces.description = BoxBytes.box(
      "keys",
      BoxBytes.box(
        "\0\0\0\u{1}",
        BoxBytes.box("keyd", BoxBytes.code("mdta"), Array("com.apple.quicktime.detected-face".utf8))))
    faces.samples = [BoxBytes.box("\0\0\0\u{1}", [1, 2, 3])]
    var titles = MovieFile.Track("text", "text")
    titles.samples = [BoxBytes.number16(12) + Array("Take flat 5.".utf8)]
    movie.tracks += [faces, titles]
    movie.tail = BoxBytes.box("free", [0, 0, 0]) + BoxBytes.xmp(XMPPacket(["dc:creator": "Anna"]))
    let cleaned = try CleanedMovie(layout.lay(movie))
    #expect(cleaned.patches.isEmpty && cleaned.bytes == cleaned.original)
  }

  @Test("Keys that tell no place keep their values")
  func otherKeys() throws {
    let cleaned = try CleanedMovie(MovieHiding.keys.plant(Self.token, in: MovieFile()))
    let inspection = try PhotoInspection(source: MemoryByteSource(cleaned.bytes, name: "test"))
    #expect(inspection.camera == "Apple iPhone")
  }

  @Test("A place in a track's fragment is found by the inspection, too")
  func fragments() throws {
    for form in [MoviePlace.track, .cameraMotion] {
      var movie = form.plant(Self.text, Self.position, in: MovieFile("mp42"))
      movie.isFragmented = true
      let inspection = try inspected(movie)
      #expect(abs(try #require(inspection.location).latitude - 52.52) < 1e-9)
      #expect(inspection.kinds == [.movieLocation])
    }
  }

  @Test("Subtitles with coordinates, free-form items and logs in blank space are listed as a place")
  func listed() throws {
    for form in [MovieHiding.subtitle, .freeForm, .blankSpace, .mediaText, .listedLog, .sensors] {
      let kinds = try inspected(form.plant(Self.token, in: MovieFile())).kinds
      #expect(kinds == [.movieLocation], "\(form)")
    }
  }

  @Test("A photo is refused as one")
  func photo() throws {
    #expect(
      throws: PhotoPreparer.Error.unsupported(file: "a", reason: "it is a photo and no movie")
    ) {
      _ = try MovieLocationRemoval.patches(for: MemoryByteSource(HEIFFile.single().bytes(), name: "a"))
    }
  }
}
