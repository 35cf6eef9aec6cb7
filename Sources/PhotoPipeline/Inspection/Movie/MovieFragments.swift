import DurableFiles

/// What the fragments of a movie hold (ISO/IEC 14496-12 §8.8): where samples lie, and what is no sample.
struct MovieFragments {
  /// The samples of one track that lie one behind the other.
  struct Run {
    let track: Int
    let range: Range<Int>
  }

  /// A box that is about one track.
  struct Part {
    let track: Int
    let box: Box
  }

  /// The most runs, and the most tracks of all fragments: a day in fragments of half a second.
  private static let countLimit = 1 << 20

  private(set) var runs: [Run] = []
  private var rangesByTrack: [Int: [Range<Int>]] = [:]
  /// The `traf` boxes.
  private(set) var parts: [Part] = []
  /// Boxes inside of fragments that say nothing about samples.
  private(set) var others: [Box] = []
  private let source: any ByteSource
  /// The default size of a sample, by track.
  private var defaultSizes: [Int: Int] = [:]

  /// - Throws: ``PhotoPreparer/Error`` if a fragment is damaged or its samples lie behind the end of the
  ///   file, as in one that is still being recorded; ``FileSystemError`` if the file cannot be read.
  init(_ file: TopLevelBoxes, index: Box, source: any ByteSource) throws {
    self.source = source
    guard file.first("moof") != nil else { return }
    // Fragments are small and lie far apart.
    var window = ByteWindow(source, capacity: 4 << 10)
    if let extends = try index.child("mvex", &window) {
      for part in try Self.extensions(in: extends, &window) {
        // §8.8.3: number of the track, of its description, duration, size, flags.
        let view = ByteView(try window.prefix(at: part.box.content.lowerBound, limit: 24))
        defaultSizes[part.track] = view.uint32(at: 16) ?? 0
      }
    }
    for box in file.boxes where box.type == "moof" { try read(box, &window) }
    for run in runs { rangesByTrack[run.track, default: []].append(run.range) }
  }

  /// The `trex` boxes of `box`.
  static func extensions(in box: Box, _ window: inout ByteWindow) throws -> [Part] {
    var walk = BoxWalk(box.content)
    var found: [Part] = []
    while let part = try walk.next(&window) {
      guard part.type == "trex",
        let track = ByteView(try window.prefix(at: part.content.lowerBound, limit: 8)).uint32(at: 4)
      else { continue }
      found.append(Part(track: track, box: part))
    }
    return found
  }

  /// Where the samples of a track lie, in the order of the file.
  func ranges(ofTrack track: Int) -> [Range<Int>] { rangesByTrack[track] ?? [] }

  private func damaged(_ reason: String) -> PhotoPreparer.Error {
    .damaged(file: source.name, reason: reason)
  }

  private mutating func read(_ fragment: Box, _ window: inout ByteWindow) throws {
    var walk = BoxWalk(fragment.content)
    // Where the samples of a track start that does not say where.
    var base = fragment.range.lowerBound
    while let box = try walk.next(&window) {
      guard box.missingByteCount == 0 else { throw damaged("box \(box.type) of a fragment is cut off") }
      switch box.type {
      case "mfhd", "pssh": break
      case "traf": base = try read(box, of: fragment, base: base, &window)
      default: others.append(box)
      }
    }
    guard walk.limit - walk.position < 8 else { throw damaged("a fragment ends in bytes that are no box") }
  }

