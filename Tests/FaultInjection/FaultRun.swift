import Foundation
import PhotoFixtures
import Testing

/// A command line that is run again and again with a fault at each point where it changes the disk.
///
/// Each run has an empty folder of its own, and only what happens in it counts. With
/// `SHUTTERBOX_ALL_FAULTS=1` in the environment the fault strikes at every point, else at a sample.
struct FaultRun {
  /// Which calls are points.
  enum Calls: String {
    /// Those that change the disk.
    case write
    /// Each that opens something, for reading too.
    case open
    case all
  }

  /// How many points a sample has.
  static let sampleCount = 8

  /// Fills the folder before a run, such as with the input.
  var setUp: (ScratchFolder) throws -> Void = { _ in }
  /// Variables for the program as `NAME=VALUE`, given the path of the folder.
  var environment: (_ root: String) -> [String] = { ["SHUTTERBOX_HOME=\($0)/home"] }
  /// The arguments of `shutterbox`, given the path of the folder.
  let arguments: (_ root: String) -> [String]

  /// The points of a run without a fault.
  ///
  /// - Throws: ``FixtureError`` if that run fails.
  func points(_ calls: Calls = .write) throws -> [FaultPoint] {
    let root = try ScratchFolder()
    try setUp(root)
    let (result, points) = try run(in: root, calls: calls)
    guard result.status == 0 else { throw FixtureError("it fails without a fault: \(result.errorText)") }
    return points
  }

  /// Runs the program in `root`, with a fault if one is given.
  ///
  /// - Returns: What it left behind, and the points that it came to.
  func run(
    in root: ScratchFolder, calls: Calls = .write, fault: (fault: Fault, number: Int)? = nil
  ) throws -> (result: Tool.Result, points: [FaultPoint]) {
    let outside = try ScratchFolder()
    let log = outside.path + "/log"
    var variables = [
      "FAULT_ROOT=\(root.path)", "FAULT_LOG=\(log)", "FAULT_CALLS=\(calls.rawValue)",
      "LD_PRELOAD=\(try FaultLibrary.path())",
    ]
    if let fault { variables += ["FAULT_AT=\(fault.number)", "FAULT_DO=\(fault.fault)"] }
    let result = try Tool.run(
      "env", environment(root.path) + variables + [BuiltProgram.path("shutterbox")] + arguments(root.path))
    // A program that came to no point has no log.
    let lines = FileManager.default.fileExists(atPath: log) ? try outside.read("log") : []
    return (
      result, String(decoding: lines, as: UTF8.self).split(separator: "\n").compactMap(FaultPoint.init)
    )
  }

  /// Runs the program without a fault, as a user would do after one.
  func runAgain(in root: ScratchFolder) throws -> Tool.Result {
    try Tool.run("env", environment(root.path) + [BuiltProgram.path("shutterbox")] + arguments(root.path))
  }

  /// Runs the program with `fault` at each point, or at each of a sample, and then calls `check`.
  ///
  /// - Parameters:
  ///   - isWanted: Which points count.
  ///   - check: Is given the folder, the point where the fault struck, and what the program left behind.
  func sweep(
    _ fault: Fault, calls: Calls = .write, where isWanted: (FaultPoint) -> Bool = { _ in true },
    check: (ScratchFolder, FaultPoint, Tool.Result) throws -> Void
  ) throws {
    let wanted = try points(calls).filter(isWanted)
    try #require(!wanted.isEmpty, "the program comes to no such point")
    for point in Self.sample(wanted) {
      let root = try ScratchFolder()
      try setUp(root)
      let (result, points) = try run(in: root, calls: calls, fault: (fault, point.number))
      // The names of temporary files differ from run to run, so the point is told as it was this time.
      let struck = try #require(
        points.first { $0.number == point.number }, "\(fault) at \(point) did not strike")
      #expect(struck.call == point.call, "the runs differ before \(point)")
      if fault.kills { #expect(result.status == 128 + 9, "\(fault) at \(struck): \(result.errorText)") }
      try check(root, struck, result)
    }
  }

  /// Points that are evenly spread, beginning at random; all of them if that is asked for.
  private static func sample(_ points: [FaultPoint]) -> [FaultPoint] {
    let isComplete = ProcessInfo.processInfo.environment["SHUTTERBOX_ALL_FAULTS"] == "1"
    guard !isComplete, points.count > sampleCount else { return points }
    // A failure names its point, so the random number need not be told.
    let start = Double.random(in: 0..<1)
    return (0..<sampleCount).map {
      points[Int((Double($0) + start) * Double(points.count) / Double(sampleCount))]
    }
  }
}
