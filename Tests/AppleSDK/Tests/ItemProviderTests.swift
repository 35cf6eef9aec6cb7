import Foundation
import Inbox
import PhotoFixtures
import Testing
import UniformTypeIdentifiers

@Suite("What a share sheet hands over")
@MainActor
struct ItemProviderTests {
  private struct Failure: Error {}

  private let scratch: ScratchFolder
  private let inbox: ShareInbox

  init() throws {
    scratch = try ScratchFolder()
    inbox = ShareInbox(folder: URL(fileURLWithPath: scratch.path).appendingPathComponent("inbox"))
    try FileManager.default.createDirectory(atPath: "\(scratch.path)/tmp", withIntermediateDirectories: true)
  }

  private func file(_ bytes: [UInt8], _ name: String) throws -> URL {
    URL(fileURLWithPath: try scratch.write(bytes, as: name))
  }

  private func drop(_ providers: [NSItemProvider]) async throws -> SharedItems {
    defer { #expect((try? FileManager.default.contentsOfDirectory(atPath: "\(scratch.path)/tmp")) == []) }
    return try await inbox.drop(providers, over: URL(fileURLWithPath: "\(scratch.path)/tmp"))
  }

  @Test("Files are copied before they go, as one drop, with their names")
  func copies() async throws {
    let providers = [
      NSItemProvider(type: .image, .success(try file([1, 2], "IMG_1.HEIC"))),
      NSItemProvider(type: .movie, .success(try file([3, 4, 5], "IMG_2.MOV"))),
    ]
    let shared = try await drop(providers)
    #expect(shared.failures.isEmpty)
    let drop = try #require(shared.drop)
    let contents = try inbox.contents(of: drop)
    #expect(contents.files.map(\.name) == ["IMG_1.HEIC", "IMG_2.MOV"])
    #expect(try scratch.read("inbox/\(drop.id)/1") == [1, 2])
    #expect(try scratch.read("inbox/\(drop.id)/2") == [3, 4, 5])
  }

  @Test("What cannot be taken is told by its place, and keeps nothing else from being taken")
  func failures() async throws {
    let providers = [
      NSItemProvider(type: nil, .success(try file([0], "link.webloc"))),
      NSItemProvider(type: .image, .failure(Failure())),
      NSItemProvider(type: .image, .success(try file([7], "a.jpg"))),
      NSItemProvider(type: .image, nil),
      NSItemProvider(type: .image, .success(URL(fileURLWithPath: "\(scratch.path)/gone.jpg"))),
    ]
    let shared = try await drop(providers)
    let drop = try #require(shared.drop)
    #expect(try inbox.contents(of: drop).files.map(\.name) == ["a.jpg"])
    #expect(shared.failures.map(\.index) == [0, 1, 3, 4])
    #expect(shared.failures[0].error as? SharedItems.Problem == .neitherPhotoNorMovie)
    #expect(shared.failures[1].error is Failure)
    #expect(shared.failures[2].error as? SharedItems.Problem == .notGiven)
  }

  @Test("Two files of one name do not meet")
  func sameName() async throws {
    try FileManager.default.createDirectory(atPath: "\(scratch.path)/b", withIntermediateDirectories: true)
    let providers = [
      NSItemProvider(type: .image, .success(try file([1], "IMG.jpg"))),
      NSItemProvider(type: .image, .success(try file([2], "b/IMG.jpg"))),
    ]
    let drop = try #require(try await drop(providers).drop)
    #expect(try scratch.read("inbox/\(drop.id)/2") == [2])
  }

  @Test("With nothing to take there is no drop")
  func nothing() async throws {
    let shared = try await drop([NSItemProvider(type: nil, nil)])
    #expect(shared.drop == nil)
    #expect(try inbox.drops().isEmpty)
  }
}
