import PhotoFixtures
import Testing

@Suite("The demo photo", .needsReferencePrograms)
struct PhonePhotoTests {
  @Test("The scene depends on its seed and size alone")
  func determinism() {
    let scene = DemoScene(seed: 3)
    let first = scene.render(width: 48, height: 64)
    #expect(scene.render(width: 48, height: 64) == first)
    #expect(DemoScene(seed: 5).render(width: 48, height: 64) != first)
  }

  @Test("The evening sky is blue above and warm over the ridges, and the lake mirrors it")
  func colors() {
    let picture = DemoScene().render(width: 90, height: 120)
    let high = picture.meanColor(x: 50..<88, y: 0..<8)
    #expect(Int(high.blue) > Int(high.red) + 30)
    let low = picture.meanColor(x: 10..<80, y: 36..<44)
    #expect(Int(low.red) > Int(low.blue) + 10)
  }

  @Test("A small or wide picture can be painted too", arguments: [(16, 16), (64, 24), (17, 90)])
  func sizes(width: Int, height: Int) {
    let picture = DemoScene(seed: 9).render(width: width, height: height)
    #expect(picture.width == width)
    #expect(picture.height == height)
  }

  @Test("A portrait is stored on its side and shows the scene upright", .needsPillow)
  func portrait() throws {
    let photo = PhonePhoto(width: 48, height: 64, coding: .init(quality: 95, sampling: .s444))
    let jpeg = try photo.jpeg()
    #expect(try JPEGTool.decode(jpeg).width == 64)
    let shown = try Pillow.decode(jpeg, upright: true)
    #expect(try #require(shown.peakSignalToNoise(photo.scene.render(width: 48, height: 64))) > 30)
  }

  @Test("The file tells camera, time, place and thumbnail, and is in good order", .needsExifTool)
  func metadata() throws {
    let jpeg = try PhonePhoto(scene: DemoScene(seed: 0), width: 60, height: 80).jpeg()
    let tags = try ExifTool.tags(jpeg)
    for (name, value) in [
      "IFD0:Orientation": "6", "IFD0:Make": "Example", "IFD0:Model": "Demo Phone",
      "ExifIFD:DateTimeOriginal": "2024:09:21 19:20:05", "ExifIFD:OffsetTimeOriginal": "+02:00",
      "ExifIFD:ISO": "125", "GPS:GPSLatitude": "46.5", "GPS:GPSLongitude": "8", "GPS:GPSAltitude": "1874.5",
      "XMP-photoshop:State": "Valais", "IFD1:Compression": "6",
    ] {
      #expect(tags[name] == value, "\(name)")
    }
    let thumbnail = try JPEGTool.decode(ExifTool.binary("ThumbnailImage", of: jpeg))
    #expect(thumbnail.width == 160)
    #expect(thumbnail.height == 120)
    // The invented maker's notes have a layout that no reader knows.
    #expect(try ExifTool.validate(jpeg).filter { !$0.contains("MakerNote") } == [])
  }

  @Test("A landscape is not turned")
  func landscape() {
    #expect(PhonePhoto(width: 80, height: 60).orientation == 1)
    #expect(PhonePhoto(width: 60, height: 80).orientation == 6)
  }
}
