import Foundation
import PhotoFixtures
import Testing

/// Libraries that are opened only when they are needed, and missed only by those who need them.
@Suite("Libraries that are opened late")
struct LateLibraryTests {
  private static let names = ["libheif", "libavcodec", "libde265"]

  /// Runs `prepare` on `file` and returns which of the libraries the dynamic linker was asked for.
  private func libraries(toPrepare bytes: [UInt8], named name: String) throws -> [String] {
    let folder = try ScratchFolder()
    try folder.write(bytes, as: name)
    let result = try Shutterbox.run(["prepare", name], in: folder, environment: ["LD_DEBUG=files"])
    #expect(result.status == 0, "\(result.errorText.suffix(300))")
    try #require(result.errorText.contains("libjpeg"), "the linker says nothing of the files that it opens")
    return Self.names.filter(result.errorText.contains)
  }

  #if os(Linux)
    @Test("A JPEG loads neither libheif nor libavcodec", .needsPhotos)
    func jpeg() throws {
      let bytes = try JPEGFile(.gradient(width: 64, height: 48)).bytes
      #expect(try libraries(toPrepare: bytes, named: "a.jpg").isEmpty)
    }

    @Test("A HEIC loads what decodes it, and of the two no more than it needs", .needsHEIFPrograms)
    func heic() throws {
      let bytes = try HEIFTool.encode(.gradient(width: 64, height: 48))
      let libraries = try libraries(toPrepare: bytes, named: "a.heic")
      #expect(libraries == ["libavcodec"] || libraries == ["libheif", "libde265"])
    }

    /// Runs `prepare` on a HEIC where `absent` cannot be loaded: a file that is no library lies in its place.
    private func prepare(without absent: [String]) throws -> (result: Tool.Result, jpeg: [UInt8]?) {
      let folder = try ScratchFolder()
      for name in absent { try folder.write([0], as: name) }
      try folder.write(try HEIFTool.encode(.gradient(width: 64, height: 48)), as: "a.heic")
      let result = try Shutterbox.run(
        ["prepare", "-o", "a.jpg", "a.heic"], in: folder, environment: ["LD_LIBRARY_PATH=\(folder.path)"])
      return (result, try? folder.read("a.jpg"))
    }

    @Test("Without libavcodec libheif decodes", .needsHEIFPrograms)
    func withoutCodec() throws {
      let (result, jpeg) = try prepare(without: (58...62).map { "libavcodec.so.\($0)" })
      #expect(result.status == 0, "\(result.errorText)")
      #expect(try JPEGTool.decode(try #require(jpeg)).width == 64)
    }

    @Test("Without both, the error names what to install", .needsHEIFPrograms)
    func withoutBoth() throws {
      let (result, jpeg) = try prepare(without: (58...62).map { "libavcodec.so.\($0)" } + ["libheif.so.1"])
      #expect(result.status == 1)
      #expect(jpeg == nil)
      #expect(
        result.errorText.contains("a.heic: unsupported: HEIC and AVIF need libheif"), "\(result.errorText)")
    }
  #endif
}
