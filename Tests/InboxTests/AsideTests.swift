import DurableFiles
import Foundation
import PhotoFixtures
import Testing

@testable import Inbox

@Suite("Setting drops aside")
struct AsideTests {
  private let test: TestInbox
  private let refusal = Refusal(
    file: "2", name: "b.jpg", code: "damaged", reason: "half of the rows are missing")

  init() throws {
    test = try TestInbox()
  }

  private func code(_ drop: Drop) -> DropError.Code? {
    let error = #expect(throws: DropError.self) { try test.inbox.contents(of: drop) }
    return error?.code
  }

  @Test("What was refused is kept with the reason, and the rest of the drop is removed")
  func setsAside() throws {
    let drop = try test.drop(3, 4, 5)
    let other = try test.drop(3)
    try test.inbox.setAside(drop, [refusal])
    #expect(try test.inbox.drops() == [other])
    #expect(try test.names("aside/\(drop.id)") == ["2", "drop.json", "refused.json"])
    #expect(try test.read("aside/\(drop.id)/2") == [2, 2, 2, 2])
    #expect(try test.inbox.asideDrops() == [RefusedDrop(drop: drop, refusals: [refusal])])
    #expect(code(drop) == .gone)
    let json = try JSONSerialization.jsonObject(with: Data(test.read("aside/\(drop.id)/refused.json")))
    let list = try #require((json as? [String: Any])?["refused"] as? [[String: String]])
    #expect(list == [["file": "2", "name": "b.jpg", "code": "damaged", "reason": refusal.reason]])
    // Again is no error and changes nothing.
    try test.inbox.setAside(drop, [])
    #expect(try test.inbox.asideDrops() == [RefusedDrop(drop: drop, refusals: [refusal])])
    let mode = try FileManager.default.attributesOfItem(atPath: "\(test.path)/aside")[.posixPermissions]
    #expect(mode as? Int == 0o700)
  }

  @Test("A drop that cannot be read is set aside as it is", arguments: ["nonsense", ""])
  func keepsUnreadable(text: String) throws {
    let drop = try test.drop(3, 4)
    if text.isEmpty {
      try test.remove("\(drop.id)/drop.json")
    } else {
      try test.write(text, as: "\(drop.id)/drop.json")
    }
    let refusal = Refusal(
      file: "drop.json", name: nil, code: "damaged", reason: "is not the JSON that was written")
    try test.inbox.setAside(drop, [refusal])
    #expect(try test.names("aside/\(drop.id)").filter { $0 != "drop.json" } == ["1", "2", "refused.json"])
    #expect(try test.inbox.asideDrops() == [RefusedDrop(drop: drop, refusals: [refusal])])
  }

  @Test("What stopped after any step is completed, and the first reasons stay", arguments: 1...3)
  func completes(steps: Int) throws {
    let drop = try test.drop(3, 4, 5)
    // The state that a crash leaves behind, made of another drop that was set aside.
    let model = try test.drop(3, 4, 5)
    try test.inbox.setAside(model, [refusal])
    let reasons = try test.read("aside/\(model.id)/refused.json")
    try test.scratch.write(reasons, as: "inbox/\(drop.id)/refused.json")
    try test.write("half", as: "\(drop.id)/.refused-123")
    for name in ["1", "3"].prefix(steps - 1) { try test.remove("\(drop.id)/\(name)") }
    #expect(code(drop) == .refused)
    let later = Refusal(file: "1", name: nil, code: "not_found", reason: "is missing")
    try test.inbox.setAside(drop, steps == 1 ? [] : [later])
    #expect(try test.names("aside/\(drop.id)") == ["2", "drop.json", "refused.json"])
    #expect(try test.inbox.asideDrops().map(\.refusals) == [[refusal], [refusal]])
    #expect(try test.inbox.drops() == [])
  }

  /// `refused.json` with one reason, as a later version or somebody else might write it.
  private static func reasons(file: String, version: Int = 1) -> String {
    #"{"refused":[{"code":"damaged","file":"\#(file)","reason":"is short"}],"version":\#(version)}"#
  }

  @Test(
    "Reasons that somebody has damaged hide no drop and remove no file",
    arguments: [
      "nonsense", reasons(file: "2", version: 2), reasons(file: "2", version: 0), reasons(file: "../2"),
      reasons(file: "02"), reasons(file: "+2"), reasons(file: "0"), reasons(file: "-2"), reasons(file: ""),
      reasons(file: "refused.json"), reasons(file: "99999999999999999999"),
    ])
  func toleratesDamagedReasons(text: String) throws {
    let drop = try test.drop(3, 4)
    try test.write(text, as: "\(drop.id)/refused.json")
    try test.inbox.setAside(drop, [refusal])
    #expect(try test.names("aside/\(drop.id)") == ["1", "2", "drop.json", "refused.json"])
    #expect(try test.inbox.asideDrops() == [RefusedDrop(drop: drop, refusals: [])])
  }

  @Test("Of many that set a drop aside at a time, none fails")
  func setsAsideAtATime() async throws {
    let drop = try test.drop(3, 4)
    try await withThrowingTaskGroup { group in
      for _ in 0..<8 { group.addTask { try test.inbox.setAside(drop, [refusal]) } }
      try await group.waitForAll()
    }
    #expect(try test.inbox.asideDrops() == [RefusedDrop(drop: drop, refusals: [refusal])])
    #expect(try test.names("aside/\(drop.id)") == ["2", "drop.json", "refused.json"])
  }

  @Test("A link in place of the folder aside is not followed")
  func followsNoLink() throws {
    let drop = try test.drop(3)
    try test.makeFolder("../elsewhere")
    try test.link("aside", to: "../elsewhere")
    #expect(throws: FileSystemError.self) { try test.inbox.setAside(drop, [refusal]) }
    #expect(try test.inbox.drops() == [drop])
  }
}
