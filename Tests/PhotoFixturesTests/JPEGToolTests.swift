import PhotoFixtures
import Testing

@Suite("Writing and reading JPEGs with the reference programs", .needsReferencePrograms)
struct JPEGToolTests {
  @Test("Each sampling is written into the frame header", arguments: JPEGTool.Options.Sampling.allCases)
  func samplings(sampling: JPEGTool.Options.Sampling) throws {
    let picture = Raster.detail(width: 50, height: 38)
    let file = try JPEGFile(picture, .init(quality: 95, sampling: sampling))
    let frame = try #require(file.segments.first { JPEGMarker.isFrame($0.marker) })
    let factors = frame.payload[7]
    #expect("\(factors >> 4)x\(factors & 15)" == sampling.rawValue)
    let decoded = try JPEGTool.decode(file.bytes)
    #expect(try #require(decoded.peakSignalToNoise(picture)) > 25)
  }

  @Test(
    "Each kind of coding has its marker and its pixels",
    arguments: [
      (JPEGTool.Options(), 0xC0), (.init(isProgressive: true), 0xC2), (.init(isArithmetic: true), 0xC9),
      (.init(isOptimized: true), 0xC0), (.init(restartRows: 1), 0xC0), (.init(colorSpace: .grayscale), 0xC0),
      (.init(colorSpace: .rgb), 0xC0),
    ] as [(JPEGTool.Options, UInt8)])
  func codings(options: JPEGTool.Options, marker: UInt8) throws {
    let picture = Raster.gradient(width: 40, height: 40)
    let file = try JPEGFile(picture, options)
    #expect(file.segments.contains { $0.marker == marker })
    #expect(file.segments.contains { $0.marker == 0xDD } == (options.restartRows > 0))
    let decoded = try JPEGTool.decode(file.bytes)
    if options.colorSpace == .grayscale {
      #expect(Set(decoded.rgb.prefix(3)).count == 1)
    } else {
      #expect(try #require(decoded.peakSignalToNoise(picture)) > 28)
    }
  }

  @Test("Taking a file apart and putting it together changes no byte", arguments: [false, true])
  func roundTrip(isProgressive: Bool) throws {
    let jpeg = try JPEGTool.encode(
      .detail(width: 61, height: 33), .init(isProgressive: isProgressive, restartRows: 1))
    #expect(try JPEGFile(jpeg).bytes == jpeg)
    #expect(try JPEGFile(jpeg + [1, 2, 3]).trailer == [1, 2, 3])
  }

  @Test("More output than a pipe holds arrives whole, and unread input does no harm")
  func largeStreams() throws {
    let input = [UInt8](repeating: 65, count: 3_000_000)
    #expect(try Tool.run("cat", [], input: input).stdout == input)
    #expect(try Tool.run("true", [], input: input).status == 0)
    #expect(try Tool.run("sh", ["-c", "echo no >&2; exit 7"]).status == 7)
  }

  @Test("A missing program is named")
  func missingProgram() {
    let error = #expect(throws: FixtureError.self) { try Tool.run("no-such-program-here", []) }
    #expect(error?.description.contains("no-such-program-here") == true)
  }

  @Test("Pixels of four inks come out as they went in", .needsPillow, arguments: InkOptions.allCases)
  func inks(options: InkOptions) throws {
    let card = Raster.cornerCard(width: 64, height: 64)
    let file = try JPEGFile.inks(card, options)
    #expect(file.segments.contains { $0.marker == JPEGMarker.app(14) } == options.hasAdobeMarker)
    let shown = try Pillow.decode(file.bytes)
    // Pillow takes every file for an inverted one.
    let expected = options.isInverted ? card : try Pillow.decode(JPEGFile.inks(card).bytes)
    let quality = try #require(shown.peakSignalToNoise(expected))
    #expect(options.isInverted ? quality > 25 : quality < 15)
  }
}
