#if canImport(CJPEG)
  extension PhotoStructure {
    /// The decoder of the picture in `source`, whose header it has read.
    ///
    /// - Throws: ``PhotoPreparer/Error`` for what cannot be decoded, ``FileSystemError`` if `source` cannot be
    ///   read.
    func decoder(_ source: any ByteSource, options: PhotoPreparer.Options) throws -> any PictureDecoder {
      switch self {
      case .jpeg(let structure):
        return try JPEGDecoder(structure.picture(in: source), usesScanDecoder: !options.decodesByLibraryAlone)
      case .png: return try PNGDecoder(source)
      case .webp: return try WebPDecoder(source, usesThreads: options.usesSecondThread)
      case .gif: return try GIFDecoder(source)
      case .heif, .movie:
        throw PhotoPreparer.Error.unsupported(file: source.name, reason: "it is not decoded")
      }
    }
  }
#endif
