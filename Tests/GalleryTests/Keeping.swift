import DurableFiles
import Foundation
import Gallery
import PhotoFixtures
import PhotoPipeline

/// What the tests do with photos in memory.
enum Keeping {
  static func keep(
    _ photo: [UInt8], _ change: (inout GalleryKeeper.Options) -> Void = { _ in }
  ) throws -> KeptPhoto {
    var options = GalleryKeeper.Options()
    change(&options)
    return try GalleryKeeper(options: options).keep(MemoryByteSource(photo, name: "photo"))
  }

  /// A photo with everything that a phone writes.
  static func cameraPhoto(
    _ raster: Raster = .detail(width: 96, height: 64), orientation: Int = 1, order: ByteOrder = .bigEndian,
    change: (inout EXIFBuilder) -> Void = { _ in }
  ) throws -> [UInt8] {
    var exif = EXIFBuilder(
      order, orientation: orientation,
      gps: GPSPosition(
        latitude: 46.5, longitude: 8.25, altitude: 1850, date: "2024:09:21", time: [17, 20, 5], direction: 214
      ))
    exif.make = "Example"
    exif.model = "Example Phone 7"
    exif.dateTime = "2024:09:21 19:24:06"
    exif.dateTimeOriginal = "2024:09:21 19:24:05"
    exif.offsetTimeOriginal = "+02:00"
    exif.makerNote = Array("Example\0the notes of the maker".utf8)
    exif.thumbnail = try JPEGTool.encode(.solid(width: 16, height: 12, .init(0, 255, 0)))
    exif.interoperability = "R98"
    exif.photo[EXIFTag.exposureTime] = .rational([.init(1, 250)])
    exif.photo[EXIFTag.lensModel] = .ascii("Example Lens 24mm")
    exif.photo[EXIFTag.pixelXDimension] = .short([1])
    exif.photo[EXIFTag.pixelYDimension] = .short([1])
    change(&exif)
    let options = JPEGTool.Options(quality: 95)
    return try JPEGFile(raster.turned(by: orientation), options).adding(exif).bytes
  }

  /// What `heif-info` says of the picture, such as `96x64`.
  static func size(_ heic: Data) throws -> String? {
    let folder = try ScratchFolder()
    let path = try folder.write([UInt8](heic), as: "photo.heic")
    let text = String(decoding: try Tool.output("heif-info", [path]), as: UTF8.self)
    return text.firstMatch(of: /image: ([0-9]+x[0-9]+)/).map { String($0.1) }
  }

  /// The coded picture of a HEIC of one tile, decoded by FFmpeg, which knows nothing of the container.
  static func decodeByFFmpeg(_ heic: Data) throws -> Raster {
    let bytes = [UInt8](heic)
    let structure = try PhotoInspection.read(MemoryByteSource(bytes, name: "heic")).structure
    guard let image = structure.heif?.image, image.tiles.count == 1 else {
      throw FixtureError("not a HEIC of one tile")
    }
    let folder = try ScratchFolder()
    let path = try folder.write(stream(image.tiles[0], of: bytes), as: "photo.hevc")
    _ = try Tool.output(
      "ffmpeg",
      ["-v", "error", "-nostdin", "-f", "hevc", "-i", path, "-frames:v", "1", "\(folder.path)/out.png"])
    return try Pillow.decode(try folder.read("out.png"))
  }

  /// ISO/IEC 14496-15 §8.3.3.1: parameter sets and slices with start codes (H.265 annex B).
  private static func stream(_ tile: HEIFImage.Tile, of bytes: [UInt8]) -> [UInt8] {
    let configuration = tile.configuration
    let startCode: [UInt8] = [0, 0, 0, 1]
    var stream: [UInt8] = []
    func number(_ bytes: [UInt8], _ position: Int, _ count: Int) -> Int {
      bytes[position..<position + count].reduce(0) { $0 << 8 | Int($1) }
    }
    var position = 23
    for _ in 0..<configuration[22] {
      let count = number(configuration, position + 1, 2)
      position += 3
      for _ in 0..<count {
        let length = number(configuration, position, 2)
        stream += startCode + configuration[position + 2..<position + 2 + length]
        position += 2 + length
      }
    }
    let lengthSize = Int(configuration[21] & 3) + 1
    let data = tile.extents.flatMap { Array(bytes[$0]) }
    position = 0
    while position + lengthSize <= data.count {
      let length = number(data, position, lengthSize)
      position += lengthSize
      stream += startCode + data[position..<position + length]
      position += length
    }
    return stream
  }
}
