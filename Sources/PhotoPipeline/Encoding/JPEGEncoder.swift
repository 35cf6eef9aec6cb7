#if canImport(CJPEG)
  import CJPEG
  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
  #endif

  /// Encodes a picture to baseline JPEG, gray or 4:2:0, with a JFIF header and no other application
  /// segment.
  final class JPEGEncoder {
    private let encoder: OpaquePointer
    private let file: String
    private let size: PixelSize
    private var rowsDone = 0

    /// - Parameters:
    ///   - size: 1 to 65500 pixels a side.
    ///   - isGray: Whether there is luma alone.
    ///   - quality: 0 to 1, in steps of 0.01.
    ///   - file: What errors call the photo.
    init(
      size: PixelSize, isGray: Bool, quality: Double, file: String
    ) throws(PhotoPreparer.Error) {
      let percent = min(max(Int((quality * 100).rounded()), 1), 100)
      // Huffman tables made for the picture were measured: a fifth more time and room for all
      // coefficients, for 6 % fewer bytes. The standard tables let rows stream.
      let encoder = cjpeg_encoder_create(CInt(size.width), CInt(size.height), isGray, CInt(percent), false)
      guard let encoder else { throw Self.outOfMemory(file) }
      self.encoder = encoder
      self.size = size
      self.file = file
    }

    deinit { cjpeg_encoder_destroy(encoder) }

    private static func outOfMemory(_ file: String) -> PhotoPreparer.Error {
      .tooLarge(file: file, reason: "there is no memory to encode it")
    }

    /// Encodes the next 16 rows of the picture, or as many as are left: luma, and chroma for 2 x 2 pixels.
    func write(_ group: RowGroup) throws(PhotoPreparer.Error) {
      let rows = min(JPEGGrid.groupRows, size.height - rowsDone)
      rowsDone += rows
      group.pad(pictureRows: rows)
      let planes = group.planes.map { Optional(UnsafePointer($0.base)) }
      try check(cjpeg_encoder_write_group(encoder, planes, group.planes.map(\.stride)))
    }

    /// Ends the picture and gives the file.
    func finish() throws(PhotoPreparer.Error) -> Data {
      var bytes: UnsafeMutablePointer<UInt8>?
      var count = 0
      try check(cjpeg_encoder_finish(encoder, &bytes, &count))
      guard let bytes else { throw Self.outOfMemory(file) }
      return Data(bytesNoCopy: bytes, count: count, deallocator: .free)
    }

    private func check(_ status: cjpeg_status) throws(PhotoPreparer.Error) {
      // The encoder is given whole, valid pictures, so memory is all that it can lack.
      guard status == CJPEG_OK else { throw Self.outOfMemory(file) }
    }
  }
#endif
