import Foundation
import PhotoFixtures
import Testing

@testable import PhotoPipeline

/// Missing pixels are damage; everything else is noise.
@Suite("Damage and noise", .needsReferencePrograms)
struct DamageTests {
  /// How the coefficients are ordered in the file.
  enum Coding: String, CaseIterable, Sendable {
    case baseline, optimized, restarts, gray, progressive, componentByComponent
  }

  private static let raster = Raster.detail(width: 160, height: 120)

  static func file(_ coding: Coding) throws -> JPEGFile {
    switch coding {
    case .baseline: try JPEGFile(raster)
    case .optimized: try JPEGFile(raster, .init(sampling: .s444, isOptimized: true))
    case .restarts: try JPEGFile(raster, .init(restartRows: 1))
    case .gray: try JPEGFile(raster, .init(colorSpace: .grayscale))
    case .progressive: try JPEGFile(raster, .init(isProgressive: true))
    case .componentByComponent:
      try JPEGFile(scripted("0;1;2;", raster.ppm()))
    }
  }

  /// A JPEG whose scans are ordered by a script as `cjpeg` reads it.
  static func scripted(_ script: String, _ map: [UInt8]) throws -> [UInt8] {
    let scratch = try ScratchFolder()
    let path = try scratch.write(Array(script.utf8), as: "scans.txt")
    return try Tool.output("cjpeg", ["-scans", path], input: map)
  }

  @Test(
    "A file that is cut off is damaged, whatever its coding", arguments: Coding.allCases,
    [0.1, 0.4, 0.6, 0.95])
  func cut(coding: Coding, fraction: Double) throws {
    let file = try Self.file(coding)
    let bytes = file.cut(keeping: fraction)
    for ending in [[], [0xFF, 0xD9], [UInt8](repeating: 0, count: 3000)] {
      let error = Preparing.refusal(bytes + ending, "\(ending.count) bytes behind the cut")
      #expect(error?.code == "damaged")
    }
  }

  @Test(
    "The error says how many rows are missing", arguments: [Coding.baseline, .restarts],
    [0.1, 0.4, 0.6, 0.95])
  func missingRows(coding: Coding, fraction: Double) throws {
    let file = try Self.file(coding)
    let error = try #require(Preparing.refusal(file.cut(keeping: fraction)))
    let match = try #require(error.reason.wholeMatch(of: /(\d+) of 120 rows are missing/), "\(error)")
    let missing = try #require(Int(match.1))
    // djpeg decodes what is there and paints the rest gray.
    let whole = try JPEGTool.decode(file.bytes)
    let part = try JPEGTool.decode(file.cut(keeping: fraction), strict: false)
    let rowBytes = 160 * 3
    let same = (0..<120).prefix { row in
      whole.rgb[row * rowBytes..<(row + 1) * rowBytes] == part.rgb[row * rowBytes..<(row + 1) * rowBytes]
    }.count
    // A row of MCUs is 16 rows; the last of the whole ones may differ because chroma is interpolated.
    #expect(abs(120 - missing - same) < 16)
    #expect(missing % 8 == 0)
  }

  @Test("A progressive file that ends between two scans is damaged, with an end marker or without")
  func cutBetweenScans() throws {
    for file in [try Self.file(.progressive), try Self.file(.componentByComponent)] {
      let starts = file.scanStarts
      #expect(starts.count >= 3)
      for start in starts.dropFirst() {
        var part = file
        part.scans = Array(file.scans.prefix(start))
        #expect(Preparing.refusal(part.bytes, "cut at \(start)")?.code == "damaged")
        #expect(Preparing.refusal(part.withoutEndOfImage().bytes, "cut at \(start)")?.code == "damaged")
      }
    }
  }

  @Test("A scan that is missing in the middle is damage")
  func missingScan() throws {
    let file = try Self.file(.progressive)
    let starts = file.scanStarts + [file.scans.count]
    for index in 0..<starts.count - 1 {
      var part = file
      part.scans.removeSubrange(starts[index]..<starts[index + 1])
      #expect(Preparing.refusal(part.bytes, "without scan \(index)")?.code == "damaged")
    }
  }

  @Test("Coded data that were overwritten are damage", arguments: [Coding.baseline, .restarts, .gray])
  func overwritten(coding: Coding) throws {
    let file = try Self.file(coding)
    #expect(Preparing.refusal(file.zeroing(from: 0.3, to: 0.9).bytes)?.code == "damaged")
    var erased = file
    let middle = file.scans.count / 3..<file.scans.count / 3 * 2
    erased.scans.replaceSubrange(middle, with: [UInt8](repeating: 0xFF, count: middle.count))
    #expect(Preparing.refusal(erased.bytes)?.code == "damaged")
    var marked = file
    marked.scans.replaceSubrange(middle.lowerBound..<middle.lowerBound + 2, with: [0xFF, 0xD9])
    #expect(Preparing.refusal(marked.bytes)?.code == "damaged")
  }

