import PhotoFixtures
import Testing

@testable import PhotoPipeline

/// Pictures of every sampling and coding against Pillow.
@Suite("Sampling and coding", .needsReferencePrograms, .needsPillow)
struct SamplingTests {
  /// What the components mean and how many samples they have.
  struct Layout: CustomTestStringConvertible, Sendable {
    var name: String
    var arguments: [String]
    /// The chroma samples that Pillow repeats instead of interpolating, across and down.
    var repeated = (1, 1)
    var edit: @Sendable (JPEGFile) -> JPEGFile = { $0 }

    var testDescription: String { name }

    static func yCbCr(_ name: String, _ factors: String, repeated: (Int, Int) = (1, 1)) -> Layout {
      Layout(name: name, arguments: ["-sample", factors], repeated: repeated)
    }
  }

  static let layouts = [
    Layout.yCbCr("4:4:4", "1x1"), .yCbCr("4:2:2", "2x1"), .yCbCr("4:4:0", "1x2"), .yCbCr("4:2:0", "2x2"),
    .yCbCr("4:1:1", "4x1", repeated: (4, 1)), .yCbCr("4:4:1", "1x4", repeated: (1, 4)),
    .yCbCr("4:1:0", "4x2", repeated: (4, 2)),
    .yCbCr("4:4:4 with factors of 2", "1x2,1x2,1x2"), .yCbCr("4:2:2 with factors of 2", "2x2,1x2,1x2"),
    .yCbCr("chroma planes of two kinds", "2x2,2x1,1x2"), .yCbCr("one full chroma plane", "2x1,2x1,1x1"),
    .yCbCr("less luma than chroma", "1x1,2x2,2x2"), .yCbCr("luma and chroma across", "2x1,1x2,1x2"),
    Layout(name: "gray", arguments: ["-grayscale"]),
    gray(0x22), gray(0x41), gray(0x14), gray(0x33),
    Layout(name: "RGB", arguments: ["-rgb"]),
    Layout(name: "RGB 4:2:0", arguments: ["-rgb", "-sample", "2x2"]),
    Layout(name: "RGB told by its component ids", arguments: ["-rgb"]) { $0.removing(JPEGMarker.app(14)) },
    Layout(name: "RGB told by its Adobe segment", arguments: ["-rgb"]) { $0.renumbered([1, 2, 3]) },
    Layout(name: "YCbCr without JFIF", arguments: []) { $0.removing(JPEGMarker.app(0)) },
    Layout(name: "YCbCr told by its Adobe segment", arguments: []) {
      $0.removing(JPEGMarker.app(0)).renumbered([7, 8, 9]).adding(.adobe(transform: 1), at: .start)
    },
  ]

  /// A scan of one component has no MCUs of several blocks (T.81 §A.2.2), so the factors say nothing.
  private static func gray(_ factors: UInt8) -> Layout {
    Layout(name: "gray with factors \(factors >> 4)x\(factors & 15)", arguments: ["-grayscale"]) {
      $0.settingSampling(factors)
    }
  }

  static let codings = [
    [], ["-optimize"], ["-restart", "1"], ["-restart", "3B"], ["-progressive"],
    ["-progressive", "-restart", "2"],
  ]

  @Test("The picture is where it was and as sharp, scaled down or not", arguments: layouts)
  func agrees(layout: Layout) throws {
    let map = try DetailedPicture.large.get().ppm()
    var names: [String] = []
    var pairs: [ReferencePicture.Pair] = []
    var results: Set<[UInt8]> = []
    for coding in Self.codings {
      let arguments = ["-quality", "95"] + layout.arguments + coding
      let file = layout.edit(try JPEGFile(Tool.output("cjpeg", arguments, input: map)))
      for edge in [200, 501] {
        let jpeg = try Preparing.jpeg(file.bytes) {
          $0.longEdge = edge
          $0.quality = 1
        }
        results.insert(jpeg)
        // Where the coefficients are the same, so is everything behind them.
        guard pairs.count < 2 else { continue }
        names.append("\(coding) \(edge)")
        pairs.append(.init(original: file.bytes, prepared: jpeg, repeated: layout.repeated))
      }
    }
    #expect(results.count == 2, "one result for each size, however the coefficients are coded")
    for (name, agreement) in zip(names, try ReferencePicture.agreements(pairs)) {
      let agreement = try #require(agreement, "\(name)")
      #expect(agreement.luma > 48.5, "\(name)")
      #expect(agreement.luma > agreement.shiftedLuma + 5, "\(name)")
      #expect(agreement.chroma > 47, "\(name)")
      guard !layout.arguments.contains("-grayscale") else { continue }
      #expect(agreement.chroma > agreement.shiftedChroma + 3.5, "\(name)")
    }
  }
}

extension JPEGFile {
  /// Sets the sampling factors of the first component, the horizontal one in the upper four bits.
  fileprivate func settingSampling(_ factors: UInt8) -> JPEGFile {
    editingFrame { $0[7] = factors }
  }

  /// Gives the three components other ids, in the frame and in the header of the only scan.
  fileprivate func renumbered(_ ids: [UInt8]) -> JPEGFile {
    var copy = editingFrame { payload in
      for (index, id) in ids.enumerated() { payload[6 + 3 * index] = id }
    }
    var old = segments.first { JPEGMarker.isFrame($0.marker) }?.payload ?? []
    old = [old[6], old[9], old[12]]
    var position = 0
    while position + 5 < copy.scans.count {
      defer { position += 1 }
      guard copy.scans[position] == 0xFF, copy.scans[position + 1] == JPEGMarker.startOfScan else { continue }
      for component in 0..<Int(copy.scans[position + 4]) {
        let place = position + 5 + 2 * component
        if let index = old.firstIndex(of: copy.scans[place]) { copy.scans[place] = ids[index] }
      }
    }
    return copy
  }

  private func editingFrame(_ edit: (inout [UInt8]) -> Void) -> JPEGFile {
    var copy = self
    for index in segments.indices where JPEGMarker.isFrame(segments[index].marker) {
      edit(&copy.segments[index].payload)
    }
    return copy
  }
}
