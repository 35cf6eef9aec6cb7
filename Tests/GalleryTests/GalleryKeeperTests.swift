import DurableFiles
import Foundation
import Gallery
import PhotoFixtures
import PhotoPipeline
import Testing

@Suite("Keeping originals", .needsReaders)
struct GalleryKeeperTests {
  @Test(
    "Every orientation opens the same way up in libheif, FFmpeg and ExifTool", .needsFFmpeg, arguments: 1...8)
  func isUpright(orientation: Int) throws {
    let card = Raster.cornerCard(width: 96, height: 64)
    let kept = try Keeping.keep(try Keeping.cameraPhoto(card, orientation: orientation))
    #expect((kept.width, kept.height) == (96, 64))
    #expect(try Keeping.size(kept.heic) == "96x64")
    for shown in [try HEIFTool.decode([UInt8](kept.heic)), try Keeping.decodeByFFmpeg(kept.heic)] {
      #expect((shown.width, shown.height) == (96, 64))
      #expect(try #require(shown.peakSignalToNoise(card)) > 24)
      for (found, wanted) in zip(shown.quadrantColors(), Raster.cornerColors) {
        #expect(found.distance(to: wanted) <= 12)
      }
    }
    let tags = try ExifTool.tags([UInt8](kept.heic))
    #expect(tags["IFD0:Orientation"] == "1")
    #expect(tags["QuickTime:Rotation"] == nil || tags["QuickTime:Rotation"] == "0")
    #expect((tags["ExifIFD:ExifImageWidth"], tags["ExifIFD:ExifImageHeight"]) == ("96", "64"))
  }

  @Test(
    "Camera, time, exposure and place stay; thumbnail and maker's note go",
    arguments: [
      ByteOrder.bigEndian, .littleEndian,
    ])
  func keepsMetadata(order: ByteOrder) throws {
    let photo = try Keeping.cameraPhoto(orientation: 6, order: order)
    let kept = try Keeping.keep(photo)
    let before = try ExifTool.tags(photo)
    let after = try ExifTool.tags([UInt8](kept.heic))
    let changed: Set = [
      "IFD0:Orientation", "ExifIFD:ExifImageWidth", "ExifIFD:ExifImageHeight", "ExifIFD:MakerNoteUnknown",
      "ExifIFD:MakerNoteUnknownText",
    ]
    let groups = ["IFD0:", "ExifIFD:", "GPS:", "InteropIFD:"]
    for (tag, value) in before where groups.contains(where: tag.hasPrefix) && !changed.contains(tag) {
      #expect(after[tag] == value, "\(tag)")
    }
    #expect(after["ExifIFD:DateTimeOriginal"] == "2024:09:21 19:24:05")
    #expect(!after.keys.contains { $0.hasPrefix("IFD1:") || $0.contains("MakerNote") })
    #expect(kept.kept == [.exif, .gps])
    #expect(Set(kept.leftOut) == [.makerNote, .thumbnail])
    #expect(try ExifTool.validate([UInt8](kept.heic)).allSatisfy { !$0.contains("Error") })
  }

  @Test(
    "The pixels are those of the original, of even and of odd size",
    arguments: [
      (640, 480, JPEGTool.Options.Sampling.s420), (641, 479, .s420), (320, 241, .s444), (322, 240, .s422),
    ])
  func keepsPixels(width: Int, height: Int, sampling: JPEGTool.Options.Sampling) throws {
    let raster = Raster.detail(width: width, height: height)
    let photo = try JPEGTool.encode(raster, .init(quality: 92, sampling: sampling))
    let kept = try Keeping.keep(photo)
    #expect(try Keeping.size(kept.heic) == "\(width)x\(height)")
    let shown = try HEIFTool.decode([UInt8](kept.heic))
    #expect(try #require(shown.peakSignalToNoise(Pillow.decode(photo))) >= GalleryKeeper.leastPSNR)
  }

  @Test("A colorful picture of hard edges is kept with all of its chroma")
  func keepsChroma() throws {
    let raster = Raster.stripes(width: 128, height: 96, period: 2, .init(255, 0, 0), .init(0, 0, 255))
    let kept = try Keeping.keep(try Pillow.encode(raster, as: "PNG"))
    let shown = try HEIFTool.decode([UInt8](kept.heic))
    #expect(try #require(shown.peakSignalToNoise(raster)) >= GalleryKeeper.leastPSNR)
  }

  @Test("Chroma that is stored halved, of hard edges, is kept as decoders spread it")
  func keepsSpreadChroma() throws {
    let raster = Raster.stripes(width: 128, height: 96, period: 8, .init(255, 0, 0), .init(0, 0, 255))
    let photo = try JPEGTool.encode(raster, .init(quality: 95, sampling: .s420))
    let shown = try HEIFTool.decode([UInt8](try Keeping.keep(photo).heic))
    #expect(try #require(shown.peakSignalToNoise(Pillow.decode(photo))) >= GalleryKeeper.leastPSNR)
  }

  @Test("A profile goes along, byte for byte")
  func keepsProfile() throws {
    let profile = ICCBuilder("Example wide", .displayP3, .sRGB).bytes()
    let photo = try JPEGFile(.detail(width: 96, height: 64)).adding(profile: profile).bytes
    let kept = try Keeping.keep(photo)
    #expect(kept.kept.contains(.icc))
    #expect(try ExifTool.binary("ICC_Profile", of: [UInt8](kept.heic)) == profile)
    let pixels = try #require(Pillow.decode(photo).peakSignalToNoise(HEIFTool.decode([UInt8](kept.heic))))
    #expect(pixels >= GalleryKeeper.leastPSNR)
  }

