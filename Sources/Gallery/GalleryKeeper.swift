package import DurableFiles
import PhotoPipeline

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Keeps deliberate originals: full size, upright, HEIC, with the metadata of the camera.
///
/// A HEIC is kept byte for byte. Any other photo is decoded, turned upright and encoded as a HEIC that no viewer
/// turns again: its container has no turn, and its EXIF says 1. Every copy is read back before it is handed over: it
/// has the original's size, camera, time and place, and its pixels come as near as ``leastPSNR``.
///
/// A whole picture is held, some 12 bytes a pixel while it is encoded; photos of more than 120 megapixels are refused.
/// Blocks beside EXIF and XMP are left out: IPTC, comments, further pictures, movies, depth.
public struct GalleryKeeper: Sendable {
  /// A place on Earth in WGS 84.
  public struct Location: Sendable, Hashable {
    /// Degrees, -90 (south) to 90 (north).
    public let latitude: Double
    /// Degrees, -180 (west) to 180 (east).
    public let longitude: Double

    /// - Returns: `nil` for what is no place: out of range, infinite or no number.
    public init?(latitude: Double, longitude: Double) {
      guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
      self.latitude = latitude
      self.longitude = longitude
    }
  }

  /// What becomes of the metadata.
  public struct Options: Sendable, Hashable {
    /// The place that is added, or replaces the original's with all that belongs to it (height, direction, accuracy);
    /// `nil`, the default, leaves the place alone. A HEIC, which is kept byte for byte, is refused with it.
    public var location: Location?
    /// Whether the camera maker's own notes in EXIF stay, at their old offset. `false` by default.
    public var keepsMakerNote = false
    /// Whether EXIF gets a new thumbnail, at most 160 pixels long and upright like the picture. `false` by default.
    public var addsThumbnail = false

    /// The metadata as they are, without thumbnail and maker's note.
    public init() {}
  }

  /// The least peak signal-to-noise ratio to the upright original, in dB over red, green and blue.
  public static let leastPSNR = 40.0
  /// The ratio that a coding must reach for a better one not to be tried.
  static let wantedPSNR = 41.0
  /// The ratio that halving the chroma alone must leave for it to be tried. What coding loses comes to that.
  static let wantedPSNROfHalvedChroma = 44.0
  /// What is tried, one after the other. Half the chroma comes first: every viewer of HEIC shows it.
  static let codings = [
    HEICCoding(quality: 70, halvesChroma: true), HEICCoding(quality: 92, halvesChroma: true),
    HEICCoding(quality: 92, halvesChroma: false), HEICCoding(quality: 100, halvesChroma: false),
  ]
  /// The most bytes of a HEIC that is copied, 1 GiB.
  static let copyLimit = 1 << 30

  /// What becomes of the metadata of each original.
  public let options: Options

  /// A keeper that treats every original alike.
  public init(options: Options = Options()) {
    self.options = options
  }

  /// Keeps the photo at `url` as a new file.
  ///
  /// - Parameters:
  ///   - url: The original, which is not changed.
  ///   - output: The file, which must not exist; its folder must.
  ///   - reason: Why the original is kept, in words. It is not written anywhere.
  /// - Throws: ``GalleryError``, `PhotoPreparer.Error`, or `FileSystemError`, with the code `exists` if there is such
  ///   a file. Nothing is left behind then.
  @discardableResult
  public func keep(contentsOf url: URL, to output: URL, reason: String) throws -> KeptPhoto {
    guard reason.contains(where: { $0.isLetter || $0.isNumber }) else {
      throw GalleryError(code: .reasonMissing, file: url.path, message: "nobody says why it is kept")
    }
    let photo = try keep(FileByteSource(path: url.path))
    let file = AtomicFile(path: FilePath(output.path), overwriting: false)
    try photo.heic.withUnsafeBytes { try file.write($0) }
    return photo
  }

  /// Makes the copy of the photo in `source`, without writing it anywhere.
  ///
  /// - Throws: ``GalleryError``, `PhotoPreparer.Error`, or `FileSystemError` if `source` cannot be read.
  package func keep(_ source: any ByteSource) throws -> KeptPhoto {
    let (inspection, structure) = try PhotoInspection.read(source)
    if inspection.format != .avif, structure.heif?.image.coding == .hevc {
      return try copy(source, inspection)
    }
    let original = try FullPicture(source)
    let metadata = try KeptMetadata(of: source, original, options)
    return try encode(original, metadata, name: source.name)
  }

  private func copy(_ source: any ByteSource, _ inspection: PhotoInspection) throws -> KeptPhoto {
    guard options.location == nil else {
      throw GalleryError(
        code: .unsupported, file: source.name,
        message: "a HEIC is kept byte for byte, so its location cannot be changed")
    }
    guard let bytes = try source.bytes(limit: Self.copyLimit), bytes.count == source.byteCount else {
      throw PhotoPreparer.Error.tooLarge(file: source.name, reason: "it is larger than 1 GiB")
    }
    return KeptPhoto(
      heic: Data(bytes), width: inspection.width, height: inspection.height, isCopy: true,
      kept: inspection.kinds, leftOut: [])
  }

  /// Tries one coding after the other until one comes near enough.
  private func encode(_ original: FullPicture, _ metadata: KeptMetadata, name: String) throws -> KeptPhoto {
    var best = 0.0
    let mayHalve = try original.psnrOfHalvedChroma() >= Self.wantedPSNROfHalvedChroma
    let codings = Self.codings.filter { mayHalve || !$0.halvesChroma }
    for (index, coding) in codings.enumerated() {
      let heic: Data
      do throws(HEICEncodingError) {
        heic = try original.heic(coding, exif: metadata.exif, xmp: metadata.xmp)
      } catch {
        throw error.gallery(name)
      }
      let result = try FullPicture(MemoryByteSource(heic, name: name))
      guard let psnr = try original.psnr(result) else {
        throw GalleryError(code: .notKept, file: name, message: "the copy has another size")
      }
      best = max(best, psnr)
      let isLast = index == codings.count - 1
      guard psnr >= (isLast ? Self.leastPSNR : Self.wantedPSNR) else { continue }
      try metadata.check(result.inspection, file: name)
      let kinds = result.inspection.kinds
      return KeptPhoto(
        heic: heic, width: result.width, height: result.height, isCopy: false, kept: kinds,
        leftOut: original.inspection.kinds.filter { !kinds.contains($0) })
    }
    throw GalleryError(
      code: .notKept, file: name,
      message: "the copy comes only as near as \((best * 10).rounded() / 10) dB to the original")
  }
}

extension HEICEncodingError {
  fileprivate func gallery(_ file: String) -> any Error {
    switch self {
    case .noEncoder(let reason):
      GalleryError(
        code: .encoderMissing, file: file,
        message: "HEIC cannot be written here: \(reason); install libheif with its x265 encoder")
    case .outOfMemory:
      PhotoPreparer.Error.tooLarge(file: file, reason: "there is no memory to encode it")
    case .refused(let reason):
      GalleryError(code: .encodingFailed, file: file, message: "the encoder failed: \(reason)")
    }
  }
}
