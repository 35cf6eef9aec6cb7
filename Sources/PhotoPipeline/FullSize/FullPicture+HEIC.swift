// Where ImageIO is the only codec, originals are kept by the photo library.
#if canImport(CJPEG)
  #if canImport(FoundationEssentials)
    package import FoundationEssentials
  #else
    package import Foundation
  #endif

  #if canImport(CHEIF)
    import CHEIF
  #endif

  /// How a picture becomes a HEIC.
  package struct HEICCoding: Sendable, Hashable {
    /// 0 to 100, on the scale of libheif; 100 is all but lossless.
    package var quality: Int
    /// Whether chroma has half the density both ways, which every viewer of HEIC can show.
    package var halvesChroma: Bool

    package init(quality: Int, halvesChroma: Bool) {
      self.quality = quality
      self.halvesChroma = halvesChroma
    }
  }

  /// Why there is no HEIC.
  package enum HEICEncodingError: Error, Hashable {
    /// libheif, or its encoder for HEVC, is not installed.
    case noEncoder(reason: String)
    /// There is no memory for it.
    case outOfMemory
    /// The encoder refused, in its words.
    case refused(reason: String)
  }

  extension FullPicture {
    /// The picture as a HEIC file, with a profile if it has one.
    ///
    /// The pixels are upright, and nothing in the container turns them.
    ///
    /// - Parameters:
    ///   - exif: A TIFF structure, or nothing.
    ///   - xmp: A packet, or nothing.
    package func heic(
      _ coding: HEICCoding, exif: [UInt8], xmp: [UInt8]
    ) throws(HEICEncodingError) -> Data {
      #if canImport(CHEIF)
        let planes: SmallPicture
        do throws(OutOfMemory) {
          planes = try ChromaPlanes(picture, halvesChroma: coding.halvesChroma).picture
        } catch {
          throw .outOfMemory
        }
        var described = Self.described(planes, halvesChroma: coding.halvesChroma)
        // ISO/IEC 23091-2: 13 is sRGB's curve, 2 is what a profile says.
        described.transfer = profile == nil ? 13 : 2
        var file: OpaquePointer?
        defer { cheif_file_destroy(file) }
        let status = (profile ?? []).withUnsafeBufferPointer { profile in
          exif.withUnsafeBufferPointer { exif in
            xmp.withUnsafeBufferPointer { xmp in
              cheif_file_encode(
                &described, CInt(coding.quality), cheif_bytes(profile), cheif_bytes(exif), cheif_bytes(xmp),
                &file)
            }
          }
        }
        guard let file else { throw .outOfMemory }
        let message = String(cString: cheif_file_message(file))
        switch status {
        case CHEIF_OK: break
        case CHEIF_ABSENT: throw .noEncoder(reason: message)
        case CHEIF_TOO_LARGE: throw .outOfMemory
        default: throw .refused(reason: message)
        }
        let bytes = cheif_file_bytes(file)
        guard let start = bytes.start else { throw .refused(reason: "libheif wrote nothing") }
        return Data(bytes: start, count: bytes.count)
      #else
        throw .noEncoder(reason: "HEIC is not written on this system")
      #endif
    }

    #if canImport(CHEIF)
      /// The planes as the encoder takes them; they live as long as `planes`.
      private static func described(_ planes: SmallPicture, halvesChroma: Bool) -> cheif_picture {
        let sizes = planes.layout.planeSizes(of: planes.size)
        func plane(_ index: Int) -> cheif_plane {
          let plane = planes.plane(index)
          return cheif_plane(
            samples: UnsafePointer(plane.base), stride: plane.stride, width: CInt(sizes[index].width),
            height: CInt(sizes[index].height), bits: 8)
        }
        var described = cheif_picture()
        described.width = CInt(planes.size.width)
        described.height = CInt(planes.size.height)
        described.chroma_shift_x = halvesChroma ? 1 : 0
        described.chroma_shift_y = halvesChroma ? 1 : 0
        described.plane_count = 3
        described.planes = (plane(0), plane(1), plane(2), cheif_plane())
        // ISO/IEC 23091-2: 6 is BT.601, as JFIF has it.
        described.matrix = 6
        described.is_full_range = true
        return described
      }
    #endif
  }

  #if canImport(CHEIF)
    extension cheif_bytes {
      fileprivate init(_ buffer: UnsafeBufferPointer<UInt8>) {
        self.init(start: buffer.baseAddress, count: buffer.count)
      }
    }
  #endif
#endif
