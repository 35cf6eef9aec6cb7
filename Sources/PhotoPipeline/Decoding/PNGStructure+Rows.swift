import DurableFiles

extension PNGStructure {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  /// Bytes from the start of a file to the end of its header's checksum.
  static let headByteCount = 33

  /// What the header of `source` says. Its checksum is not looked at.
  ///
  /// - Throws: ``PhotoPreparer/Error`` if it is no PNG or says what PNG does not allow,
  ///   ``FileSystemError`` if it cannot be read.
  static func header(of source: any ByteSource) throws -> PNGStructure {
    let file = source.name
    var window = ByteWindow(source, capacity: headByteCount)
    let head = ByteView(try window.prefix(at: 0, limit: headByteCount))
    guard head.starts(with: signature) else {
      throw PhotoPreparer.Error.notAnImage(file: file, reason: "it has no PNG signature")
    }
    // What Xcode makes of the PNGs of an app is no PNG, but another coding of its pixels.
    if head.dropFirst(12).starts(with: "CgBI") {
      throw PhotoPreparer.Error.unsupported(
        file: file, reason: "a PNG in the form that iOS apps contain (CgBI) is not read")
    }
    guard head.count == headByteCount, head.uint32(at: 8) == 13, head.dropFirst(12).starts(with: "IHDR"),
      let content = head.view(at: 16, count: 13)
    else { throw PhotoPreparer.Error.damaged(file: file, reason: "its header is missing") }
    switch Self.header(content) {
    case .success(let structure): return structure
    case .failure(let damage): throw PhotoPreparer.Error.damaged(file: file, reason: damage.reason)
    }
  }

  var size: PixelSize { PixelSize(width: width, height: height) }

  /// Bytes of a row of `width` pixels as it is stored, without the byte that names its filter.
  func rowByteCount(width: Int) -> Int {
    let channels =
      switch colorType {
      case .gray, .palette: 1
      case .grayAlpha: 2
      case .rgb: 3
      case .rgbAlpha: 4
      }
    return (width * channels * bitDepth + 7) / 8
  }
}
