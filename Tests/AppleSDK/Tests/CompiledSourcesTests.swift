import Foundation
import Testing

/// No source file for Apple's systems can be forgotten: each is compiled by this package, or listed here.
@Suite("The sources for Apple's systems")
struct CompiledSourcesTests {
  /// Systems and modules that are not Apple's alone, or not this package's affair.
  private static let others: Set<String> = [
    "Glibc", "Musl", "FoundationEssentials", "FoundationNetworking", "FoundationXML", "TransportLibcurl",
    "CJPEG",
    "CGIF", "CSPNG", "CWebP", "CLCMS", "CHEIF", "CExpat", "Linux",
  ]
  /// What no module can stand in for: parts of Foundation and of the C library that Linux lacks.
  private static let unprovable: Set<String> = ["Darwin", "iOS", "macOS"]
  /// Files with such parts, but for an import of Darwin in place of Glibc. They are compiled on Apple's systems alone.
  private static let filesWithUnprovableParts: Set<String> = [
    "CaptureStorage/CaptureStore.swift", "DurableFiles/FileStatus.swift", "DurableFiles/LockFile.swift",
    "Threading/WorkerThread.swift",
    "TransportURLSession/BackgroundTransport.swift",
    "TransportURLSession/BodyFolder.swift", "TransportURLSession/SessionDelegate.swift",
    "TransportURLSession/SessionFailure.swift", "TransportURLSession/URLSessionTransport.swift",
  ]
  /// Modules for Linux and macOS that no app for iOS can have.
  private static let modulesOfTheCommand: Set<String> = ["ShutterboxCommand", "WebSurface", "UploadReceiver"]

  private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()

  private struct Condition {
    let file: String
    let name: String
    let lineAfter: String
  }

  /// All conditions of the sources: `#if canImport(Name)` and `#if os(Name)`.
  private func conditions() throws -> [Condition] {
    let root = Self.package.appending(path: "../../Sources").standardizedFileURL.resolvingSymlinksInPath()
    let files = try #require(FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil))
    var found: [Condition] = []
    for case let file as URL in files where file.pathExtension == "swift" {
      let name = String(file.resolvingSymlinksInPath().path.dropFirst(root.path.count + 1))
      let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      for (line, next) in zip(lines, lines.dropFirst())
      where line.hasPrefix("#if") || line.hasPrefix("#elseif") {
        for match in line.matches(of: /(?:canImport|os)\((\w+)\)/) {
          found.append(Condition(file: name, name: String(match.1), lineAfter: next))
        }
      }
    }
    return found.filter { !Self.modulesOfTheCommand.contains(String($0.file.prefix { $0 != "/" })) }
  }

  @Test("Each module of Apple's that a source asks for is here")
  func modules() throws {
    let fakes = try FileManager.default.contentsOfDirectory(
      atPath: Self.package.appending(path: "Fakes").path)
    let asked = Set(try conditions().map(\.name)).subtracting(Self.others).subtracting(Self.unprovable)
    #expect(asked.contains("UIKit") && asked.contains("ImageIO"))
    #expect(asked.subtracting(fakes) == [])
  }

  @Test("Each source that asks for one is in a target of this package")
  func sources() throws {
    let manifest = try String(contentsOf: Self.package.appending(path: "Package.swift"), encoding: .utf8)
    let apple = try conditions().filter { !Self.others.contains($0.name) }
    #expect(apple.count > 20)
    for condition in apple {
      let module = String(condition.file.prefix { $0 != "/" })
      #expect(manifest.contains("name: \"\(module)\""), "\(condition.file)")
      let link = Self.package.appending(path: "Sources/\(module)").path
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link).hasSuffix("Sources/\(module)"))
      #expect(!manifest.contains("\"\(condition.file.dropFirst(module.count + 1))\""), "\(condition.file)")
    }
  }

  @Test("What cannot be compiled here is listed")
  func unprovable() throws {
    let files = try conditions().filter {
      Self.unprovable.contains($0.name) && !$0.lineAfter.hasSuffix("import Darwin")
    }
    #expect(Set(files.map(\.file)) == Self.filesWithUnprovableParts)
  }
}
