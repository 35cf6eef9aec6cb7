import DurableFiles
import Foundation
import PhotoFixtures
import Testing

@testable import PhotoPipeline

/// All planes of a picture as a decoder hands them out, before anything is resampled.
struct DecodedPlanes {
  var layout: PictureLayout
  /// For each plane its samples, without padding.
  var planes: [[UInt8]]

  /// Reads the whole picture that `decoder` gives.
  init(_ decoder: any PictureDecoder) throws {
    layout = decoder.layout
    planes = layout.planes.map { [UInt8](repeating: 0, count: $0.width * $0.height) }
    let window = try RowWindow(layout, capacity: 1)
    try decoder.start()
    for group in 0..<layout.groupCount {
      try decoder.readGroup(group, into: window)
      for (index, plane) in layout.planes.enumerated() {
        for row in group * plane.groupRows..<min((group + 1) * plane.groupRows, plane.height) {
          let samples = UnsafeBufferPointer(start: window.planes[index].row(row), count: plane.width)
          planes[index].replaceSubrange(row * plane.width..<(row + 1) * plane.width, with: samples)
        }
      }
    }
  }

  /// How near `other` is in dB over all samples, infinite if they are equal; `nil` if its layout is another.
  ///
  /// The comparison of two such values by a test would print millions of samples.
  func peakSignalToNoise(_ other: DecodedPlanes) -> Double? {
    guard layout == other.layout else { return nil }
    var sum = 0
    var count = 0
    for (plane, otherPlane) in zip(planes, other.planes) {
      count += plane.count
      guard plane != otherPlane else { continue }
      for (sample, otherSample) in zip(plane, otherPlane) where sample != otherSample {
        let difference = Int(sample) - Int(otherSample)
        sum += difference * difference
      }
    }
    return sum == 0 ? .infinity : 10 * log10(255 * 255 * Double(count) / Double(sum))
  }

  /// Reads the picture of a HEIF file.
  init(
    heif source: any ByteSource, usesTiles: Bool, threads: Int = 2,
    limits: PhotoPreparer.Limits = PhotoPreparer.Limits()
  ) throws {
    guard let structure = try PhotoInspection.read(source).structure.heif else {
      throw FixtureError("\(source.name) is no HEIF file")
    }
    try self.init(
      HEIFDecoder(structure, in: source, limits: limits, threads: threads, usesTiles: usesTiles))
  }
}

extension DecodedPlanes {
  /// The picture in RGB, each sample of chroma repeated for the pixels that it stands for.
  var raster: Raster {
    Raster(width: layout.size.width, height: layout.size.height) { x, y in
      func sample(_ index: Int) -> Double {
        let plane = layout.planes[index]
        let row = Int(Double(y) / plane.pixelsPerSampleDown)
        return Double(planes[index][row * plane.width + Int(Double(x) / plane.pixelsPerSample)])
      }
      func level(_ value: Double) -> UInt8 { UInt8(max(0, min(255, value.rounded()))) }
      let luma = sample(0)
      guard planes.count == 3 else { return Raster.Color(level(luma), level(luma), level(luma)) }
      let (blue, red) = (sample(1) - 128, sample(2) - 128)
      return Raster.Color(
        level(luma + 1.402 * red), level(luma - 0.344136 * blue - 0.714136 * red), level(luma + 1.772 * blue))
    }
  }
}

extension Trait where Self == ConditionTrait {
  /// The programs of libheif make the fixtures and read them.
  static var needsHEIFPrograms: Self {
    .enabled(
      if: HEIFTool.isInstalled(), "heif-enc and heif-convert are not installed (libheif-examples)")
  }
}
