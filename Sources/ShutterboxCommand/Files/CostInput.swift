import DurableFiles
import PhotoPipeline
import VisionCost

/// Something whose cost is asked for: a photo, or only a size.
enum CostInput {
  case size(PictureSize)
  case item(InputItem)

  /// A picture as far as an engine's rule asks for it.
  struct Photo {
    let size: PictureSize
    let byteCount: Int?
    let format: String?

    func cost(_ engine: VisionEngine, longEdge: Int) -> PictureCost {
      PictureCost(of: size, byteCount: byteCount, format: format, longEdge: longEdge, engine: engine)
    }
  }

  /// As the user wrote it.
  var path: FilePath {
    switch self {
    case .size(let size): FilePath(size.description)
    case .item(let item): item.path
    }
  }

  /// The size that an operand such as `4032x3024` names, or `nil` if it names a file.
  ///
  /// - Throws: ``UsageError`` if a side is no length that is reckoned with.
  static func size(_ operand: Argument, command: String) throws(UsageError) -> PictureSize? {
    let sides = operand.bytes.split(separator: UInt8(ascii: "x"), omittingEmptySubsequences: false)
    let areDigits = sides.allSatisfy { side in
      !side.isEmpty && side.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
    guard sides.count == 2, areDigits else { return nil }
    // A number that is too long for an integer is too long for a side, too.
    let numbers = sides.map { Int(String(decoding: $0, as: UTF8.self)) ?? 0 }
    guard let size = PictureSize(width: numbers[0], height: numbers[1]) else {
      throw UsageError(
        "a side of '\(operand.text)' is not from 1 to \(PictureSize.maximumSide) pixels", command: command)
    }
    return size
  }

  /// Reads what there is to know.
  ///
  /// - Throws: What reading a photo throws, and ``ItemFailure`` for a movie.
  func photo() throws -> Photo {
    switch self {
    case .size(let size): return Photo(size: size, byteCount: nil, format: nil)
    case .item(let item):
      let inspection = try PhotoInspection(source: item.open())
      guard let size = PictureSize(width: inspection.width, height: inspection.height),
        !inspection.format.isMovie
      else {
        throw ItemFailure(code: "unsupported", message: "a movie is no picture that a vision engine takes")
      }
      return Photo(size: size, byteCount: inspection.byteCount, format: inspection.format.rawValue)
    }
  }
}