  /// §8.8.7 and §8.8.8.
  ///
  /// - Returns: Where the samples end.
  private mutating func read(
    _ part: Box, of fragment: Box, base: Int, _ window: inout ByteWindow
  ) throws -> Int {
    guard let header = try part.child("tfhd", &window),
      let full = Box.Full(ByteView(try window.prefix(at: header.content.lowerBound, limit: 32))),
      let track = full.body.uint32(at: 0)
    else { throw damaged("a fragment does not say of which track it is") }
    guard parts.count < Self.countLimit else { throw tooMany }
    parts.append(Part(track: track, box: part))
    var cursor = ByteCursor(full.body.dropFirst(4))
    var start = full.flags & 0x20000 != 0 ? fragment.range.lowerBound : base
    if full.flags & 1 != 0 { start = cursor.number(8) ?? 0 }
    if full.flags & 2 != 0 { cursor.skip(4) }
    if full.flags & 8 != 0 { cursor.skip(4) }
    let size = full.flags & 0x10 != 0 ? cursor.number(4) ?? 0 : defaultSizes[track] ?? 0

    var end = start
    var walk = BoxWalk(part.content)
    while let box = try walk.next(&window) {
      guard box.missingByteCount == 0 else { throw damaged("box \(box.type) of a fragment is cut off") }
      switch box.type {
      case "trun":
        let range = try range(of: box, base: start, follows: end, defaultSize: size, &window)
        if !range.isEmpty {
          guard runs.count < Self.countLimit else { throw tooMany }
          runs.append(Run(track: track, range: range))
        }
        end = range.upperBound
      case "tfhd", "tfdt", "sbgp", "sgpd", "subs", "saiz", "saio", "sdtp", "senc", "trik": break
      case "uuid" where try box.isStreaming(&window): break
      default: others.append(box)
      }
    }
    guard walk.limit - walk.position < 8 else { throw damaged("a fragment ends in bytes that are no box") }
    return end
  }

  private var tooMany: PhotoPreparer.Error {
    .tooLarge(file: source.name, reason: "it has more than \(Self.countLimit) fragments")
  }

  private func range(
    of run: Box, base: Int, follows end: Int, defaultSize: Int, _ window: inout ByteWindow
  ) throws -> Range<Int> {
    guard let full = Box.Full(ByteView(try window.prefix(at: run.content.lowerBound, limit: 16))),
      let count = full.body.uint32(at: 0)
    else { throw damaged("a fragment does not say how many samples it has") }
    var position = 8
    var start = end
    if full.flags & 1 != 0 {
      let offset = full.body.uint32(at: 4).map { Int(Int32(truncatingIfNeeded: $0)) } ?? 0
      start = base.addingReportingOverflow(offset).partialValue
      position += 4
    }
    if full.flags & 4 != 0 { position += 4 }
    // Duration, size, flags and offset of each sample, each only if its flag says so.
    let fields = [0x100, 0x200, 0x400, 0x800].filter { full.flags & $0 != 0 }
    var byteCount = 0
    if let sizeField = fields.firstIndex(of: 0x200) {
      var stream = NumberStream(run.content.dropFirst(position), width: 4)
      for _ in 0..<count {
        for field in fields.indices {
          guard let value = try stream.next(&window) else { throw damaged("a list of samples is cut off") }
          if field == sizeField { byteCount += value }
        }
      }
    } else {
      byteCount = count * defaultSize
    }
    guard byteCount > 0 else { return max(0, start)..<max(0, start) }
    guard start >= 0, start <= source.byteCount, byteCount <= source.byteCount - start else {
      throw damaged("its last fragment is cut off, as if recording or copying had been cut short")
    }
    return start..<start + byteCount
  }
}

extension Box {
  /// Boxes that streaming by Microsoft's rules adds to fragments (Protected Interoperable File Format 1.1
  /// §5.3 and Smooth Streaming §2.2.4): times, and how samples are encrypted.
  private static let streamingTypes: [[UInt8]] = [
    [0x6D, 0x1D, 0x9B, 0x05, 0x42, 0xD5, 0x44, 0xE6, 0x80, 0xE2, 0x14, 0x1D, 0xAF, 0xF7, 0x57, 0xB2],
    [0xD4, 0x80, 0x7E, 0xF2, 0xCA, 0x39, 0x46, 0x95, 0x8E, 0x54, 0x26, 0xCB, 0x9E, 0x46, 0xA7, 0x9F],
    [0xA2, 0x39, 0x4F, 0x52, 0x5A, 0x9B, 0x4F, 0x14, 0xA2, 0x44, 0x6C, 0x42, 0x7C, 0x64, 0x8D, 0xF4],
  ]

  fileprivate func isStreaming(_ window: inout ByteWindow) throws(FileSystemError) -> Bool {
    guard let type = try userType(in: &window) else { return false }
    return Self.streamingTypes.contains(type)
  }
}
