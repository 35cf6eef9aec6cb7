extension MovieFile {
  /// The box that says that there are fragments, and what holds for samples that say nothing else.
  var extensions: [UInt8] {
    let defaults = tracks.indices.map { place in
      BoxBytes.full(
        "trex", BoxBytes.number(UInt32(place + 1)), BoxBytes.number(1), BoxBytes.number(100),
        BoxBytes.number(UInt32(tracks[place].samples.first?.count ?? 0)), BoxBytes.number(0))
    }
    return BoxBytes.box("mvex", Array(defaults.joined()))
  }

  /// The fragments, each a `moof` and a `mdat` with one sample of each track.
  ///
  /// - Parameter start: Where they lie in the file.
  func fragments(start: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    for number in 0..<(tracks.map(\.samples.count).max() ?? 0) {
      let members = tracks.indices.filter { number < tracks[$0].samples.count }
      let samples = members.map { tracks[$0].samples[number] }
      let head = fragment(number, members, dataStart: 0)
      bytes += fragment(number, members, dataStart: head.count + 8)
      bytes += BoxBytes.box("mdat", Array(samples.joined()))
    }
    return bytes
  }

  /// - Parameter dataStart: Where the samples lie, counted from the start of the fragment.
  private func fragment(_ number: Int, _ members: [Int], dataStart: Int) -> [UInt8] {
    var offset = dataStart
    let parts = members.map { place in
      let size = tracks[place].samples[number].count
      defer { offset += size }
      // Every other track leaves it to the index how large a sample is, where that is right.
      let isDefault = place % 2 == 1 && size == tracks[place].samples[0].count
      return BoxBytes.box(
        "traf", BoxBytes.full("tfhd", flags: 0x20000, BoxBytes.number(UInt32(place + 1))),
        BoxBytes.full(
          "trun", flags: isDefault ? 0x1 : 0x701, BoxBytes.number(1), BoxBytes.number(UInt32(offset)),
          isDefault ? [] : BoxBytes.number(100) + BoxBytes.number(UInt32(size)) + BoxBytes.number(0)))
    }
    return BoxBytes.box(
      "moof", BoxBytes.full("mfhd", BoxBytes.number(UInt32(number + 1))), Array(parts.joined()))
  }
}
