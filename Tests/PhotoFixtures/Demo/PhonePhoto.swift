/// A photo file as a phone writes it, of a ``DemoScene``.
///
/// A portrait picture is stored lying on its side with orientation 6, as sensors deliver it. The file
/// carries all that a phone adds: camera, times, exposure, a maker note, the place, a thumbnail, XMP.
/// The maker is invented; the place lies in the Bernese Alps.
public struct PhonePhoto: Sendable {
  public var scene: DemoScene
  /// Width of the upright picture in pixels. Default: 3024.
  public var width: Int
  /// Height of the upright picture in pixels. Default: 4032.
  public var height: Int
  /// How the JPEG is coded. Default: quality 94, 4:2:0, which makes about 4 MB of the default size.
  public var coding: JPEGTool.Options

  public init(
    scene: DemoScene = DemoScene(), width: Int = 3024, height: Int = 4032,
    coding: JPEGTool.Options = .init(quality: 94)
  ) {
    self.scene = scene
    self.width = width
    self.height = height
    self.coding = coding
  }

  /// 6 for a portrait picture, 1 for any other.
  public var orientation: Int { height > width ? 6 : 1 }

  /// The file.
  ///
  /// - Throws: ``FixtureError`` if `cjpeg` is missing.
  public func jpeg() throws -> [UInt8] {
    let stored = scene.render(width: width, height: height).turned(by: orientation)
    let longEdge = max(stored.width, stored.height)
    let thumbnail = stored.reduced(
      width: max(1, stored.width * 160 / longEdge), height: max(1, stored.height * 160 / longEdge))
    let exif = try PhoneMetadata(
      orientation: orientation, width: stored.width, height: stored.height,
      thumbnail: JPEGTool.encode(thumbnail, .init(quality: 80)), seed: scene.seed)
    return try JPEGFile(stored, coding)
      .removing(JPEGMarker.app(0))
      .adding(exif.block())
      .adding(exif.packet())
      .bytes
  }
}
