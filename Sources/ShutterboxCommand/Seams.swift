import PhotoPipeline

enum PhotoComparison {
  static func psnr(_ a: any ByteSource, _ b: any ByteSource) throws -> Double? { nil }
}
