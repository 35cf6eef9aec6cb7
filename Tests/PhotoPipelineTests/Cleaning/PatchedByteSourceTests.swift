import DurableFiles
import PhotoFixtures
import Testing

@testable import PhotoPipeline

@Suite("A source with some bytes replaced") struct PatchedByteSourceTests {
  private let base = (0..<100).map { UInt8($0 + 1) }

  private func read(_ source: PatchedByteSource, _ range: Range<Int>) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0xEE, count: range.count)
    let count = try bytes.withUnsafeMutableBytes { try source.read(into: $0, at: range.lowerBound) }
    return Array(bytes[..<count])
  }

  @Test("Any part is what the whole would be")
  func parts() throws {
    let patches = [
      BytePatch([200, 201, 202], at: 50), BytePatch(zeros: 0..<4), BytePatch(zeros: 53..<60),
      BytePatch([203], at: 99), BytePatch(zeros: 70..<70),
    ]
    let source = PatchedByteSource(MemoryByteSource(base, name: "base"), patches: patches)
    var whole = base
    for index in [0, 1, 2, 3] + Array(53..<60) { whole[index] = 0 }
    whole.replaceSubrange(50..<53, with: [200, 201, 202])
    whole[99] = 203
    for start in 0...100 {
      for end in start...100 { #expect(try read(source, start..<end) == Array(whole[start..<end])) }
    }
    #expect(source.byteCount == 100 && source.name == "base")
    #expect(try read(source, 90..<120) == Array(whole[90...]))
    #expect(try read(source, 100..<110).isEmpty)
  }

  @Test("Without patches it is the source itself")
  func none() throws {
    let source = PatchedByteSource(MemoryByteSource(base, name: "base"), patches: [])
    #expect(try CleanedMovie.bytes(of: source) == base)
  }

  @Test("A range is told to be touched by exactly the patches that share a byte with it")
  func touch() {
    let patches = [BytePatch(zeros: 10..<20), BytePatch([1], at: 20), BytePatch(zeros: 30..<40)]
    let touched = Set(10...20).union(30..<40)
    for start in 0..<50 {
      for end in start..<50 {
        #expect(patches.touch(start..<end) == (start..<end).contains { touched.contains($0) })
      }
    }
  }
}
