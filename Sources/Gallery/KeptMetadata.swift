import DurableFiles
import PhotoPipeline

/// What a copy gets of the original's metadata, and what it must be found to carry.
struct KeptMetadata {
  /// A TIFF structure; empty if there is nothing to say.
  let exif: [UInt8]
  /// An XMP packet, or nothing.
  let xmp: [UInt8]
  private let camera: String?
  private let original: PhotoInspection
  private let location: GalleryKeeper.Location?

  /// Gathers them from the photo in `source`.
  init(of source: any ByteSource, _ picture: FullPicture, _ options: GalleryKeeper.Options) throws {
    original = picture.inspection
    location = options.location
    camera = original.camera
    let blocks = try OriginalBlocks(of: source, format: original.format)
    var exif = KeptExif(blocks.exif, keepsMakerNote: options.keepsMakerNote)
    let size = (width: picture.width, height: picture.height)
    exif.describePicture(size, isConverted: picture.isConverted)
    if let location {
      exif.setLocation(latitude: location.latitude, longitude: location.longitude, altitude: nil)
    } else if blocks.location == nil, let place = original.location {
      // It stood where only the original's format has a place for it.
      exif.setLocation(latitude: place.latitude, longitude: place.longitude, altitude: place.altitude)
    }
    if options.addsThumbnail {
      var small = PhotoPreparer.Options()
      small.longEdge = 160
      exif.thumbnail = [UInt8](try PhotoPreparer(options: small).prepare(source).jpeg)
    }
    self.exif = exif.bytes()
    let packet = blocks.xmp.isEmpty ? exif.packet : blocks.xmp
    xmp = KeptXMP(dropsLocation: location != nil, width: size.width, height: size.height).packet(packet) ?? []
  }

  /// Checks that `copy` says what it must.
  func check(_ copy: PhotoInspection, file: String) throws(GalleryError) {
    func refuse(_ what: String) -> GalleryError {
      GalleryError(code: .notKept, file: file, message: "the copy lost \(what)")
    }
    guard copy.format == .heic, copy.width == original.width, copy.height == original.height,
      (copy.orientation ?? 1) == 1
    else { throw refuse("its size or turn") }
    guard copy.camera == camera else { throw refuse("the camera") }
    guard copy.takenAt == original.takenAt else { throw refuse("the time") }
    let latitude = location?.latitude ?? original.location?.latitude
    let longitude = location?.longitude ?? original.location?.longitude
    // A ten-thousandth of a second of arc is less than that.
    func isNear(_ first: Double?, _ second: Double?) -> Bool {
      guard let first, let second else { return first == nil && second == nil }
      return abs(first - second) < 0.000_001
    }
    guard isNear(copy.location?.latitude, latitude), isNear(copy.location?.longitude, longitude) else {
      throw refuse("the location")
    }
  }
}
