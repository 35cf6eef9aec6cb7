import DurableFiles
import FuzzDriver

@testable import PhotoPipeline

/// That what libheif decodes whole, without libavcodec, does not depend on what the heap held before.
public enum WholePictureProperty {
  public static func check(_ bytes: [UInt8]) {
    let source = MemoryByteSource(bytes, name: "input")
    let limits = PhotoPreparer.Options(chosenBy: bytes).limits
    let fills: [UInt8] = [0x55, 0xAA]
    let outcomes = fills.map { fill in
      Fuzzing.fillHeap(with: fill)
      return decode(source, limits)
    }
    switch (outcomes[0], outcomes[1]) {
    case (.failure(let error), .failure(let other)):
      Fuzzing.require(error == other, "libheif says \(error), over other memory \(other)")
    case (.success(let hash), .success(let other)):
      Fuzzing.require(hash == other, "libheif makes different pictures over different memory")
    default:
      preconditionFailure("libheif decodes or not, by what is in memory: \(outcomes)")
    }
  }

  /// A number that is made of all samples; `nil` where there is nothing to decode.
  private static func decode(
    _ source: MemoryByteSource, _ limits: PhotoPreparer.Limits
  ) -> Result<Int?, PhotoPreparer.Error> {
    do {
      guard let structure = try PhotoInspection.read(source).structure.heif else { return .success(nil) }
      let decoder = try HEIFDecoder(structure, in: source, limits: limits, threads: 1, usesTiles: false)
      let window = try RowWindow(decoder.layout, capacity: 1)
      try decoder.start()
      var hasher = Hasher()
      for group in 0..<decoder.layout.groupCount {
        try decoder.readGroup(group, into: window)
        for (index, plane) in decoder.layout.planes.enumerated() {
          for row in group * plane.groupRows..<min((group + 1) * plane.groupRows, plane.height) {
            hasher.combine(
              bytes: UnsafeRawBufferPointer(start: window.planes[index].row(row), count: plane.width))
          }
        }
      }
      return .success(hasher.finalize())
    } catch let error as PhotoPreparer.Error {
      return .failure(error)
    } catch {
      preconditionFailure("memory failed: \(error)")
    }
  }
}
