import Foundation
import PhotoFixtures
import Testing

@Suite("Faults while files are shared", .needsFaults)
struct ShareFaultTests {
  /// More than one piece of a copy, and a file that is empty.
  static let inputs: [(name: String, bytes: [UInt8])] = [
    ("a.jpg", (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }),
    ("b.txt", Array("hi".utf8)),
    ("empty", []),
  ]

  private let run = FaultRun(
    setUp: { root in
      for input in Self.inputs { try root.write(input.bytes, as: input.name) }
    },
    arguments: { root in ["share"] + Self.inputs.map { "\(root)/\($0.name)" } })

  /// The drops in the inbox, each checked to be whole; and the names of everything else.
  private func inbox(_ root: ScratchFolder, _ comment: Comment) throws -> (drops: Int, others: [String]) {
    let path = root.path + "/home/inbox"
    guard FileManager.default.fileExists(atPath: path) else { return (0, []) }
    let names = try FileManager.default.contentsOfDirectory(atPath: path)
    let drops = names.filter { !$0.hasPrefix(".") && $0 != "aside" }
    for drop in drops {
      let files = try FileManager.default.contentsOfDirectory(atPath: "\(path)/\(drop)").sorted()
      #expect(files == ["1", "2", "3", "drop.json"], comment)
      for (index, input) in Self.inputs.enumerated() {
        #expect(try root.read("home/inbox/\(drop)/\(index + 1)") == input.bytes, comment)
      }
      let json = try JSONSerialization.jsonObject(with: Data(root.read("home/inbox/\(drop)/drop.json")))
      let entries = (json as? [String: Any])?["files"] as? [[String: Any]]
      #expect(entries?.map { $0["name"] as? String } == Self.inputs.map(\.name), comment)
      #expect(entries?.map { $0["bytes"] as? Int } == Self.inputs.map(\.bytes.count), comment)
    }
    return (drops.count, names.filter { !drops.contains($0) })
  }

  @Test(
    "Killed at any point, there is a whole drop or none, and sharing again works",
    arguments: [Fault.killBefore, .killAfter, .killHalf])
  func survivesKills(fault: Fault) throws {
    try run.sweep(fault, where: { fault != .killHalf || $0.writes }) { root, point, _ in
      let comment: Comment = "\(fault) at \(point)"
      let (drops, others) = try inbox(root, comment)
      #expect(drops <= 1 && others.allSatisfy { $0.hasPrefix(".new-") }, comment)
      // Until its name is the final one nothing is a drop, and from then on all of it is.
      let isLast = point.call == "renameat" && fault == .killAfter
      if isLast { #expect(drops == 1, comment) }
      if !isLast && point.path.contains("/.new-") { #expect(drops == 0, comment) }
      #expect(try run.runAgain(in: root).status == 0, comment)
      #expect(try inbox(root, comment).drops == drops + 1, comment)
    }
  }

  @Test(
    "A call that fails is told, and nothing is left of the drop",
    arguments: ["ENOSPC", "EIO", "EDQUOT", "EROFS"], [false, true])
  func tellsFailures(name: String, forGood: Bool) throws {
    try run.sweep(forGood ? .failsFromThereOn(name) : .fails(name)) { root, point, result in
      try checkFailure(root, point, result, name, forGood)
    }
  }

  @Test("A process that may open no more files tells it, and leaves nothing of the drop")
  func tellsTooManyFiles() throws {
    for fault in [Fault.fails("EMFILE"), .failsFromThereOn("EMFILE")] {
      try run.sweep(fault, calls: .open) { root, point, result in
        try checkFailure(root, point, result, "EMFILE", fault != .fails("EMFILE"))
        #expect(result.status == 1)
      }
    }
  }

  private func checkFailure(
    _ root: ScratchFolder, _ point: FaultPoint, _ result: Tool.Result, _ name: String, _ forGood: Bool
  ) throws {
    let comment: Comment = "\(name) at \(point): \(result.text)\(result.errorText)"
    let (drops, others) = try inbox(root, comment)
    #expect(others == [], comment)
    // Where the kernel refuses to share blocks or to copy, the bytes are written instead.
    let mayBePassedOver = point.call == "ioctl" || point.call == "copy_file_range"
    if result.status == 0 && mayBePassedOver {
      #expect(drops == 1, comment)
    } else {
      #expect(result.status == 1, comment)
      // Where every call fails from the last sync on, the name cannot be taken back.
      let isLast = point.call == "fsync" && point.path.hasSuffix("/inbox") && forGood
      #expect(drops == 0 || isLast, comment)
      #expect(result.text == "", comment)
      #expect(result.errorText.hasPrefix("shutterbox: ") && result.errorText.hasSuffix("\n"), comment)
      #expect(result.errorText.contains(root.path), comment)
    }
    #expect(try run.runAgain(in: root).status == 0, comment)
  }

  @Test("Short writes and interrupted calls are carried on", arguments: [Fault.shortWrite, .fails("EINTR")])
  func carriesOn(fault: Fault) throws {
    try run.sweep(fault, where: { fault != .shortWrite || $0.writes }) { root, point, result in
      let comment: Comment = "\(fault) at \(point): \(result.errorText)"
      #expect(result.status == 0, comment)
      let (drops, others) = try inbox(root, comment)
      #expect(drops == 1 && others == [], comment)
    }
  }

  @Test("A drop comes to no end before each of its files and folders is synced")
  func syncsEverything() throws {
    let points = try run.points()
    let synced = points.filter { $0.call == "fsync" }.map(\.path)
    let renamed = try #require(points.firstIndex { $0.call == "renameat" })
    let made = points.filter { $0.path.contains("/.new-") && ["openat", "mkdirat"].contains($0.call) }
    #expect(made.count == Self.inputs.count + 2)
    for point in made {
      let sync = try #require(points.lastIndex { $0.call == "fsync" && $0.path == point.path })
      #expect(sync < renamed)
      #expect(!points[sync...].contains { $0.path == point.path && $0.writes })
    }
    #expect(points.last?.call == "fsync")
    #expect(synced.last?.hasSuffix("/home/inbox") == true)
  }

  @Test(
    "Where the kernel does not copy, a large file passes through little memory",
    .enabled(if: PeakMemory.isMeasurable, "needs Python and no sanitizer"))
  func streamsInLittleMemory() throws {
    let run = FaultRun(
      setUp: { root in
        let large = try root.write([], as: "large")
        try #require(truncate(large, 128 << 20) == 0)
      },
      arguments: { root in ["share", "\(root)/large"] })
    let point = try #require(run.points().first { $0.call == "copy_file_range" })
    let root = try ScratchFolder()
    try run.setUp(root)
    let variables = [
      "FAULT_ROOT=\(root.path)", "FAULT_AT=\(point.number)", "FAULT_DO=\(Fault.fails("EINVAL"))",
      "LD_PRELOAD=\(try FaultLibrary.path())",
    ]
    let command = [BuiltProgram.path("shutterbox")] + run.arguments(root.path)
    let (status, peak) = try PeakMemory.run(
      ["/usr/bin/env"] + run.environment(root.path) + variables + command)
    #expect(status == 0)
    #expect(peak <= 32 << 10, "\(peak) KiB")
  }
}
