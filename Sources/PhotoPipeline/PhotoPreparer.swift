package import DurableFiles

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Makes a photo cheap and private: decodes it, turns it upright, scales it down and encodes it anew.
///
/// No branch hands the original's bytes through. A photo that cannot be cleaned is an error, and the
/// result is read back and proved to carry no metadata before it is returned.
public struct PhotoPreparer: Sendable {
  /// How large and how good the result is, and what is refused.
  public struct Options: Sendable, Hashable {
    /// The longest side of the result in pixels, 16 to 16384. A smaller photo is never enlarged.
    /// 2048 by default.
    public var longEdge: Int = 2048
    /// The JPEG quality, 0.05 to 1. 0.85 by default.
    public var quality: Double = 0.85
    /// Whether decoding may run on threads of its own beside resampling and encoding: one for a JPEG, one
    /// for each further core for a HEIC or AVIF in tiles.
    /// `false` by default: a caller with many photos does better with one photo a core.
    public var usesSecondThread: Bool = false
    /// What is refused before a pixel is decoded.
    public var limits = Limits()
    /// Whether libjpeg decodes also what is decoded faster without it. The result is the same, which is
    /// what this is for.
    package var decodesByLibraryAlone: Bool = false

    /// At most 2048 pixels, quality 0.85.
    public init() {}
  }

  /// What is refused before a pixel is decoded.
  public struct Limits: Sendable, Hashable {
    /// The most pixels that a picture may claim. 500 million by default, above any phone's panorama.
    public var pixels: Int = 500_000_000
    /// The most memory in bytes that decoding may need for a picture that cannot be decoded row by
    /// row. 384 MiB by default: a progressive 4:2:0 photo of 134 megapixels.
    public var memory: Int = 384 << 20

    /// 500 million pixels, 384 MiB.
    public init() {}
  }

  /// The options that every photo is prepared with.
  public let options: Options

  /// A preparer that treats every photo alike.
  public init(options: Options = Options()) {
    self.options = options
  }

  /// Prepares the photo in the file at `url`.
  ///
  /// - Throws: ``PhotoPreparer/Error`` if the photo cannot be cleaned, ``FileSystemError`` if the
  ///   file cannot be read. A photo without an end marker, with padding or with bytes behind its
  ///   end is not an error.
  public func prepare(contentsOf url: URL) throws -> PreparedPhoto {
    try prepare(FileByteSource(path: url.path))
  }

  /// Prepares the photo in `data`.
  ///
  /// - Parameter data: The bytes of the file.
  /// - Parameter name: What errors call the photo.
  /// - Throws: ``PhotoPreparer/Error`` if the photo cannot be cleaned.
  public func prepare(_ data: Data, name: String = "photo") throws -> PreparedPhoto {
    try prepare(MemoryByteSource(data, name: name))
  }

  package func prepare(_ source: any ByteSource) throws -> PreparedPhoto {
    let headStart: ImageCodec.Ahead? =
      options.usesSecondThread ? ImageCodec.headStart(source, options: options) : nil
    let header = try PhotoInspection.read(source)
    try header.structure.check(file: source.name)
    let encoded: ImageCodec.Encoded
    do {
      encoded = try ImageCodec.prepare(source, header, options: options, headStart: headStart)
    } catch is OutOfMemory {
      throw Error.tooLarge(file: source.name, reason: "there is no memory to prepare it")
    }
    let proof = MemoryByteSource(encoded.jpeg, name: source.name)
    if let reason = try CleanJPEG.reason(against: proof) {
      throw Error.notClean(file: source.name, reason: reason)
    }
    let result = try PhotoInspection(source: proof)
    guard result.isClean, result.width == encoded.size.width, result.height == encoded.size.height else {
      throw Error.notClean(file: source.name, reason: "the result is not what was encoded")
    }
    return PreparedPhoto(
      jpeg: encoded.jpeg, width: encoded.size.width, height: encoded.size.height, original: header.inspection)
  }
}

extension JPEGStructure {
  /// Refuses pictures that are coded in a way that no camera and no browser uses.
  func checkCoding(file: String) throws(PhotoPreparer.Error) {
    let kind: String? =
      switch process {
      case .hierarchical: "hierarchical coding"
      case .lossless: "lossless coding"
      case _ where isArithmetic: "arithmetic coding"
      case _ where precision != 8: "\(precision) bits a sample"
      case _ where hasLateHeight: "its height behind the picture (DNL)"
      case _ where ![1, 3, 4].contains(components.count): "\(components.count) color components"
      default: nil
      }
    if let kind { throw .unsupported(file: file, reason: "a JPEG with \(kind) is not decoded") }
  }
}
