import DurableFiles
import Foundation
import PhotoFixtures
import Testing

@testable import PhotoPipeline

@Suite("Writing a prepared photo")
struct PreparedPhotoWriteTests {
  private let scratch: ScratchFolder
  private let photo = PreparedPhoto(
    jpeg: Data([0xFF, 0xD8, 0xFF, 0xD9]), width: 1, height: 1,
    original: PhotoInspection(
      format: .jpeg, byteCount: 9, width: 1, height: 1, orientation: nil, location: nil, takenAt: nil,
      camera: nil, colorProfile: nil, blocks: []))

  init() throws {
    scratch = try ScratchFolder()
  }

  @Test("The file is the JPEG, under any name", arguments: ["a.jpg", "ü ä?#%41.jpg"])
  func writes(name: String) throws {
    try photo.write(to: URL(fileURLWithPath: "\(scratch.path)/\(name)"), overwriting: false)
    #expect(try scratch.read(name) == [0xFF, 0xD8, 0xFF, 0xD9])
  }

  @Test("An existing file is replaced only when asked for")
  func asksBeforeReplacing() throws {
    let url = URL(fileURLWithPath: try scratch.write([1, 2, 3, 4, 5], as: "a.jpg"))
    let error = #expect(throws: FileSystemError.self) { try photo.write(to: url, overwriting: false) }
    #expect(error?.code == .exists)
    #expect(try scratch.read("a.jpg").count == 5)
    try photo.write(to: url, overwriting: true)
    #expect(try scratch.read("a.jpg").count == 4)
  }

  @Test("An address that is no file is refused")
  func refusesOtherAddresses() throws {
    let url = try #require(URL(string: "https://example.org/a.jpg"))
    let error = #expect(throws: FileSystemError.self) { try photo.write(to: url, overwriting: true) }
    #expect(error?.code == .notFound)
  }
}
