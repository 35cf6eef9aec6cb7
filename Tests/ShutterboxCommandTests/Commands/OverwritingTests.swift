import Foundation
import PhotoFixtures
import Testing

@Suite("What prepare may overwrite", .needsPhotos)
struct OverwritingTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
    try scratch.writePhotos("a.jpg")
  }

  private func prepare(_ arguments: String..., input: [UInt8] = []) throws -> Tool.Result {
    try Shutterbox.run(["prepare"] + arguments, in: scratch, input: input)
  }

  private func code(_ result: Tool.Result) throws -> String? {
    try result.objects().first?["code"] as? String
  }

  @Test("An existing result is an error and stays as it is")
  func keepsExisting() throws {
    try scratch.makeFolder("prepared")
    try scratch.write([1, 2, 3], as: "prepared/a.jpg")
    let result = try prepare("--json", "a.jpg")
    #expect(result.status == 1)
    #expect(try code(result) == "exists")
    #expect(
      result.errorText
        == "shutterbox: a.jpg: exists: prepared/a.jpg: exists already; --overwrite replaces it\n")
    #expect(try scratch.read("prepared/a.jpg") == [1, 2, 3])
  }

  @Test("--overwrite replaces a longer result as a whole")
  func replaces() throws {
    try scratch.makeFolder("prepared")
    try scratch.write([UInt8](repeating: 7, count: 100_000), as: "prepared/a.jpg")
    #expect(try prepare("--overwrite", "a.jpg").status == 0)
    let result = try scratch.read("prepared/a.jpg")
    #expect(result.count < 100_000)
    #expect(result.suffix(2) == [0xFF, 0xD9])
  }

  @Test("A link in the place of the result is replaced itself")
  func replacesLink() throws {
    try scratch.makeFolder("prepared")
    try scratch.write([1, 2, 3], as: "other")
    try link("prepared/a.jpg", to: "../other")
    #expect(try prepare("--overwrite", "a.jpg").status == 0)
    #expect(try scratch.read("other") == [1, 2, 3])
    #expect(try scratch.read("prepared/a.jpg").count > 100)
  }

  @Test("A link that leads nowhere is something that exists")
  func keepsDanglingLink() throws {
    try scratch.makeFolder("prepared")
    try link("prepared/a.jpg", to: "../nothing")
    #expect(try code(prepare("--json", "a.jpg")) == "exists")
    #expect(try scratch.files() == ["a.jpg", "prepared/a.jpg"])
  }

  static let waysToTheInput: [[String]] = [
    ["a.jpg", "-o", "."], ["a.jpg", "-o", "a.jpg"], ["a.jpg", "-o", "../@/./a.jpg"],
    ["a.jpg", "-o", "symbolic.jpg"], ["a.jpg", "-o", "hard.jpg"], ["symbolic.jpg", "-o", "a.jpg"],
    ["symbolic.jpg", "-o", "."], ["a.jpg", "-o", "here/a.jpg"],
  ]

  @Test("The input is never overwritten, whatever path leads to it", arguments: waysToTheInput)
  func keepsInput(arguments: [String]) throws {
    try link("symbolic.jpg", to: "a.jpg")
    try link("here", to: ".")
    try #require(Foundation.link("\(scratch.path)/a.jpg", "\(scratch.path)/hard.jpg") == 0)
    let name = (scratch.path as NSString).lastPathComponent
    let arguments = arguments.map { $0.replacing("@", with: name) }
    let result = try Shutterbox.run(["prepare", "--json", "--overwrite"] + arguments, in: scratch)
    #expect(result.status == 1)
    #expect(try code(result) == "exists")
    #expect(result.errorText.contains("is one of the inputs, which are never overwritten"))
    #expect(try scratch.read("a.jpg") == ScratchFolder.photo)
    #expect(try scratch.read("symbolic.jpg") == ScratchFolder.photo)
  }

  @Test("Another input is not overwritten either")
  func keepsOtherInputs() throws {
    try scratch.makeFolder("in")
    try scratch.writePhotos("in/a.png")
    let result = try prepare("--json", "--overwrite", "-o", ".", "in/a.png", "a.jpg")
    #expect(result.status == 1)
    #expect(try result.objects().map { $0["code"] as? String } == ["exists", nil])
    #expect(try scratch.read("a.jpg") == ScratchFolder.photo)
  }

  @Test("Nor is a file that is redirected to standard input")
  func keepsRedirectedInput() throws {
    let result = try Shutterbox.runScript(
      "shutterbox prepare --json --overwrite -o a.jpg - < a.jpg", in: scratch)
    #expect(try code(result) == "exists")
    #expect(try scratch.read("a.jpg") == ScratchFolder.photo)
  }

  @Test("A folder or file in the way is an error of its own")
  func tellsWhatIsInTheWay() throws {
    try scratch.makeFolder("prepared/a.jpg")
    #expect(try code(prepare("--json", "--overwrite", "a.jpg")) == "io")
    try scratch.write([1], as: "file")
    let result = try prepare("--json", "-o", "file", "a.jpg")
    #expect(try code(result) == "io")
    #expect(result.errorText == "shutterbox: a.jpg: file/a.jpg: a part of the path is not a folder\n")
  }

  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: "\(scratch.path)/\(name)", withDestinationPath: target)
  }
}
