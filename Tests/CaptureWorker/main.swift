// One of several processes that add to the same captures and finish them, for a test.
//
//   CaptureWorker HOME SEED COUNT
//
// It does COUNT operations that it chooses at random, and prints how many of each were done. That an entry was
// finished by another, or is just being added to, is to be expected; every other error ends it with 1.

import Foundation
import PhotoFixtures
import Shutterbox

let arguments = CommandLine.arguments
guard arguments.count == 4, let seed = UInt64(arguments[2]), let count = Int(arguments[3]) else {
  FileHandle.standardError.write(Data("usage: CaptureWorker HOME SEED COUNT\n".utf8))
  exit(2)
}
var generator = SplitMix64(seed: seed)
var done: [String: Int] = [:]

do {
  let store = try await CaptureStore.open(home: URL(fileURLWithPath: arguments[1]))
  for number in 0..<count {
    let photo = NewMedia.photo(
      jpeg: Data("photo \(seed) \(number)".utf8), width: 4, height: 3, source: .camera)
    let known = try await store.entries(limit: 8).randomElement(using: &generator)
    do {
      switch (Int.random(in: 0..<10, using: &generator), known) {
      case (0..<4, let entry?):
        try await store.finish(entry.id, force: true)
        done["finished", default: 0] += 1
      case (4..<7, let entry?):
        _ = try await store.add(photo, to: .entry(entry.id))
        done["added", default: 0] += 1
      default:
        _ = try await store.add(photo, to: .draft(store.newEntry()))
        done["begun", default: 0] += 1
      }
    } catch let error as CaptureStoreError where [.finished, .underWay].contains(error.code) {
      done["\(error.code)", default: 0] += 1
    }
  }
  print(done.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", "))
} catch {
  FileHandle.standardError.write(Data("CaptureWorker: \(error)\n".utf8))
  exit(1)
}
