import DurableFiles
import Foundation
import Gallery
import PhotoFixtures
import PhotoPipeline
import Testing

/// Photos of real cameras, the small ones: encoding takes seconds for each megapixel without optimization. `make keep`
/// keeps all of them, and looks at them with readers that share nothing with this project.
@Suite(
  "Keeping the corpus", .serialized,
  .enabled(if: !GalleryCorpus.files(in: "photos").isEmpty, "\(GalleryCorpus.absence)"), .needsReaders)
struct CorpusKeepingTests {
  @Test(
    "Each copy has camera, time and location by ExifTool, its size by heif-info and the pixels",
    arguments: GalleryCorpus.files(in: "photos", upTo: 2_000_000))
  func photo(path: String) throws {
    let source = try FileByteSource(path: path)
    let original = try PhotoInspection(source: source)
    let kept = try GalleryKeeper().keep(source)
    let heic = [UInt8](kept.heic)
    guard !kept.isCopy else {
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == kept.heic)
      return
    }
    #expect(try Keeping.size(kept.heic) == "\(original.width)x\(original.height)")
    let before = try ExifTool.tags([UInt8](Data(contentsOf: URL(fileURLWithPath: path))))
    let after = try ExifTool.tags(heic)
    for tag in ["IFD0:Make", "IFD0:Model", "ExifIFD:DateTimeOriginal", "ExifIFD:OffsetTimeOriginal"] {
      #expect(after[tag] == before[tag], "\(tag)")
    }
    for tag in ["Composite:GPSLatitude", "Composite:GPSLongitude"] {
      let (was, became) = (before[tag].flatMap(Double.init), after[tag].flatMap(Double.init))
      if let was { #expect(try abs(was - #require(became)) < 0.000_01, "\(tag)") }
    }
    let copy = try PhotoInspection(kept.heic)
    #expect(copy.camera == original.camera && copy.takenAt == original.takenAt)
    let psnr = try FullPicture(source).psnr(FullPicture(MemoryByteSource(heic, name: "copy")))
    #expect(try #require(psnr) >= GalleryKeeper.leastPSNR)
  }

  @Test("Each hostile file gives a copy or a typed error", arguments: GalleryCorpus.files(in: "hostile"))
  func hostile(path: String) throws {
    do {
      let kept = try GalleryKeeper().keep(FileByteSource(path: path))
      if !kept.isCopy { #expect(try Keeping.size(kept.heic) == "\(kept.width)x\(kept.height)") }
    } catch {
      #expect(error is PhotoPreparer.Error || error is GalleryError, "\(error)")
    }
  }
}
