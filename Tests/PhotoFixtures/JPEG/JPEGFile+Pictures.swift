extension JPEGFile {
  /// The type codes of CIPA DC-007 table 4.
  public enum PictureKind: UInt32, Sendable, Hashable, CaseIterable {
    /// A picture whose use the index does not tell; gain maps are listed so.
    case undefined = 0
    case largeThumbnailVGA = 0x010001
    case largeThumbnailFullHD = 0x010002
    case panorama = 0x020001
    case disparity = 0x020002
    case multiAngle = 0x020003
    case primary = 0x030000
  }

  /// Adds whole JPEGs behind this one and an index of all of them: a multi-picture file.
  ///
  /// The offsets are computed whenever ``bytes`` is asked, so segments may still be added.
  public func addingPictures(_ pictures: [[UInt8]], kind: PictureKind = .undefined) -> JPEGFile {
    var copy = self
    var all = multiPicture ?? MultiPicture(primaryKind: 0x2000_0000 | PictureKind.primary.rawValue)
    all.pictures += pictures
    all.kinds += pictures.map { _ in kind.rawValue }
    copy.multiPicture = all
    return copy
  }

  /// Adds a gain map as Ultra HDR files carry it: a second picture with `hdrgm` properties, and a primary
  /// packet that announces it.
  public func addingGainMap(_ map: Raster, properties: [String: String] = [:]) throws -> JPEGFile {
    let numbers = [
      "hdrgm:Version": "1.0", "hdrgm:GainMapMin": "0", "hdrgm:GainMapMax": "2.3", "hdrgm:Gamma": "1",
      "hdrgm:OffsetSDR": "0.015625", "hdrgm:OffsetHDR": "0.015625", "hdrgm:HDRCapacityMin": "0",
      "hdrgm:HDRCapacityMax": "2.3", "hdrgm:BaseRenditionIsHDR": "False",
    ]
    let picture = try JPEGFile(map, .init(colorSpace: .grayscale))
      .adding(XMPPacket(numbers.merging(properties) { $1 })).bytes
    var announcement = XMPPacket(["hdrgm:Version": "1.0"])
    announcement.items = [
      .init(semantic: "Primary", mime: "image/jpeg", length: 0),
      .init(semantic: "GainMap", mime: "image/jpeg", length: picture.count),
    ]
    return adding(announcement).addingPictures([picture])
  }

  /// Glues a movie behind the picture as Google's camera does, announced in XMP.
  public func addingGoogleMotion(_ movie: [UInt8]) -> JPEGFile {
    var packet = XMPPacket([
      "GCamera:MotionPhoto": "1", "GCamera:MotionPhotoVersion": "1",
      "GCamera:MotionPhotoPresentationTimestampUs": "500000",
    ])
    packet.items = [
      .init(semantic: "Primary", mime: "image/jpeg", length: 0),
      .init(semantic: "MotionPhoto", mime: "video/mp4", length: movie.count),
    ]
    return adding(packet).adding(trailer: movie)
  }

  /// Glues a movie behind the picture as older Google cameras do: its length alone is told.
  public func addingGoogleMicroVideo(_ movie: [UInt8]) -> JPEGFile {
    adding(
      XMPPacket([
        "GCamera:MicroVideo": "1", "GCamera:MicroVideoVersion": "1",
        "GCamera:MicroVideoOffset": "\(movie.count)",
      ])
    ).adding(trailer: movie)
  }

  /// Glues a movie behind the picture as Samsung's camera does: in a trailer with a directory of its own.
  public func addingSamsungMotion(_ movie: [UInt8]) -> JPEGFile {
    adding(trailer: SamsungTrailer([.init(type: 0x0A30, name: "MotionPhoto_Data", data: movie)]).bytes)
  }
}
