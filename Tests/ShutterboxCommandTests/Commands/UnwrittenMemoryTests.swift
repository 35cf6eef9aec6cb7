import Foundation
import PhotoFixtures
import Testing

#if os(Linux)
  /// What the heap held before must not be seen in a photo.
  @Suite("Memory that nobody wrote", .needsHEIFPrograms)
  struct UnwrittenMemoryTests {
    /// What glibc fills memory with that a program takes; 0 leaves it as it is.
    private static let fills = [0, 85, 170]

    /// With libavcodec, and without it: files that are no libraries lie in its place.
    static let roads = [true, false]

    /// Prepares all `files` and returns, for each, its JPEG or why there is none.
    private func prepare(_ files: [[UInt8]], fill: Int, hasCodec: Bool) throws -> [String: [UInt8]] {
      let folder = try ScratchFolder()
      if !hasCodec { for version in 58...62 { try folder.write([0], as: "libavcodec.so.\(version)") } }
      let names = try files.enumerated().map { index, file in
        try folder.write(file, as: "\(index).heic")
        return "\(index).heic"
      }
      let result = try Shutterbox.run(
        ["prepare", "--json", "-o", "out"] + names, in: folder,
        environment: ["MALLOC_PERTURB_=\(fill)", "LD_LIBRARY_PATH=\(folder.path)"])
      var outcomes: [String: [UInt8]] = [:]
      for object in try result.objects() {
        let input = try #require(object["input"] as? String)
        let output = try (object["output"] as? String).map { try folder.read($0) }
        outcomes[input] = output ?? Array("\(object["code"] ?? ""): \(object["message"] ?? "")".utf8)
      }
      #expect(outcomes.count == files.count, "\(result.errorText)")
      return outcomes
    }

    /// The names of those files of which not every fill of memory makes the same.
    private func different(_ files: [[UInt8]], hasCodec: Bool) throws -> [String] {
      let outcomes = try Self.fills.map { try prepare(files, fill: $0, hasCodec: hasCodec) }
      return outcomes[0].keys.sorted().filter { name in
        outcomes.contains { $0[name] != outcomes[0][name] }
      }
    }

    private static func sliced(bits: Int = 8) throws -> [UInt8] {
      var options = HEIFTool.Options()
      options.slices = 2
      options.bits = bits
      return try HEIFTool.encode(.detail(width: 192, height: 160), options)
    }

    @Test("A photo with a missing slice is damaged, whatever decodes it", arguments: roads)
    func slice(hasCodec: Bool) throws {
      let files = try [8, 12].map { try HEVCSlices.hidingLast(in: try Self.sliced(bits: $0)) }
      for fill in Self.fills {
        for (name, outcome) in try prepare(files, fill: fill, hasCodec: hasCodec) {
          let message = String(decoding: outcome, as: UTF8.self)
          #expect(message.hasPrefix("damaged: "), "\(name)")
          #expect(message.contains("pixels of its picture are missing"), "\(name)")
        }
      }
    }

    @Test("What is damaged anywhere gives the same photo or the same error each time", arguments: roads)
    func damage(hasCodec: Bool) throws {
      let seed = UInt64.random(in: 0..<1_000_000)
      var random = SplitMix64(seed: seed)
      var pale = HEIFTool.Options()
      pale.alpha = (0..<96 * 80).map { UInt8(truncatingIfNeeded: $0) }
      var avif = HEIFTool.Options()
      avif.isAVIF = true
      avif.quality = 60
      let small = Raster.detail(width: 96, height: 80)
      let files = [
        try Self.sliced(), try Self.sliced(bits: 12), try HEIFTool.encode(small, pale),
        try HEIFTool.encode(small, avif),
      ]
      let damaged = try (0..<32).map { index in
        var file = files[index % files.count]
        let data = try HEVCSlices.data(in: file)
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          file[Int.random(in: data, using: &random)] ^= 1 << UInt8.random(in: 0...7, using: &random)
        }
        return file
      }
      let different = try different(files + damaged, hasCodec: hasCodec)
      #expect(different.isEmpty, "of seed \(seed)")
    }
  }
#endif
