import DurableFiles
import FuzzDriver

@testable import PhotoPipeline

/// What holds for the inspection of any bytes.
public enum InspectionProperty {
  public static func check(_ bytes: [UInt8]) {
    let source = MemoryByteSource(bytes, name: "input")
    let content = sniff(source)
    let inspection = inspect(source)?.inspection
    if let inspection {
      Fuzzing.require(
        content == .format(inspection.format), "\(content) was inspected as \(inspection.format)")
    }
    if isProvedClean(source) {
      // The proof looks at the structure alone, so the inspection may still find the picture damaged.
      Fuzzing.require(inspection?.isClean != false, "proved clean, but \(inspection?.kinds ?? []) were found")
    }
    // As if the file were cut off while it is read.
    let shrinking = ShrinkingByteSource(bytes, claiming: bytes.count + Int(bytes.last ?? 0) * 64)
    _ = sniff(shrinking)
    _ = isProvedClean(shrinking)
    for case let (inspection, structure)? in [inspect(source), inspect(shrinking)] {
      check(inspection, structure, of: bytes)
    }
  }

  private static func sniff(_ source: some ByteSource) -> FileContent {
    do {
      return try FormatSniffer.content(of: source)
    } catch {
      preconditionFailure("memory failed: \(error)")
    }
  }

  private static func isProvedClean(_ source: some ByteSource) -> Bool {
    do {
      return try CleanJPEG.reason(against: source) == nil
    } catch {
      preconditionFailure("memory failed: \(error)")
    }
  }

  private static func inspect(
    _ source: some ByteSource
  ) -> (inspection: PhotoInspection, structure: PhotoStructure)? {
    do {
      return try PhotoInspection.read(source)
    } catch let error as PhotoPreparer.Error {
      Fuzzing.require(error.reason.isPrintable, "an error that spoils a terminal: \(error)")
      return nil
    } catch {
      preconditionFailure("memory failed: \(error)")
    }
  }

  private static func check(
    _ inspection: PhotoInspection, _ structure: PhotoStructure, of bytes: [UInt8]
  ) {
    Fuzzing.require(inspection.width > 0 && inspection.height > 0, "a picture without pixels")
    Fuzzing.require(inspection.byteCount <= bytes.count, "more bytes than there are")
    Fuzzing.require(inspection.orientation.map((1...8).contains) ?? true, "an impossible turn")
    for block in inspection.blocks {
      Fuzzing.require((1...bytes.count).contains(block.byteCount), "\(block) is larger than the file")
    }
    Fuzzing.require(
      structure.orientation == inspection.orientation ?? 1, "the decoder is told another turn")
    switch structure {
    case .jpeg(let jpeg): checkTail(inspection, endOfPicture: jpeg.endOfPicture)
    case .png(let png): checkTail(inspection, endOfPicture: png.endOfPicture)
    case .webp(let webp): checkTail(inspection, endOfPicture: webp.endOfPicture)
    case .gif(let gif):
      checkTail(inspection, endOfPicture: gif.endOfPicture)
      Fuzzing.require(gif.frameCount > 0 && gif.frame.width > 0 && gif.frame.height > 0, "no first frame")
    case .heif(let heif): checkPlaces(heif, of: bytes)
    case .movie: break
    }
    if let location = inspection.location {
      Fuzzing.require((-90...90).contains(location.latitude), "\(location)")
      Fuzzing.require((-180...180).contains(location.longitude), "\(location)")
      Fuzzing.require(location.altitude?.isFinite ?? true, "\(location)")
    }
    for text in [inspection.camera, inspection.colorProfile] {
      Fuzzing.require(text?.isPrintable ?? true, "a text that spoils a terminal: \(text ?? "")")
    }
  }
}

extension InspectionProperty {
  /// What stands behind the picture is listed last, and every byte of it once.
  private static func checkTail(_ inspection: PhotoInspection, endOfPicture: Int) {
    // A list that is too long is summed up by kind.
    guard inspection.blocks.count < 1024 else { return }
    var missing = inspection.byteCount - endOfPicture
    for block in inspection.blocks.reversed() where missing > 0 { missing -= block.byteCount }
    Fuzzing.require(missing == 0, "the blocks behind the picture are not what stands there: \(missing)")
  }
}

extension InspectionProperty {
  /// A decoder may read what the structure says without looking again.
  private static func checkPlaces(_ structure: HEIFStructure, of bytes: [UInt8]) {
    for image in [structure.image, structure.alpha].compactMap({ $0 }) {
      Fuzzing.require(image.width > 0 && image.height > 0, "a coded picture without pixels")
      Fuzzing.require(
        image.tiles.count == (image.unusual == nil ? image.rows * image.columns : 0), "tiles are missing")
      for tile in image.tiles {
        Fuzzing.require(!tile.extents.isEmpty, "a tile without data")
        Fuzzing.require(tile.extents.allSatisfy { !$0.isEmpty }, "an empty part of a tile")
      }
    }
    let crop = structure.crop
    Fuzzing.require(crop.x >= 0 && crop.y >= 0 && crop.width > 0 && crop.height > 0, "\(crop)")
    Fuzzing.require(crop.x + crop.width <= structure.image.width, "\(crop) is too wide")
    Fuzzing.require(crop.y + crop.height <= structure.image.height, "\(crop) is too high")
  }
}

extension String {
  /// Whether it holds no control character, which a terminal would obey.
  var isPrintable: Bool {
    unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }
}
