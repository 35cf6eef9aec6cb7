package import DurableFiles

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What there is to know of a photo or movie before a pixel is decoded.
package typealias PhotoHeader = (inspection: PhotoInspection, structure: PhotoStructure)

extension PhotoInspection {
  /// Inspects the file at `url`: a JPEG, PNG, WebP, GIF, HEIF or AVIF picture, or an MP4 or QuickTime movie.
  ///
  /// The file is walked in a window of 256 KiB. No pixel is decoded.
  ///
  /// - Throws: ``PhotoPreparer/Error`` if it is no picture, one of a format that is not read, or one
  ///   whose structure is damaged; ``FileSystemError`` if the file cannot be read. A missing end
  ///   marker is not an error, nor is metadata that cannot be understood: it is listed by its size.
  public init(contentsOf url: URL) throws {
    try self.init(source: FileByteSource(path: url.path))
  }

  /// Inspects a photo or movie in memory.
  ///
  /// - Parameter data: The bytes of the file.
  /// - Parameter name: What errors call the photo.
  /// - Throws: ``PhotoPreparer/Error`` as ``init(contentsOf:)`` does.
  public init(_ data: Data, name: String = "photo") throws {
    try self.init(source: MemoryByteSource(data, name: name))
  }

  /// Inspects the photo in `source`.
  package init(source: any ByteSource) throws {
    self = try Self.read(source).inspection
  }

  /// Inspects the photo in `source` and, in the same pass, gathers what a decoder must know of it.
  package static func read(_ source: any ByteSource) throws -> PhotoHeader {
    guard source.byteCount > 0 else {
      throw PhotoPreparer.Error.notAnImage(file: source.name, reason: "it is empty")
    }
    let content = try FormatSniffer.content(of: source)
    switch content {
    case .format(.jpeg):
      let (inspection, structure) = try JPEGReader.read(source)
      return (inspection, .jpeg(structure))
    case .format(.png):
      let (inspection, structure) = try PNGReader.read(source)
      return (inspection, .png(structure))
    case .format(.webp):
      let (inspection, structure) = try WebPReader.read(source)
      return (inspection, .webp(structure))
    case .format(.gif):
      let (inspection, structure) = try GIFReader.read(source)
      return (inspection, .gif(structure))
    case .format(let format) where [.heic, .heif, .avif].contains(format):
      let (inspection, structure) = try HEIFReader.read(source, format: format)
      return (inspection, .heif(structure))
    case .format(let format) where format.isMovie:
      let (inspection, structure) = try MovieReader.read(source, format: format)
      return (inspection, .movie(structure))
    default:
      throw content.error(file: source.name)
    }
  }
}
