import DurableFiles

#if canImport(CJPEG)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif

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
      case .heif(let structure):
        #if canImport(CHEIF)
          return try HEIFDecoder(
            structure, in: source, limits: options.limits,
            threads: options.usesSecondThread ? Self.coreCount : 1)
        #else
          throw PhotoPreparer.Error.unsupported(
            file: source.name, reason: "HEIC and AVIF are not decoded on this system")
        #endif
      case .movie: throw PhotoPreparer.Error.unsupported(file: source.name, reason: "it is a movie")
      }
    }

    /// The most threads that decode one picture; a decoder of HEVC takes some MiB.
    private static let threadLimit = 8

    private static var coreCount: Int {
      min(max(2, sysconf(CInt(_SC_NPROCESSORS_ONLN))), threadLimit)
    }
  }
#endif
