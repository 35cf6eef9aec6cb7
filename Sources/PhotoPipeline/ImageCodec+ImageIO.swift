import DurableFiles

#if canImport(ImageIO)
  import CoreGraphics
  import Foundation
  import ImageIO
  import UniformTypeIdentifiers

  /// The codecs of Apple's systems.
  ///
  /// ImageIO hands out a picture that is small and upright already, so one of full size is never held.
  enum SystemCodec {
    /// As ``ImageCodec/prepare(_:_:options:headStart:)``.
    static func prepare(
      _ source: any ByteSource, _ header: PhotoHeader, options: PhotoPreparer.Options
    ) throws -> ImageCodec.Encoded {
      let canvas = try canvas(source, header, longEdge: options.longEdge, limits: options.limits)
      guard let picture = canvas.context.makeImage(), let jpeg = encode(picture, quality: options.quality)
      else {
        throw OutOfMemory()
      }
      guard let bare = BareJPEG.bytes(of: jpeg) else {
        throw PhotoPreparer.Error.notClean(file: source.name, reason: "the system wrote no JPEG")
      }
      return ImageCodec.Encoded(jpeg: bare, size: canvas.size)
    }

    /// As ``ImageCodec/picture(_:_:longEdge:limits:)``: red, green and blue.
    static func picture(
      _ source: any ByteSource, _ header: PhotoHeader, longEdge: Int, limits: PhotoPreparer.Limits
    ) throws -> SmallPicture {
      let canvas = try canvas(source, header, longEdge: longEdge, limits: limits)
      guard let data = canvas.context.data else { throw OutOfMemory() }
      let picture = try SmallPicture(size: canvas.size, layout: .rgb)
      for y in 0..<canvas.size.height {
        let row = data.advanced(by: y * canvas.context.bytesPerRow).assumingMemoryBound(to: UInt8.self)
        for index in 0..<3 {
          let target = picture.plane(index).row(y)
          for x in 0..<canvas.size.width { target[x] = row[x * 4 + index] }
        }
      }
      return picture
    }

    /// The picture on white, upright, in sRGB and at most `longEdge` pixels long.
    private static func canvas(
      _ source: any ByteSource, _ header: PhotoHeader, longEdge: Int, limits: PhotoPreparer.Limits
    ) throws -> (context: CGContext, size: PixelSize) {
      let full = PixelSize(width: header.inspection.width, height: header.inspection.height)
      guard full.width * full.height <= limits.pixels else {
        throw PhotoPreparer.Error.tooLarge(
          file: source.name, reason: "\(full.width) x \(full.height) pixels are more than \(limits.pixels)")
      }
      let picture = try thumbnail(
        source, orientation: header.structure.orientation,
        longEdge: min(longEdge, max(full.width, full.height)))
      let size = full.downscaled(toLongEdge: longEdge)
      // The system may round to another pixel. More than that is another picture, or one that lies on its side.
      guard abs(picture.width - size.width) <= 1, abs(picture.height - size.height) <= 1 else {
        throw PhotoPreparer.Error.damaged(
          file: source.name,
          reason: "\(picture.width)x\(picture.height) pixels came of \(full.width)x\(full.height)")
      }
      guard let space = CGColorSpace(name: CGColorSpace.sRGB),
        let context = CGContext(
          data: nil, width: size.width, height: size.height, bitsPerComponent: 8, bytesPerRow: 0,
          space: space,
          bitmapInfo: CGImageAlphaInfo.noneSkipLast.rawValue)
      else { throw OutOfMemory() }
      let frame = CGRect(x: 0, y: 0, width: size.width, height: size.height)
      context.setFillColor(red: 1, green: 1, blue: 1, alpha: 1)
      context.fill(frame)
      context.interpolationQuality = .high
      context.draw(picture, in: frame)
      return (context, size)
    }

    /// - Parameter orientation: How our own reader says that the stored picture must be turned, 1 to 8.
    private static func thumbnail(
      _ source: any ByteSource, orientation: Int, longEdge: Int
    ) throws -> CGImage {
      func damaged(_ reason: String) -> PhotoPreparer.Error { .damaged(file: source.name, reason: reason) }
      let reading = SourceReading(source)
      let options: [CFString: Any] = [kCGImageSourceShouldCache: false]
      guard let provider = reading.provider(),
        let images = CGImageSourceCreateWithDataProvider(provider, options as CFDictionary)
      else { throw damaged("the system does not decode it") }
      let index = CGImageSourceGetPrimaryImageIndex(images)
      // Rather no photo than one that is turned wrong.
      guard self.orientation(of: images, index, options as CFDictionary) == orientation else {
        if let failure = reading.failure { throw failure }
        throw PhotoPreparer.Error.unsupported(
          file: source.name, reason: "it says in two places which way is up, and not the same")
      }
      let wanted: [CFString: Any] = [
        // The one in the file may be another picture, and is too small.
        kCGImageSourceCreateThumbnailFromImageAlways: true,
        kCGImageSourceCreateThumbnailWithTransform: true,
        kCGImageSourceThumbnailMaxPixelSize: longEdge,
        kCGImageSourceShouldCacheImmediately: true,
      ]
      let image = CGImageSourceCreateThumbnailAtIndex(images, index, wanted as CFDictionary)
      if let failure = reading.failure { throw failure }
      guard let image else { throw damaged("the system does not decode it") }
      // What is missing at its end is gray in the picture, and told here alone.
      guard CGImageSourceGetStatusAtIndex(images, index) == .statusComplete else {
        throw damaged("a part of the picture is missing")
      }
      return image
    }

    /// The turn that the system finds in the file; 1 for none and for a number that means nothing.
    private static func orientation(of images: CGImageSource, _ index: Int, _ options: CFDictionary) -> Int {
      let properties = CGImageSourceCopyPropertiesAtIndex(images, index, options).map { $0 as NSDictionary }
      let number = (properties?[kCGImagePropertyOrientation as NSString] as? NSNumber)?.intValue ?? 1
      return (1...8).contains(number) ? number : 1
    }

    private static func encode(_ picture: CGImage, quality: Double) -> Data? {
      let data = NSMutableData()
      guard
        let destination = CGImageDestinationCreateWithData(
          data as CFMutableData, UTType.jpeg.identifier as CFString, 1, nil)
      else { return nil }
      let options: [CFString: Any] = [kCGImageDestinationLossyCompressionQuality: quality]
      CGImageDestinationAddImage(destination, picture, options as CFDictionary)
      return CGImageDestinationFinalize(destination) ? Data(referencing: data) : nil
    }
  }

  /// Lets the system read a source as it needs it.
  private final class SourceReading: @unchecked Sendable {
    // Sendable is unchecked because of the variable. It is safe because the system reads on the thread that decodes, and
    // the variable is looked at when that is done.
    private let source: any ByteSource
    private(set) var failure: FileSystemError?

    init(_ source: any ByteSource) { self.source = source }

    func provider() -> CGDataProvider? {
      var callbacks = CGDataProviderDirectCallbacks(
        version: 0, getBytePointer: nil, releaseBytePointer: nil,
        getBytesAtPosition: { info, buffer, position, count in
          guard let info else { return 0 }
          return Unmanaged<SourceReading>.fromOpaque(info).takeUnretainedValue()
            .read(into: UnsafeMutableRawBufferPointer(start: buffer, count: count), at: Int(position))
        },
        releaseInfo: { info in
          if let info { Unmanaged<SourceReading>.fromOpaque(info).release() }
        })
      let info = Unmanaged.passRetained(self)
      let provider = CGDataProvider(
        directInfo: info.toOpaque(), size: off_t(source.byteCount), callbacks: &callbacks)
      if provider == nil { info.release() }
      return provider
    }

    private func read(into buffer: UnsafeMutableRawBufferPointer, at position: Int) -> Int {
      do throws(FileSystemError) {
        return try source.read(into: buffer, at: position)
      } catch {
        failure = error
        return 0
      }
    }
  }
#endif

#if canImport(ImageIO) && !canImport(CJPEG)
  extension ImageCodec {
    /// There is none: ImageIO divides its work by itself.
    typealias Ahead = Never

    /// As on Linux.
    static func headStart(_ source: any ByteSource, options: PhotoPreparer.Options) -> Ahead? { nil }

    /// As on Linux.
    static func prepare(
      _ source: any ByteSource, _ header: PhotoHeader, options: PhotoPreparer.Options, headStart: Ahead?
    ) throws -> Encoded {
      try SystemCodec.prepare(source, header, options: options)
    }

    /// As on Linux.
    static func picture(
      _ source: any ByteSource, _ header: PhotoHeader, longEdge: Int, limits: PhotoPreparer.Limits
    ) throws -> SmallPicture {
      try SystemCodec.picture(source, header, longEdge: longEdge, limits: limits)
    }
  }
#endif
