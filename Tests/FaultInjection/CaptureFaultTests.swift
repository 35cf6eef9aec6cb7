import Foundation
import PhotoFixtures
import Testing

/// A process that dies, or whose calls fail, while captures change.
///
/// The home folder holds an earlier capture, of which nothing may ever be lost. After each fault programs that
/// share no code with the store look at files and rows, the store is opened again, and the same is asked for
/// once more.
@Suite(
  "Faults while captures change", .needsFaults, .enabled(if: Tool.isInstalled("sqlite3"), "needs sqlite3"))
struct CaptureFaultTests {
  private static let kills: [Fault] = [.killBefore, .killAfter, .killHalf]

  /// A call that fails, once or from there on.
  struct Failure: CustomStringConvertible {
    let fault: Fault
    let calls: FaultRun.Calls

    var description: String { "\(fault)" }
  }

  static let failures: [Failure] =
    ["ENOSPC", "EIO", "EDQUOT", "EROFS"].flatMap { name in
      [Fault.fails(name), .failsFromThereOn(name)].map { Failure(fault: $0, calls: .write) }
    }
    + [Fault.fails("EMFILE"), .failsFromThereOn("EMFILE")].map { Failure(fault: $0, calls: .open) }

  private let add = FaultRun(
    setUp: { try CaptureFixture.setUp($0) },
    arguments: { root in ["add", "--json", "\(root)/new.jpg", "\(root)/new.mov"] })
  private let ingest = FaultRun(
    setUp: { try CaptureFixture.setUp($0, sharing: true) }, arguments: { _ in ["ingest", "--json"] })
  private let finish = FaultRun(
    setUp: { try CaptureFixture.setUp($0) },
    arguments: { ["finish", "--force", "--json", CaptureFixture.secondEntry(in: $0)] })

  // MARK: Killed.

  @Test("Killed at any point of an add, each file is an entry's own or nowhere", arguments: kills)
  func addKilled(fault: Fault) throws {
    try add.sweep(fault, where: { fault != .killHalf || $0.writes }) { root, point, _ in
      let state = try CaptureState(root, "\(fault) at \(point)")
      try state.checkAfterFault()
      try state.checkReopened()
      let before = try state.mediaCount()
      #expect((3...5).contains(before), state.comment)
      #expect(try add.runAgain(in: root).status == 0, state.comment)
      #expect(try state.mediaCount() == before + 2, state.comment)
      try state.checkReopened()
    }
  }

  @Test("Killed at any point of an ingest, a drop becomes one whole entry in the end", arguments: kills)
  func ingestKilled(fault: Fault) throws {
    try ingest.sweep(fault, where: { fault != .killHalf || $0.writes }) { root, point, _ in
      let state = try CaptureState(root, "\(fault) at \(point)")
      try state.checkAfterFault()
      try state.checkReopened()
      // All of the drop is there, or all of the entry.
      let isIngested = try state.mediaCount() == 5
      #expect(try isIngested || state.mediaCount() == 3 && state.dropIsWhole(), state.comment)
      #expect(try ingest.runAgain(in: root).status == 0, state.comment)
      #expect(try state.mediaCount() == 5 && state.entryCount() == 3, state.comment)
      #expect(try state.drops() == [], state.comment)
      try state.checkReopened()
    }
  }

  @Test("Killed at any point of a finish, exactly what the entry owned goes in the end", arguments: kills)
  func finishKilled(fault: Fault) throws {
    try finish.sweep(fault, where: { fault != .killHalf || $0.writes }) { root, point, _ in
      let state = try CaptureState(root, "\(fault) at \(point)")
      try state.checkAfterFault()
      try state.checkReopened()
      #expect(try [1, 3].contains(state.mediaCount()), state.comment)
      #expect(try finish.runAgain(in: root).status == 0, state.comment)
      #expect(try state.mediaCount() == 1, state.comment)
      try state.checkReopened()
    }
  }

  // MARK: Calls that fail.

  @Test("A call that fails during an add is told, and nothing is half there", arguments: failures)
  func addFails(failure: Failure) throws {
    try sweep(add, failure) { root, result, state throws in
      if result.status == 0 { #expect(try state.mediaCount() == 5, state.comment) }
      #expect(try add.runAgain(in: root).status == 0, state.comment)
      try state.checkReopened()
    }
  }

  @Test("A call that fails during an ingest is told, and the drop is there or the entry", arguments: failures)
  func ingestFails(failure: Failure) throws {
    try sweep(ingest, failure) { root, result, state throws in
      let isIngested = try state.mediaCount() == 5
      #expect(try isIngested || state.mediaCount() == 3 && state.dropIsWhole(), state.comment)
      if result.status == 0 { #expect(isIngested, state.comment) }
      #expect(try ingest.runAgain(in: root).status == 0, state.comment)
      #expect(try state.mediaCount() == 5 && state.entryCount() == 3 && state.drops() == [], state.comment)
    }
  }

  @Test("A call that fails during a finish is told, and the next finish completes it", arguments: failures)
  func finishFails(failure: Failure) throws {
    try sweep(finish, failure) { root, result, state throws in
      #expect(try [1, 3].contains(state.mediaCount()), state.comment)
      if result.status == 0 { #expect(try state.mediaCount() == 1, state.comment) }
      #expect(try finish.runAgain(in: root).status == 0, state.comment)
      #expect(try state.mediaCount() == 1, state.comment)
    }
  }

  private func sweep(
    _ run: FaultRun, _ failure: Failure, check: (ScratchFolder, Tool.Result, CaptureState) throws -> Void
  ) throws {
    try run.sweep(failure.fault, calls: failure.calls) { root, point, result in
      let state = try CaptureState(root, "\(failure.fault) at \(point): \(result.text)\(result.errorText)")
      try state.checkAfterFault()
      try state.checkTold(result)
      try state.checkReopened()
      try check(root, result, state)
    }
  }
}
