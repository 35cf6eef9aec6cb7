import CoreGraphics
import DurableFiles
import Foundation
import ImageIO
import PhotoFixtures
import PhotoPipeline
import Synchronization
import Testing

/// The road of a file through ImageIO: what is asked of the system, and what is made of its answers.
@Suite("Photos through ImageIO")
struct ImageIOTests {
  private let system = FakeImageIO()

  private func camera(width: Int = 64, height: Int = 48, orientation: Int = 6) throws -> [UInt8] {
    var exif = EXIFBuilder(
      .littleEndian, orientation: orientation, gps: GPSPosition(latitude: 46.5, longitude: 8.25))
    exif.make = "Example"
    return try JPEGFile(JPEGTool.encode(.detail(width: width, height: height))).adding(exif).bytes
  }

  private func prepare(_ bytes: [UInt8], longEdge: Int = 32) throws -> PreparedPhoto {
    var options = PhotoPreparer.Options()
    options.longEdge = longEdge
    return try FakeImageIO.$current.withValue(system) {
      try PhotoPreparer(options: options).prepare(Data(bytes))
    }
  }

  private func answer(
    _ width: Int, _ height: Int, _ color: [UInt8] = [10, 20, 30, 255], orientation: Int? = 6
  ) throws {
    let pixels = (0..<width * height).flatMap { _ in color }
    // As the system writes it: with EXIF and a profile.
    let encoded = try JPEGFile(JPEGTool.encode(.detail(width: 24, height: 32)))
      .adding(EXIFBuilder(.bigEndian, orientation: 1)).adding(
        profile: ICCBuilder("sRGB", .sRGB, .sRGB).bytes()
      ).bytes
    system.state.withLock {
      $0.image = CGImage(width: width, height: height, pixels: pixels)
      $0.encoded = Data(encoded)
      $0.properties = orientation.map {
        NSDictionary(objects: [NSNumber(value: $0)], forKeys: [NSString(string: "Orientation")])
      }
    }
  }

  @Test("The system is asked for a small upright picture of the full image, and its JPEG is made clean")
  func prepares() throws {
    try answer(24, 32)
    let bytes = try camera()
    let photo = try prepare(bytes)
    #expect((photo.width, photo.height) == (24, 32))
    #expect(try PhotoInspection(photo.jpeg).isClean)
    #expect(photo.hadLocation)
    #expect(
      try ExifTool.tags([UInt8](photo.jpeg)).keys.allSatisfy { !$0.hasPrefix("IFD0") && !$0.hasPrefix("ICC") }
    )
    let asked = system.state.withLock { $0 }
    #expect(asked.readByteCount == bytes.count)
    let options = try #require(asked.thumbnailOptions)
    #expect(options["kCGImageSourceCreateThumbnailFromImageAlways"] as? Bool == true)
    #expect(options["kCGImageSourceCreateThumbnailWithTransform"] as? Bool == true)
    #expect(options["kCGImageSourceThumbnailMaxPixelSize"] as? Int == 32)
    #expect(asked.destinationType == "public.jpeg")
    #expect(asked.addedProperties?.allKeys.count == 1)
    #expect(asked.addedProperties?["kCGImageDestinationLossyCompressionQuality"] as? Double == 0.85)
    // A pixel more or less of the system's own rounding does not count.
    #expect(asked.addedImage?.width == 24 && asked.addedImage?.height == 32)
  }

  @Test("A photo that is small is not asked to become larger")
  func neverEnlarges() throws {
    try answer(48, 64)
    // What the system encodes has another size than what it was given, which is found out.
    let photo = try camera()
    #expect(throws: PhotoPreparer.Error.self) { try prepare(photo, longEdge: 2048) }
    let options = try #require(system.state.withLock { $0.thumbnailOptions })
    #expect(options["kCGImageSourceThumbnailMaxPixelSize"] as? Int == 64)
  }

  @Test("Transparency is flattened on white")
  func flattens() throws {
    try answer(24, 32, [0, 0, 0, 0])
    _ = try prepare(try camera())
    let picture = try #require(system.state.withLock { $0.addedImage })
    #expect(picture.pixels.enumerated().allSatisfy { $0.offset % 4 == 3 || $0.element == 255 })
  }

  @Test("A pixel more or less of the system's own rounding does not count; another shape is damage")
  func shape() throws {
    let photo = try camera()
    for width in 23...25 {
      try answer(width, 32)
      #expect(try prepare(photo).width == 24)
    }
    for (width, height) in [(32, 24), (22, 32), (48, 64), (16, 12)] {
      try answer(width, height)
      let error = #expect(throws: PhotoPreparer.Error.self) { try prepare(photo) }
      #expect(error?.code == "damaged")
    }
  }

  @Test("Rather no photo than one that is turned wrong: the system and our own reader must agree on the turn")
  func turns() throws {
    let turned = try camera()
    for told in [nil, 1, 5, 8, 9] {
      try answer(24, 32, orientation: told)
      let error = #expect(throws: PhotoPreparer.Error.self) { try prepare(turned) }
      #expect(error?.code == "unsupported")
    }
    // Numbers that mean nothing are no turn.
    let upright = try camera(width: 48, height: 64, orientation: 0)
    for told in [nil, 0, 1, 9] {
      try answer(24, 32, orientation: told)
      #expect(try prepare(upright).width == 24)
    }
  }

  @Test("What the system cannot decode, or not to its end, is damaged")
  func damaged() throws {
    let photo = try camera()
    try answer(24, 32)
    system.state.withLock { $0.image = nil }
    #expect(throws: PhotoPreparer.Error.damaged(file: "photo", reason: "the system does not decode it")) {
      try prepare(photo)
    }
    try answer(24, 32)
    system.state.withLock { $0.status = .statusIncomplete }
    #expect(throws: PhotoPreparer.Error.damaged(file: "photo", reason: "a part of the picture is missing")) {
      try prepare(photo)
    }
  }

  @Test("A result that is not clean, or no JPEG, is an error")
  func notClean() throws {
    try answer(24, 32)
    let photo = try camera()
    for written in [
      Data([1, 2, 3]), Data(try JPEGTool.encode(.detail(width: 24, height: 32), .init(isProgressive: true))),
    ] {
      system.state.withLock { $0.encoded = written }
      let error = #expect(throws: PhotoPreparer.Error.self) { try prepare(photo) }
      #expect(error?.code == "not_clean")
    }
    system.state.withLock { $0.encoded = nil }
    let error = #expect(throws: PhotoPreparer.Error.self) { try prepare(photo) }
    #expect(error?.code == "too_large")
  }

  @Test("More pixels than allowed are refused before the system is asked")
  func limit() throws {
    try answer(24, 32)
    var options = PhotoPreparer.Options()
    options.limits.pixels = 100
    let photo = try camera()
    let error = #expect(throws: PhotoPreparer.Error.self) {
      try FakeImageIO.$current.withValue(system) { try PhotoPreparer(options: options).prepare(Data(photo)) }
    }
    #expect(error?.code == "too_large")
    #expect(system.state.withLock { $0.thumbnailOptions } == nil)
  }

  @Test("Two photos are compared by what the system makes of them")
  func compares() throws {
    try answer(48, 64, [10, 20, 30, 255])
    let scratch = try ScratchFolder()
    let file = URL(fileURLWithPath: try scratch.write(camera(), as: "a.jpg"))
    let ratio = try FakeImageIO.$current.withValue(system) { try PhotoComparison.psnr(file, file) }
    #expect(ratio == PhotoComparison.identical)
  }
}
