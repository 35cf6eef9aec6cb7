import Foundation
import PhotoFixtures
import PixelKernels
import Testing

@Suite("Pixel kernels")
struct KernelTests {
  /// The folder of this file, and the root of the package.
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  private static let root = folder.deletingLastPathComponent().deletingLastPathComponent()

  /// Builds `kernel_check.c` with the kernels by `compiler` and gives the path of the program.
  private func build(_ compiler: String, _ options: [String], in scratch: ScratchFolder) throws -> String {
    let kernels = Self.root.appendingPathComponent("Sources/PixelKernels")
    let sources = try FileManager.default.contentsOfDirectory(atPath: kernels.path)
      .filter { $0.hasSuffix(".c") }.sorted().map { kernels.appendingPathComponent($0).path }
    let program = scratch.path + "/kernel_check"
    let include = "-I" + kernels.appendingPathComponent("include").path
    _ = try Tool.output(
      compiler,
      options + ["-Wall", "-Wextra", "-Werror", include, "-o", program] + sources
        + [Self.folder.appendingPathComponent("kernel_check.c").path, "-lm"])
    return program
  }

  private func run(_ program: String, _ arguments: [String]) throws -> String {
    let result = try Tool.run(program, arguments)
    #expect(result.status == 0, "\(result.text)\(result.errorText)")
    return result.text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  @Test("Vector filters give the bits of the portable ones, stay in bounds and round correctly")
  func vectorFiltersMatchPortableOnes() throws {
    let scratch = try ScratchFolder()
    let program = try build(
      "cc", ["-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"], in: scratch)
    let seed = UInt64.random(in: 0..<1_000_000)
    let answer = try run(program, ["\(seed)", "2000"])
    #expect(answer.hasPrefix("portable"), "seed \(seed)")
    var count = 0
    let available = pk_available_filters(&count)
    #expect(answer.split(separator: " ").count == count + 1)
    #expect(try #require(available)[0].name.map { String(cString: $0) } == "portable")
  }

  @Test(
    "AArch64 gives the bits of this processor",
    .enabled(
      if: Tool.isInstalled("aarch64-linux-gnu-gcc") && Tool.isInstalled("qemu-aarch64"),
      "needs Debian's gcc-aarch64-linux-gnu and qemu-user"))
  func armMatchesThisProcessor() throws {
    let here = try ScratchFolder()
    let there = try ScratchFolder()
    let native = try build("cc", ["-O2"], in: here)
    let arm = try build("aarch64-linux-gnu-gcc", ["-O2", "-static"], in: there)
    let seed = UInt64.random(in: 0..<1_000_000)
    let expected = try run(native, ["\(seed)", "3000"])
    let answer = try run("qemu-aarch64", [arm, "\(seed)", "3000"])
    #expect(answer.hasPrefix("portable neon "), "seed \(seed)")
    #expect(answer.split(separator: " ").last == expected.split(separator: " ").last, "seed \(seed)")
  }
}