  @Test("Coded data that are left over are damage", arguments: Coding.allCases)
  func leftOver(coding: Coding) throws {
    let file = try Self.file(coding)
    var doubled = file
    // Away from markers, or the decoder meets one where it must not.
    let start = file.scans.count - 700
    let part = file.scans[start..<start + 400]
    doubled.scans.insert(contentsOf: part, at: start + 400)
    var longer = file
    longer.scans += [UInt8](repeating: 0x55, count: 100)
    #expect(Preparing.refusal(longer.bytes, "surplus")?.code == "damaged")
    #expect(Preparing.refusal(longer.withoutEndOfImage().bytes, "surplus without end")?.code == "damaged")
    #expect(Preparing.refusal(doubled.bytes, "doubled")?.code == "damaged")
  }

  @Test("A lost restart interval is damage")
  func lostInterval() throws {
    let file = try Self.file(.restarts)
    let marks = file.scans.indices.dropLast().filter {
      file.scans[$0] == 0xFF && (0xD0...0xD7).contains(file.scans[$0 + 1])
    }
    #expect(marks.count == 7)
    var lost = file
    lost.scans.removeSubrange(marks[2]..<marks[3])
    #expect(Preparing.refusal(lost.bytes)?.code == "damaged")
  }

  @Test("Noise around the picture changes nothing of it", arguments: Coding.allCases)
  func noise(coding: Coding) throws {
    let file = try Self.file(coding)
    let bytes = file.bytes
    let expected = try Preparing.jpeg(bytes)
    let random = Raster.noise(width: 40, height: 40).rgb
    let variants: [(String, [UInt8])] = [
      ("no end marker", file.withoutEndOfImage().bytes),
      ("half an end marker", bytes.dropLast()),
      ("zeros behind the end", file.padded(zeros: 5000).bytes),
      ("zeros in place of the end", file.withoutEndOfImage().padded(zeros: 5000).bytes),
      ("random bytes behind the end", bytes + random),
      ("a second picture behind the end", try bytes + JPEGTool.encode(.solid(width: 500, height: 10))),
      ("two end markers", bytes + [0xFF, 0xD9]),
      ("fill bytes before the markers", file.bytesWithFill(3)),
      ("stray bytes between the segments", file.withStrayBytes([0x00, 0x41, 0x00])),
      ("stray bytes before the end", file.withBytesBeforeEnd([0x00, 0x00, 0x41])),
      ("an unknown segment", file.adding(.app(9, "Unknown", random)).bytes),
      ("a comment before the scan", file.adding(.comment("x"), at: .beforeScan).bytes),
    ]
    for (name, variant) in variants {
      let photo = Preparing.accepted(variant, "\(name)")
      #expect(photo.map { [UInt8]($0.jpeg) } == expected, "\(name)")
    }
  }

  @Test("Wherever a file is cut, it is refused or gives the whole picture", arguments: Coding.allCases)
  func everyCut(coding: Coding) throws {
    let whole = try Self.small(coding)
    let expected = try Preparing.jpeg(whole)
    let preparer = PhotoPreparer()
    var lengthsThatPass: [Int] = []
    for length in 0..<whole.count {
      do {
        let photo = try preparer.prepare(Data(whole.prefix(length)))
        lengthsThatPass.append(length)
        #expect([UInt8](photo.jpeg) == expected, "\(length) of \(whole.count) bytes")
      } catch {
        let error = try #require(error as? PhotoPreparer.Error)
        #expect(
          ["damaged", "not_an_image"].contains(error.code), "\(length) of \(whole.count) bytes: \(error)")
      }
    }
    // Without the end marker's bytes all is there. Before that, the last byte of data can be padding.
    #expect(lengthsThatPass.contains(whole.count - 2))
    #expect(lengthsThatPass.allSatisfy { $0 > whole.count - 6 })
  }

  /// Two or three kilobytes.
  private static func small(_ coding: Coding) throws -> [UInt8] {
    let raster = Raster.detail(width: 40, height: 33)
    return switch coding {
    case .baseline: try JPEGTool.encode(raster)
    case .optimized: try JPEGTool.encode(raster, .init(sampling: .s444, isOptimized: true))
    case .restarts: try JPEGTool.encode(raster, .init(restartRows: 1))
    case .gray: try JPEGTool.encode(raster, .init(colorSpace: .grayscale))
    case .progressive: try JPEGTool.encode(raster, .init(isProgressive: true))
    case .componentByComponent: try scripted("0;1;2;", raster.ppm())
    }
  }
}

extension JPEGFile {
  /// Where each scan begins with what precedes it, counted in ``scans``; the first is 0.
  var scanStarts: [Int] {
    var starts = [0]
    var position = 0
    var isInData = false
    while position + 3 < scans.count {
      guard scans[position] == 0xFF, ![0x00, 0xFF].contains(scans[position + 1]),
        !(0xD0...0xD7).contains(scans[position + 1])
      else {
        position += 1
        continue
      }
      if isInData { starts.append(position) }
      isInData = scans[position + 1] == JPEGMarker.startOfScan
      position += 2 + Int(scans[position + 2]) << 8 + Int(scans[position + 3])
    }
    return starts
  }

  fileprivate func withStrayBytes(_ stray: [UInt8]) -> [UInt8] {
    [0xFF, JPEGMarker.startOfImage] + segments.flatMap { $0.bytes + stray } + scans
      + [0xFF, JPEGMarker.endOfImage]
  }

  fileprivate func withBytesBeforeEnd(_ stray: [UInt8]) -> [UInt8] {
    var copy = self
    copy.scans += stray
    return copy.bytes
  }
}
