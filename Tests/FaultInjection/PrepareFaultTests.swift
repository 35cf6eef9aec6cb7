import Foundation
import PhotoFixtures
import Testing

@Suite(
  "Faults while a photo is prepared", .needsFaults,
  .enabled(if: Tool.isInstalled("cjpeg"), "cjpeg is not installed (libjpeg-turbo-progs)"))
struct PrepareFaultTests {
  private static let old = [UInt8]("an older result".utf8)

  /// - Parameter replaces: Whether there is a result already, which is overwritten.
  private func run(replaces: Bool) throws -> FaultRun {
    let photo = try JPEGTool.encode(.gradient(width: 64, height: 48))
    return FaultRun(
      setUp: { root in
        try root.write(photo, as: "a.jpg")
        guard replaces else { return }
        try FileManager.default.createDirectory(atPath: root.path + "/out", withIntermediateDirectories: true)
        try root.write(Self.old, as: "out/a.jpg")
      },
      arguments: { root in
        ["prepare", "--jobs", "1", "-o", "\(root)/out"] + (replaces ? ["--overwrite"] : []) + [
          "\(root)/a.jpg"
        ]
      })
  }

  /// What `prepare` makes without a fault.
  private func expected(_ run: FaultRun) throws -> [UInt8] {
    let root = try ScratchFolder()
    try run.setUp(root)
    #expect(try run.runAgain(in: root).status == 0)
    return try root.read("out/a.jpg")
  }

  private func names(_ root: ScratchFolder) throws -> [String] {
    let path = root.path + "/out"
    guard FileManager.default.fileExists(atPath: path) else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }

  @Test(
    "Killed at any point, the result is whole or as it was before",
    arguments: [Fault.killBefore, .killAfter, .killHalf], [false, true])
  func survivesKills(fault: Fault, replaces: Bool) throws {
    let run = try run(replaces: replaces)
    let expected = try expected(run)
    try run.sweep(fault, where: { fault != .killHalf || $0.writes }) { root, point, _ in
      let comment: Comment = "\(fault) at \(point)"
      let names = try names(root)
      #expect(
        names.allSatisfy { $0 == "a.jpg" || $0.hasPrefix(".shutterbox-") && $0.hasSuffix(".tmp") }, comment)
      if names.contains("a.jpg") {
        let bytes = try root.read("out/a.jpg")
        #expect(bytes == expected || replaces && bytes == Self.old, comment)
        // A result that is there is an error for a second run that may not overwrite it.
        #expect(try run.runAgain(in: root).status == (replaces ? 0 : 1), comment)
      } else {
        #expect(!replaces, comment)
        #expect(try run.runAgain(in: root).status == 0, comment)
      }
      #expect(try root.read("out/a.jpg") == expected, comment)
    }
  }

  @Test(
    "A call that fails is told, and the result is whole or as it was before",
    arguments: ["ENOSPC", "EIO", "EDQUOT", "EROFS", "EMFILE"], [false, true])
  func tellsFailures(name: String, replaces: Bool) throws {
    let run = try run(replaces: replaces)
    let expected = try expected(run)
    let isAboutOpening = name == "EMFILE"
    for fault in [Fault.fails(name), .failsFromThereOn(name)] {
      try run.sweep(fault, calls: isAboutOpening ? .open : .write) { root, point, result in
        let comment: Comment = "\(fault) at \(point): \(result.text)\(result.errorText)"
        let names = try names(root)
        // A second name of the finished file that cannot be removed is no failure of the result.
        if point.call == "unlink" {
          #expect(names.last == "a.jpg" && names.count <= 2, comment)
        } else {
          #expect(result.status == 1, comment)
          #expect(result.errorText.hasPrefix("shutterbox: \(root.path)/a.jpg: "), comment)
          #expect(names.allSatisfy { $0 == "a.jpg" }, comment)
        }
        if names.contains("a.jpg") {
          let bytes = try root.read("out/a.jpg")
          // After the last rename only the folder is synced: the result is there, and may not outlast a
          // crash.
          let isLate = point.call == "unlink" || point.path.hasSuffix("/out")
          #expect(
            bytes == expected && (isLate || result.status == 0) || replaces && bytes == Self.old, comment)
        } else {
          #expect(!replaces, comment)
        }
      }
    }
  }

  @Test("Short writes are carried on", arguments: [false, true])
  func carriesOn(replaces: Bool) throws {
    let run = try run(replaces: replaces)
    let expected = try expected(run)
    try run.sweep(.shortWrite, where: \.writes) { root, point, result in
      #expect(result.status == 0, "\(point): \(result.errorText)")
      let (names, bytes) = (try names(root), try root.read("out/a.jpg"))
      #expect(names == ["a.jpg"])
      #expect(bytes == expected)
    }
  }
}
