import DurableFiles
import Foundation
import PhotoFixtures
import Testing

@testable import PhotoPipeline

@Suite("Comparing photos", .needsReferencePrograms)
struct PhotoComparisonTests {
  @Test("A movie has no ratio to a picture, nor to itself")
  func movie() throws {
    let movie = MovieFile().bytes()
    #expect(try psnr(movie, movie) == nil)
    #expect(try psnr(movie, JPEGFile(.gradient(width: 64, height: 36)).bytes) == nil)
  }

  private func psnr(_ first: [UInt8], _ second: [UInt8]) throws -> Double? {
    try PhotoComparison.psnr(
      MemoryByteSource(first, name: "first"), MemoryByteSource(second, name: "second"))
  }

  @Test("A photo is identical to itself, in each layout")
  func identical() throws {
    for options: JPEGTool.Options in [
      .init(), .init(sampling: .s444), .init(isProgressive: true), .init(colorSpace: .rgb),
      .init(colorSpace: .grayscale),
    ] {
      let jpeg = try JPEGTool.encode(.gradient(width: 51, height: 35), options)
      #expect(try psnr(jpeg, jpeg) == PhotoComparison.identical)
    }
  }

  @Test("Metadata do not make a difference")
  func metadata() throws {
    let file = try JPEGFile(.gradient(width: 48, height: 32))
    #expect(try psnr(file.bytes, file.adding(.comment("x")).bytes) == PhotoComparison.identical)
  }

  @Test("The ratio is that of the pixels which djpeg sees", arguments: [30, 75, 95])
  func value(quality: Int) throws {
    let raster = Raster.detail(width: 96, height: 64)
    let first = try JPEGTool.encode(raster, .init(quality: 98, sampling: .s420))
    let second = try JPEGTool.encode(raster, .init(quality: quality, sampling: .s420))
    let expected = try #require(try JPEGTool.decode(first).peakSignalToNoise(JPEGTool.decode(second)))
    let found = try #require(try psnr(first, second))
    // The chroma of both is compared without the interpolation of djpeg.
    #expect(abs(found - expected) < 0.5)
    #expect(try psnr(second, first) == found)
  }

  @Test("A photo and what was prepared of it are near, turned or not", arguments: 1...8)
  func prepared(orientation: Int) throws {
    let upright = Raster.detail(width: 151, height: 100)
    let file = try JPEGFile(upright.turned(by: orientation), .init(quality: 95))
      .adding(EXIFBuilder(orientation: orientation))
    let jpeg = try Preparing.jpeg(file.bytes) { $0.longEdge = 80 }
    #expect(try #require(try psnr(file.bytes, jpeg)) > 35)
    #expect(try #require(try psnr(jpeg, file.bytes)) > 35)
    // The other way round it is another picture.
    let mirrored = try JPEGFile(upright.turned(by: 2), .init(quality: 95))
    #expect(try #require(try psnr(mirrored.bytes, jpeg)) < 25)
  }

  @Test("Pictures of other shapes have no ratio")
  func shapes() throws {
    let wide = try JPEGTool.encode(.gradient(width: 60, height: 40))
    for (width, height) in [(40, 60), (60, 60), (60, 42), (30, 22)] {
      #expect(try psnr(wide, JPEGTool.encode(.gradient(width: width, height: height))) == nil)
    }
    #expect(try psnr(wide, JPEGTool.encode(.gradient(width: 30, height: 20))) != nil)
  }

  @Test("White and black are as far apart as can be")
  func opposite() throws {
    let white = try JPEGTool.encode(.solid(width: 20, height: 20, .white))
    let black = try JPEGTool.encode(.solid(width: 20, height: 20, .black))
    #expect(try #require(try psnr(white, black)).magnitude < 0.01)
  }

  @Test("What cannot be decoded is an error, on either side")
  func errors() throws {
    let file = try JPEGFile(.detail(width: 60, height: 40))
    for other in [file.cut(keeping: 0.5), Array("no picture".utf8), []] {
      #expect(throws: PhotoPreparer.Error.self) { _ = try psnr(file.bytes, other) }
      #expect(throws: PhotoPreparer.Error.self) { _ = try psnr(other, file.bytes) }
    }
  }
}
