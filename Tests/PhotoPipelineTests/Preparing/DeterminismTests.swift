import Foundation
import PhotoFixtures
import Testing

@testable import PhotoPipeline

@Suite("The same photo gives the same bytes", .needsReferencePrograms, .needsPillow)
struct DeterminismTests {
  /// Photos that stream, that do not, that are turned, and of few groups of rows.
  private static let photos = Result {
    let picture = try DetailedPicture.large.get()
    return try [
      JPEGFile(picture).bytes,
      JPEGFile(picture, .init(isProgressive: true)).bytes,
      JPEGFile(picture, .init(colorSpace: .grayscale, restartRows: 1)).bytes,
      JPEGFile(picture, .init(colorSpace: .rgb)).bytes,
      JPEGFile(picture).adding(profile: FixtureProfile.displayP3().bytes()).bytes,
      JPEGFile(picture, .init(sampling: .s410)).adding(profile: FixtureProfile.rgbTable())
        .adding(EXIFBuilder(orientation: 4)).bytes,
      JPEGFile.inks(picture, .init(isYCCK: true)).adding(EXIFBuilder(orientation: 5)).bytes,
      JPEGFile(picture, .init(sampling: .s410)).adding(EXIFBuilder(orientation: 7)).bytes,
      JPEGFile(DetailedPicture.cropped(width: 17, height: 5)).bytes,
    ]
  }

  private static func prepared(
    _ photo: [UInt8], longEdge: Int, usesSecondThread: Bool
  ) throws -> [UInt8] {
    try Preparing.jpeg(photo) {
      $0.longEdge = longEdge
      $0.usesSecondThread = usesSecondThread
    }
  }

  @Test("With a second thread and without, again and again", arguments: [16, 100, 480, 501])
  func threads(longEdge: Int) throws {
    for photo in try Self.photos.get() {
      let first = try Self.prepared(photo, longEdge: longEdge, usesSecondThread: false)
      for usesSecondThread in [true, false, true, true] {
        let again = try Self.prepared(photo, longEdge: longEdge, usesSecondThread: usesSecondThread)
        #expect(again == first)
      }
    }
  }

  @Test("In many tasks at once")
  func tasks() async throws {
    let photos = try Self.photos.get()
    let expected = try photos.map { try Self.prepared($0, longEdge: 100, usesSecondThread: false) }
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for task in 0..<24 {
        let index = task % photos.count
        group.addTask {
          let jpeg = try Self.prepared(photos[index], longEdge: 100, usesSecondThread: task % 2 == 0)
          return jpeg == expected[index]
        }
      }
      for try await isEqual in group { #expect(isEqual) }
    }
  }

  @Test("From memory, from a file, and from a part of other data")
  func sources() throws {
    let photo = try #require(try Self.photos.get().first)
    let expected = try Self.prepared(photo, longEdge: 100, usesSecondThread: false)
    let preparer = PhotoPreparer(options: Preparing.options { $0.longEdge = 100 })
    let scratch = try ScratchFolder()
    let url = URL(fileURLWithPath: try scratch.write(photo, as: "20240101_home.png"))
    #expect([UInt8](try preparer.prepare(contentsOf: url).jpeg) == expected)
    // A slice has indices of its own.
    let slice = Data([1, 2, 3] + photo + [4, 5]).dropFirst(3).dropLast(2)
    #expect([UInt8](try preparer.prepare(slice).jpeg) == expected)
  }

  @Test("A second thread ends with the photo, also where the photo is damaged")
  func damaged() throws {
    let file = try JPEGFile(DetailedPicture.large.get())
    for fraction in [0.02, 0.3, 0.98] {
      let error = Preparing.refusal(file.cut(keeping: fraction)) {
        $0.longEdge = 100
        $0.usesSecondThread = true
      }
      #expect(error?.code == "damaged")
    }
  }
}
