import PhotoPipeline

extension PhotoInspection {
  init(source: any ByteSource) throws {
    throw PhotoPreparer.Error.unsupported(file: source.name, reason: "not built yet")
  }
}

enum PhotoComparison {
  static func psnr(_ a: any ByteSource, _ b: any ByteSource) throws -> Double? { nil }
}

enum FormatSniffer {
  static func isPhoto(_ source: any ByteSource) throws(FileSystemError) -> Bool {
    let head = UnsafeMutableRawBufferPointer.allocate(byteCount: 3, alignment: 1)
    defer { head.deallocate() }
    return try source.read(into: head, at: 0) == 3 && head.elementsEqual([0xFF, 0xD8, 0xFF])
  }
}
