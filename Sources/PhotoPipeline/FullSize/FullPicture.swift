// Where ImageIO is the only codec, originals are kept by the photo library.
#if canImport(CJPEG)
  package import DurableFiles

  /// A photo at its full size, upright, held whole: gray, RGB, or luma and chroma, 8 bits a sample.
  ///
  /// The pixels are those of the file. They are converted only where the file has no ICC profile that a copy could
  /// carry on and its colors are not sRGB's.
  ///
  /// `@unchecked Sendable` is safe because nothing writes to the planes after the initializer.
  package final class FullPicture: @unchecked Sendable {
    /// What is refused before a pixel is decoded.
    package struct Limits: Sendable, Hashable {
      /// The most pixels. 120 million by default, above any phone's camera but those of 200 megapixels; encoding
      /// takes some 12 bytes for each.
      package var pixels = 120_000_000
      /// The most memory in bytes that decoding may need, beside that of the encoder. 768 MiB by default.
      package var memory = 768 << 20

      package init() {}
    }

    package let inspection: PhotoInspection
    /// The profile that says what the colors are; `nil` if they are sRGB's.
    package let profile: [UInt8]?
    /// Whether colors became sRGB that were something else, so that what metadata say of them no longer holds.
    package let isConverted: Bool
    let picture: SmallPicture
    private let name: String

    /// Width of the upright picture in pixels.
    package var width: Int { picture.size.width }
    /// Height of the upright picture in pixels.
    package var height: Int { picture.size.height }

    /// Decodes the photo in `source`.
    ///
    /// - Throws: ``PhotoPreparer/Error``, or ``FileSystemError`` if `source` cannot be read.
    package init(_ source: any ByteSource, limits: Limits = Limits()) throws {
      let (inspection, structure) = try PhotoInspection.read(source)
      try structure.check(file: source.name)
      var preparing = PhotoPreparer.Options()
      preparing.limits.pixels = limits.pixels
      preparing.limits.memory = limits.memory
      let profile = try structure.carriedProfile(from: source)
      let conversion = profile == nil ? try structure.colorConversion(from: source) : nil
      do {
        picture = try ImageCodec.decode(
          structure.decoder(source, options: preparing), name: source.name,
          orientation: structure.orientation, conversion: conversion,
          longEdge: max(inspection.width, inspection.height), limits: preparing.limits, keepsChroma: true)
      } catch is OutOfMemory {
        throw PhotoPreparer.Error.tooLarge(file: source.name, reason: "there is no memory to decode it")
      }
      name = source.name
      self.inspection = inspection
      self.profile = profile
      isConverted = conversion != nil || structure.jpeg?.components.count == 4
    }

    /// How much another picture looks like this one: the peak signal-to-noise ratio in dB over red, green and
    /// blue; `nil` if they differ in size. Profiles are not looked at.
    ///
    /// Halved chroma of this one is spread as decoders do, that of the other is repeated, as the plainest viewer does.
    ///
    /// - Throws: ``PhotoPreparer/Error`` if there is no memory for it.
    package func psnr(_ other: FullPicture) throws -> Double? {
      guard picture.size == other.picture.size else { return nil }
      return PhotoComparison.ratio(try spread(), other.picture)
    }

    /// The same ratio of this picture to itself with halved chroma: the most that a copy with halved chroma can reach.
    ///
    /// - Throws: As ``psnr(_:)``.
    package func psnrOfHalvedChroma() throws -> Double {
      PhotoComparison.ratio(try spread(), try planes(halvesChroma: true))
    }

    /// With a sample of chroma for each pixel. Gray and RGB have no other.
    private func spread() throws -> SmallPicture {
      picture.layout == .yCbCr420 ? try planes(halvesChroma: false) : picture
    }

    private func planes(halvesChroma: Bool) throws -> SmallPicture {
      do throws(OutOfMemory) {
        return try ChromaPlanes(picture, halvesChroma: halvesChroma).picture
      } catch {
        throw PhotoPreparer.Error.tooLarge(file: name, reason: "there is no memory to compare it")
      }
    }
  }

  extension PhotoStructure {
    /// The ICC profile that goes with the picture's own samples, if there is one that can be used and its colors are
    /// not sRGB's.
    ///
    /// One of gray or of inks is none: the copy has three channels of color.
    fileprivate func carriedProfile(from source: any ByteSource) throws -> [UInt8]? {
      let bytes: [UInt8]?
      switch self {
      case .jpeg(let structure):
        guard structure.components.count == 3, case .other = structure.profile else { return nil }
        let pieces = GatheredByteSource(source, pieces: structure.profilePieces)
        guard pieces.byteCount <= ColorConversion.profileLimit else { return nil }
        var window = ByteWindow(pieces)
        bytes = try window.prefix(at: 0, limit: pieces.byteCount)
      case .png(let structure):
        guard structure.codePoints == nil, !structure.colorType.isGray else { return nil }
        bytes = structure.profileBytes
      case .webp(let structure): bytes = structure.profileBytes
      case .gif(let structure): bytes = structure.profileBytes
      case .heif(let structure): bytes = structure.image.chroma == .monochrome ? nil : structure.profileBytes
      case .movie: bytes = nil
      }
      guard let bytes, try ColorConversion(profile: bytes, channels: .rgb) != nil else { return nil }
      return bytes
    }
  }
#endif
