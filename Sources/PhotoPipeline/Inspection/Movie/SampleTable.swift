import DurableFiles

/// Where the samples of a track lie (ISO/IEC 14496-12 §8.6 and §8.7).
struct SampleTable {
  /// How a sound of QuickTime that is not compressed counts: its "samples" are those of the sound wave.
  struct SoundFrame {
    let sampleCount: Int
    let byteCount: Int
  }

  /// Ranges of the file, in the order of the track. What lies side by side is one range.
  struct Places {
    fileprivate(set) var ranges: [Range<Int>] = []
    /// Whether the tables agree with each other, so that nothing is left out.
    fileprivate(set) var isWhole = true
    /// Whether there are more than were asked for.
    fileprivate(set) var isCutOff = false

    fileprivate mutating func add(_ range: Range<Int>) {
      if let last = ranges.last, last.upperBound == range.lowerBound {
        ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
      } else if !range.isEmpty {
        ranges.append(range)
      }
    }
  }

  /// `stsz` or `stz2`.
  var sizes: Box?
  /// `stco` or `co64`.
  var offsets: Box?
  /// `stsc`.
  var counts: Box?
  var soundFrame: SoundFrame?

  /// The ranges of all samples, chunk by chunk.
  ///
  /// - Parameter limit: The most ranges.
  func places(limit: Int, window: inout ByteWindow) throws(FileSystemError) -> Places {
    var places = Places()
    guard let offsets, let counts, var size = try SampleSizes(self, &window) else {
      // A track whose samples all lie in fragments may have no tables.
      places.isWhole = offsets == nil && sizes == nil
      return places
    }
    let chunkCount = try Self.count(offsets, &window)
    let width = offsets.type == "co64" ? 8 : 4
    var chunks = NumberStream(offsets.content.dropFirst(8), width: width)
    var runs = ChunkRuns(counts)
    for chunk in 0..<chunkCount {
      guard let start = try chunks.next(&window) else {
        places.isWhole = false
        break
      }
      guard let count = try runs.sampleCount(ofChunk: chunk + 1, &window) else {
        places.isWhole = false
        break
      }
      let byteCount = try size.take(count, &window)
      let (end, overflow) = start.addingReportingOverflow(byteCount)
      guard !overflow else {
        places.isWhole = false
        break
      }
      guard places.ranges.count < limit else {
        places.isCutOff = true
        return places
      }
      places.add(start..<end)
    }
    places.isWhole = places.isWhole && runs.isAscending && size.isUsedUp
    return places
  }

  /// The size of all samples together.
  func byteCount(_ window: inout ByteWindow) throws(FileSystemError) -> Int {
    guard var size = try SampleSizes(self, &window) else { return 0 }
    return try size.take(.max, &window)
  }

  /// The number behind version and flags.
  fileprivate static func count(_ box: Box, _ window: inout ByteWindow) throws(FileSystemError) -> Int {
    ByteView(try window.prefix(at: box.content.lowerBound, limit: 8)).uint32(at: 4) ?? 0
  }
}

/// The sizes of samples (§8.7.3), used up from the first on.
private struct SampleSizes {
  private var remaining: Int
  /// The size of each, where all have the same.
  private let common: Int?
  private let soundFrame: SampleTable.SoundFrame?
  private var stream: NumberStream
  private let isNibbles: Bool
  private var lowNibble: Int?
  private var isCutOff = false

  init?(_ table: SampleTable, _ window: inout ByteWindow) throws(FileSystemError) {
    guard let box = table.sizes else { return nil }
    let head = ByteView(try window.prefix(at: box.content.lowerBound, limit: 12))
    guard let size = head.uint32(at: 4), let count = head.uint32(at: 8) else { return nil }
    remaining = count
    let values = box.content.dropFirst(12)
    if box.type == "stz2" {
      // §8.7.3.3: sizes of 4, 8 or 16 bits.
      let bits = size & 0xFF
      guard [4, 8, 16].contains(bits) else { return nil }
      common = nil
      isNibbles = bits == 4
      stream = NumberStream(values, width: max(1, bits / 8))
    } else {
      common = size > 0 ? size : nil
      isNibbles = false
      stream = NumberStream(values, width: 4)
    }
    soundFrame = table.soundFrame
  }

  /// Whether every sample was taken, and each had a size.
  var isUsedUp: Bool { remaining == 0 && !isCutOff }

  /// The bytes of the next `count` samples, or of those that are left.
  mutating func take(_ count: Int, _ window: inout ByteWindow) throws(FileSystemError) -> Int {
    let taken = min(count, remaining)
    if taken < count, count < .max { isCutOff = true }
    remaining -= taken
    if let common {
      if let soundFrame {
        return (taken / soundFrame.sampleCount).multipliedClamped(by: soundFrame.byteCount)
      }
      return taken.multipliedClamped(by: common)
    }
    var total = 0
    for _ in 0..<taken {
      guard let size = try next(&window) else {
        isCutOff = true
        break
      }
      total += size
    }
    return total
  }

  private mutating func next(_ window: inout ByteWindow) throws(FileSystemError) -> Int? {
    guard isNibbles else { return try stream.next(&window) }
    if let low = lowNibble {
      lowNibble = nil
      return low
    }
    guard let pair = try stream.next(&window) else { return nil }
    lowNibble = pair & 15
    return pair >> 4
  }
}

/// How many samples each chunk has (§8.7.4): runs of chunks, each told by its first one.
private struct ChunkRuns {
  private var stream: NumberStream
  private var remaining: Int?
  private let box: Box
  private var sampleCount: Int?
  private var nextFirst: Int?
  private var nextCount = 0
  /// Whether the runs come in order and start with the first chunk.
  private(set) var isAscending = true

  init(_ box: Box) {
    self.box = box
    stream = NumberStream(box.content.dropFirst(8), width: 4)
  }

  /// - Parameter chunk: From 1 on, one after the other.
  mutating func sampleCount(
    ofChunk chunk: Int, _ window: inout ByteWindow
  ) throws(FileSystemError) -> Int? {
    if remaining == nil {
      remaining = try SampleTable.count(box, &window)
      try readRun(&window)
      isAscending = nextFirst == 1
    }
    while let first = nextFirst, first <= chunk {
      sampleCount = nextCount
      try readRun(&window)
      if let following = nextFirst, following <= first { isAscending = false }
    }
    return sampleCount
  }

  private mutating func readRun(_ window: inout ByteWindow) throws(FileSystemError) {
    nextFirst = nil
    guard let left = remaining, left > 0 else { return }
    remaining = left - 1
    // First chunk, samples in each, number of the sample description.
    guard let first = try stream.next(&window), let count = try stream.next(&window),
      try stream.next(&window) != nil
    else {
      isAscending = false
      return
    }
    nextFirst = first
    nextCount = count
  }
}

extension Int {
  /// The product of two numbers that are not negative, or the largest number if it does not fit.
  fileprivate func multipliedClamped(by other: Int) -> Int {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? .max : product
  }
}
