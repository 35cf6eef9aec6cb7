import DurableFiles

/// A colour profile that lies in a picture in one piece.
struct EmbeddedProfile {
  /// The most bytes that a profile may have; large ones, for printers, have about 2 MiB.
  static let byteLimit = 4 << 20

  private let reader: ICCReader
  private let bytes: [UInt8]

  /// - Returns: `nil` if the bytes are no profile, or not a whole one.
  init?(_ bytes: [UInt8]) throws {
    guard bytes.count <= Self.byteLimit, let reader = try ICCReader(MemoryByteSource(bytes, name: "profile"))
    else { return nil }
    self.reader = reader
    self.bytes = bytes
  }

  /// Its own description.
  var name: String? { reader.name }

  /// What it means for a picture of `channelCount` channels.
  func verdict(channelCount: Int) -> ICCProfile {
    ICCProfile(reader, channelCount: channelCount)
  }

  /// The profile itself, or `nil` if it does not fit a picture of `channelCount` channels.
  func bytes(channelCount: Int) -> [UInt8]? {
    verdict(channelCount: channelCount) == .none ? nil : bytes
  }
}
