import DurableFiles
import PhotoPipeline
import Testing

@testable import ShutterboxCommand

@Suite("Names of results")
struct OutputNamesTests {
  static let cases: [(inputs: [String], names: [String])] = [
    (["IMG_1.HEIC"], ["IMG_1.jpg"]),
    (["d/IMG_1.HEIC", "e/IMG_1.JPG", "IMG_1"], ["IMG_1.jpg", "IMG_1-2.jpg", "IMG_1-3.jpg"]),
    (["a.jpg", "a.jpg"], ["a.jpg", "a-2.jpg"]),
    (["a.png", "a.jpg", "a-2.jpg"], ["a.jpg", "a-3.jpg", "a-2.jpg"]),
    (["a-2.jpg", "a.png", "a.jpg"], ["a-2.jpg", "a.jpg", "a-3.jpg"]),
    (["a.1", "a.2", "a-2.1", "a-2.2"], ["a.jpg", "a-3.jpg", "a-2.jpg", "a-2-2.jpg"]),
    (["a.x", "A.x"], ["a.jpg", "A-2.jpg"]),
    (["a.x", "a.y", "A-2.x"], ["a.jpg", "a-3.jpg", "A-2.jpg"]),
    // One name with the letter é, one with e and an accent.
    (["\u{E9}.x", "e\u{301}.x"], ["\u{E9}.jpg", "e\u{301}-2.jpg"]),
    (["-"], ["photo.jpg"]),
    (["photo.png", "-"], ["photo.jpg", "photo-2.jpg"]),
    (["./-"], ["-.jpg"]),
    (["archive.tar.gz"], ["archive.tar.jpg"]),
    ([".jpg", ".a.jpg", "a."], [".jpg.jpg", ".a.jpg", "a.jpg"]),
  ]

  @Test("Each input gets a name of its own, planned from all of them", arguments: cases)
  func plans(inputs: [String], names: [String]) {
    let planned = OutputNames.plan(inputs.map { FilePath($0) })
    #expect(planned == names.map { Array($0.utf8) })
  }

  @Test("Names that are no UTF-8 keep their bytes and are told apart")
  func keepsBytes() {
    let inputs: [[UInt8]] = [[0xFF, 0x2E, 0x61], [0xFE, 0x2E, 0x61], [0xFF, 0x2E, 0x62]]
    let ending = Array(".jpg".utf8)
    #expect(
      OutputNames.plan(inputs.map { FilePath(bytes: $0) })
        == [[0xFF] + ending, [0xFE] + ending, [0xFF] + Array("-2.jpg".utf8)])
  }

  @Test("A name that would be too long is cut between two characters")
  func cutsLongNames() {
    let stem = String(repeating: "é", count: 127)
    let planned = OutputNames.plan([FilePath(stem), FilePath(stem), FilePath(stem)])
    #expect(Set(planned).count == 3)
    for name in planned {
      #expect(name.count <= 255)
      #expect(String(validating: name, as: UTF8.self)?.hasSuffix(".jpg") == true)
    }
  }

  @Test("A thousand photos of one name are named without a second look at each")
  func isFast() {
    let planned = OutputNames.plan((0..<1000).map { _ in FilePath("a.jpg") })
    #expect(Set(planned).count == 1000)
    #expect(planned.last == Array("a-1000.jpg".utf8))
  }
}
