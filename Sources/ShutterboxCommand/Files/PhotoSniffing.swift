import PhotoPipeline

/// Tells photos from other files by their first bytes.
enum PhotoSniffing {
  /// Whether `source` begins like a photo.
  static func isPhoto(_ source: FileByteSource) -> Bool {
    head(of: source).starts(with: [0xFF, 0xD8, 0xFF])
  }

  private static func head(of source: FileByteSource) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 64)
    // What cannot be read is told when the file is worked on.
    let count = bytes.withUnsafeMutableBytes { (try? source.read(into: $0, at: 0)) ?? 0 }
    return Array(bytes[..<count])
  }
}
