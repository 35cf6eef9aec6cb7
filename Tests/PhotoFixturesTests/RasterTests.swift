import PhotoFixtures
import Testing

@Suite("Rasters")
struct RasterTests {
  @Test("The corner card looks different in each orientation, also as a square")
  func cornerCardTellsOrientations() {
    let card = Raster.cornerCard(width: 32, height: 32)
    let turned = (1...8).map { card.turned(by: $0) }
    #expect(Set(turned).count == 8)
    #expect(card.quadrantColors() == Raster.cornerColors)
  }

  @Test("Turning and viewing undo each other", arguments: 1...8)
  func turningIsUndone(orientation: Int) {
    let card = Raster.cornerCard(width: 30, height: 20)
    let stored = card.turned(by: orientation)
    #expect(stored.width == (orientation < 5 ? 30 : 20))
    #expect(stored.upright(from: orientation) == card)
  }

  @Test("Pillow shows a turned card upright", .needsPillow, arguments: 1...8)
  func pillowAgrees(orientation: Int) throws {
    let card = Raster.cornerCard(width: 64, height: 48)
    let jpeg = try JPEGFile(card.turned(by: orientation), .init(quality: 95, sampling: .s444))
      .adding(EXIFBuilder(orientation: orientation)).bytes
    let shown = try Pillow.decode(jpeg, upright: true)
    #expect(try #require(shown.peakSignalToNoise(card)) > 30)
  }

  @Test("A portable map is read back as it was written")
  func portableMapRoundTrip() throws {
    let noise = Raster.noise(width: 7, height: 5, seed: 3)
    #expect(try Raster(portableMap: noise.ppm()) == noise)
    let gray = try Raster(portableMap: noise.pgm())
    #expect(gray.luma() == noise.luma())
    #expect(throws: FixtureError.self) { try Raster(portableMap: [0x50, 0x36]) }
  }

  @Test("Random rasters depend on their seed alone")
  func seedsDecide() {
    #expect(Raster.noise(width: 9, height: 9, seed: 5) == .noise(width: 9, height: 9, seed: 5))
    #expect(Raster.noise(width: 9, height: 9, seed: 5) != .noise(width: 9, height: 9, seed: 6))
    #expect(Raster.detail(width: 40, height: 30, seed: 5) == .detail(width: 40, height: 30, seed: 5))
    #expect(Raster.detail(width: 40, height: 30, seed: 5) != .detail(width: 40, height: 30, seed: 6))
  }

  @Test("The zone plate alternates from pixel to pixel at the edge, and is flat in the middle")
  func zonePlateFrequencies() {
    let plate = Raster.zonePlate(width: 201, height: 201)
    let middle = (98...102).map { Int(plate[$0, 100].red) }
    #expect(middle.allSatisfy { $0 > 250 })
    let edge = (196...199).map { abs(Int(plate[$0, 100].red) - Int(plate[$0 + 1, 100].red)) }
    #expect(edge.allSatisfy { $0 > 100 })
  }

  @Test("PSNR is infinite for equal pictures, and 48.1 dB for a difference of one")
  func signalToNoise() throws {
    let gray = Raster.solid(width: 4, height: 4, .init(100, 100, 100))
    #expect(gray.peakSignalToNoise(gray) == .infinity)
    let other = Raster.solid(width: 4, height: 4, .init(101, 101, 101))
    #expect(abs(try #require(gray.peakSignalToNoise(other)) - 48.13) < 0.01)
    #expect(gray.peakSignalToNoise(.solid(width: 4, height: 5)) == nil)
  }
}
