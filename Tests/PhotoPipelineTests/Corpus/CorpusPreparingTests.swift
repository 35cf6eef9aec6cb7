import Foundation
import PhotoFixtures
import Testing

@testable import PhotoPipeline

/// Photos of real cameras.
@Suite(
  "Preparing the corpus", .enabled(if: InspectionCorpus.isPresent, "\(InspectionCorpus.absence)"),
  .needsExifTool, .needsPillow)
struct CorpusPreparingTests {
  /// What Pillow reads too.
  static let photos = ["jpg", "png", "webp", "gif"].flatMap { InspectionCorpus.files(in: "photos", type: $0) }
  static let others = InspectionCorpus.files(in: "photos").filter { !photos.contains($0) }

  @Test("Each photo gets the size of the facts and carries nothing that ExifTool sees", arguments: photos)
  func photo(path: String) throws {
    let name = URL(fileURLWithPath: path).lastPathComponent
    let facts = try #require(try InspectionCorpus.facts()["photos/\(name)"])
    let preparer = PhotoPreparer(options: Preparing.options { $0.usesSecondThread = true })
    let url = URL(fileURLWithPath: path)
    let photo = try preparer.prepare(contentsOf: url)
    let jpeg = [UInt8](photo.jpeg)
    #expect("\(photo.width)" == facts["prepared_width"])
    #expect("\(photo.height)" == facts["prepared_height"])
    #expect("\(photo.original.width)" == facts["upright_width"])
    #expect("\(photo.original.height)" == facts["upright_height"])
    #expect(photo.hadLocation || facts["latitude"]?.isEmpty == true)
    #expect(try CleanResult.foreignTags(jpeg).isEmpty)
    let tags = try PhotoFixtures.ExifTool.tags(jpeg)
    #expect(tags["File:ImageWidth"] == "\(photo.width)")
    #expect(tags["File:ImageHeight"] == "\(photo.height)")
    #expect(tags["File:YCbCrSubSampling"] == "2 2" || tags["File:ColorComponents"] == "1")
    #expect(try Self.smallPSNR(path, jpeg) > 30)
  }

  /// The peak signal-to-noise ratio in dB of both pictures at 64x64 pixels, by Pillow, which converts colors
  /// by Little CMS.
  private static func smallPSNR(_ path: String, _ jpeg: [UInt8]) throws -> Double {
    let script = """
      import sys, io
      import numpy as np
      from PIL import Image, ImageCms, ImageOps
      def small(file):
          picture = Image.open(file)
          picture.draft('RGB', (256, 256))
          profile = picture.info.get('icc_profile')
          picture = ImageOps.exif_transpose(picture)
          if picture.mode in ('P', 'LA', 'RGBA', 'PA'):
              picture = picture.convert('RGBA')
              picture = Image.alpha_composite(Image.new('RGBA', picture.size, 'white'), picture).convert('RGB')
          picture = picture.resize((64, 64), Image.BOX)
          if profile:
              source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
              picture = ImageCms.profileToProfile(
                  picture, source, ImageCms.createProfile('sRGB'), renderingIntent=1, outputMode='RGB',
                  flags=ImageCms.FLAGS['BLACKPOINTCOMPENSATION'])
          return np.asarray(picture.convert('RGB'), dtype='f')
      difference = small(sys.argv[1]) - small(io.BytesIO(sys.stdin.buffer.read()))
      print(10 * np.log10(255 * 255 / (difference ** 2).mean()))
      """
    let text = String(decoding: try Pillow.run(script, [path], input: jpeg), as: UTF8.self)
    return try #require(Double(text.trimmingCharacters(in: .whitespacesAndNewlines)))
  }

  @Test(
    "Each HEIC and AVIF gets the size of the facts and carries nothing that ExifTool sees", arguments: others)
  func otherPhoto(path: String) throws {
    let name = URL(fileURLWithPath: path).lastPathComponent
    let facts = try #require(try InspectionCorpus.facts()["photos/\(name)"])
    let photo = try PhotoPreparer(options: Preparing.options { $0.usesSecondThread = true })
      .prepare(contentsOf: URL(fileURLWithPath: path))
    #expect("\(photo.width)" == facts["prepared_width"])
    #expect("\(photo.height)" == facts["prepared_height"])
    #expect(photo.hadLocation || facts["latitude"]?.isEmpty == true)
    #expect(try CleanResult.foreignTags([UInt8](photo.jpeg)).isEmpty)
  }

  @Test(
    "Each hostile file gives a clean photo or a typed error, soon",
    arguments: InspectionCorpus.files(in: "hostile"))
  func hostile(path: String) throws {
    do {
      let photo = try PhotoPreparer().prepare(contentsOf: URL(fileURLWithPath: path))
      #expect(try CleanResult.foreignTags([UInt8](photo.jpeg)).isEmpty)
      let picture = try JPEGTool.decode([UInt8](photo.jpeg))
      #expect((picture.width, picture.height) == (photo.width, photo.height))
    } catch {
      #expect(error is PhotoPreparer.Error, "\(error)")
    }
  }
}