  @Test("A place is added where there was none")
  func addsLocation() throws {
    let photo = try JPEGTool.encode(.detail(width: 96, height: 64))
    let kept = try Keeping.keep(photo) {
      $0.location = GalleryKeeper.Location(latitude: -33.856_784, longitude: -151.215_297)
    }
    let tags = try ExifTool.tags([UInt8](kept.heic))
    #expect(abs(try #require(Double(tags["Composite:GPSLatitude"] ?? "")) + 33.856_784) < 0.000_001)
    #expect(abs(try #require(Double(tags["Composite:GPSLongitude"] ?? "")) + 151.215_297) < 0.000_001)
  }

  @Test("A place is replaced, with all that belonged to it, in EXIF and in XMP")
  func replacesLocation() throws {
    let packet = XMPPacket([
      "exif:GPSLatitude": "46,30.0N", "exif:GPSLongitude": "8,15.0E", "dc:format": "image/jpeg",
    ])
    let camera = try Keeping.cameraPhoto()
    let photo = try JPEGFile(camera).adding(packet).bytes
    let kept = try Keeping.keep(photo) {
      $0.location = GalleryKeeper.Location(latitude: 90, longitude: 180)
    }
    let tags = try ExifTool.tags([UInt8](kept.heic))
    #expect(tags["Composite:GPSLatitude"] == "90")
    #expect(tags["Composite:GPSLongitude"] == "180")
    #expect(tags["GPS:GPSAltitude"] == nil && tags["GPS:GPSImgDirection"] == nil)
    #expect(tags["GPS:GPSDateStamp"] == "2024:09:21")
    #expect(!tags.keys.contains { $0.hasPrefix("XMP") && $0.contains("GPS") })
    #expect(tags["XMP-dc:Format"] == "image/jpeg")
    #expect(tags["ExifIFD:DateTimeOriginal"] == "2024:09:21 19:24:05")
  }

  @Test(
    "What is no place on Earth is none",
    arguments: [
      (91.0, 0.0), (-90.001, 0), (0, 180.5), (.nan, 0), (0, .nan), (.infinity, 0), (0, -.infinity),
    ])
  func refusesPlaces(latitude: Double, longitude: Double) {
    #expect(GalleryKeeper.Location(latitude: latitude, longitude: longitude) == nil)
  }

  @Test("Maker's note and a new upright thumbnail come on request")
  func keepsOnRequest() throws {
    let photo = try Keeping.cameraPhoto(.cornerCard(width: 320, height: 200), orientation: 8)
    let kept = try Keeping.keep(photo) {
      $0.keepsMakerNote = true
      $0.addsThumbnail = true
    }
    let heic = [UInt8](kept.heic)
    #expect(kept.leftOut == [])
    #expect(try ExifTool.dump(heic).contains("MakerNote"))
    #expect(kept.heic.range(of: Data("the notes of the maker".utf8)) != nil)
    let thumbnail = try Pillow.decode(try ExifTool.binary("ThumbnailImage", of: heic))
    #expect((thumbnail.width, thumbnail.height) == (160, 100))
    #expect(thumbnail.quadrantColors()[0].distance(to: Raster.cornerColors[0]) <= 30)
  }

  @Test("A HEIC is copied byte for byte, and refused with a place")
  func copiesHEIC() throws {
    let heic = try HEIFTool.encode(.detail(width: 96, height: 64))
    let kept = try Keeping.keep(heic)
    #expect([UInt8](kept.heic) == heic)
    #expect(kept.isCopy)
    #expect((kept.width, kept.height) == (96, 64))
    let error = #expect(throws: GalleryError.self) {
      try Keeping.keep(heic) { $0.location = GalleryKeeper.Location(latitude: 1, longitude: 2) }
    }
    #expect(error?.code == .unsupported)
  }

  @Test("A file that is there stays as it is, and a reason must be given")
  func writesFiles() throws {
    let folder = try ScratchFolder()
    let input = URL(
      fileURLWithPath: try folder.write(JPEGTool.encode(.detail(width: 64, height: 48)), as: "a.jpg"))
    let output = URL(fileURLWithPath: "\(folder.path)/a.heic")
    let keeper = GalleryKeeper()
    let error = #expect(throws: GalleryError.self) {
      try keeper.keep(contentsOf: input, to: output, reason: " - ")
    }
    #expect(error?.code == .reasonMissing)
    #expect(!FileManager.default.fileExists(atPath: output.path))
    let kept = try keeper.keep(contentsOf: input, to: output, reason: "a test")
    #expect(try Data(contentsOf: output) == kept.heic)
    #expect(throws: FileSystemError.self) { try keeper.keep(contentsOf: input, to: output, reason: "again") }
    #expect(try Data(contentsOf: output) == kept.heic)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["a.heic", "a.jpg"])
  }

  @Test("A damaged photo is refused by its kind")
  func refusesOthers() throws {
    let cut = try JPEGFile(.detail(width: 96, height: 64)).cut(keeping: 0.5)
    let error = #expect(throws: PhotoPreparer.Error.self) { try Keeping.keep(cut) }
    #expect(error?.code == "damaged")
  }
}
