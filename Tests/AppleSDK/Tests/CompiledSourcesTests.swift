import Foundation
import Testing

@Suite("The sources for Apple's systems")
struct CompiledSourcesTests {
  /// Modules of Apple's that stand-ins take the place of. Of what asks for others, such as CryptoKit or Darwin itself, only
  /// the branch for Linux is compiled here.
  private static let modules = [
    "UIKit", "SwiftUI", "Photos", "ImageIO", "CoreGraphics", "CoreLocation", "UniformTypeIdentifiers",
    "Network",
  ]

  @Test("Every file that is for one of Apple's modules is compiled here")
  func all() throws {
    var package = URL(fileURLWithPath: #filePath)
    for _ in 0..<2 { package.deleteLastPathComponent() }
    let sources = package.appendingPathComponent("../../Sources").standardizedFileURL
    let manifest = try String(contentsOf: package.appendingPathComponent("Package.swift"), encoding: .utf8)
    let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
    var found = 0
    for case let file as URL in try #require(files) where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      guard Self.modules.contains(where: { text.contains("canImport(\($0))") }) else { continue }
      found += 1
      let module = file.pathComponents[sources.pathComponents.count]
      let link = package.appendingPathComponent("Sources/\(module)").path
      #expect(FileManager.default.fileExists(atPath: link), "\(module) is not compiled here")
      #expect(!manifest.contains("\"\(file.lastPathComponent)\""), "\(file.lastPathComponent) is left out")
    }
    #expect(found > 8)
  }
}
