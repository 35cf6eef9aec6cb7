package import DurableFiles

/// The EXIF block and the XMP packet of a photo as they lie in the file.
package struct OriginalBlocks: Sendable, Hashable {
  /// The most bytes of each; a longer packet is left out, a longer block cut.
  package static let byteLimit = StillMetadata.exifLimit

  /// The TIFF structure of the first EXIF block; empty if there is none.
  package let exif: [UInt8]
  /// The first XMP packet, without its extension; empty if there is none.
  package let xmp: [UInt8]

  /// The place that one of the two tells, as an inspection of a file with both would find it.
  package var location: PhotoInspection.Location? {
    ExifReader(ByteView(exif)).location ?? XMPReader(xmp).location
  }

  /// Looks for both in a photo of `format`, which was inspected before.
  ///
  /// - Throws: ``PhotoPreparer/Error`` if it is damaged; ``FileSystemError`` if it cannot be read.
  package init(of source: any ByteSource, format: PhotoFormat) throws {
    var search = MetadataSearch(source, packetLimit: Self.byteLimit)
    try search.run(format)
    exif = search.exif ?? []
    xmp = search.packet.flatMap { $0.bytes.count == $0.byteCount ? $0.bytes : nil } ?? []
  }
}
