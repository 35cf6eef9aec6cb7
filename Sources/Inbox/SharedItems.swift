/// What became of the items that a share sheet handed over.
public struct SharedItems: Sendable {
  /// Why an item was not taken although nothing failed.
  public enum Problem: Error, Hashable, Sendable {
    /// It is a text or a link, for instance.
    case neitherPhotoNorMovie
    /// The app that shares gave neither a file nor an error, for instance because the photo is in the cloud and there
    /// is no network.
    case notGiven
  }

  /// The drop with all that could be taken; `nil` if nothing could.
  public let drop: Drop?
  /// What could not be taken, with its place among the items.
  public let failures: [(index: Int, error: any Error)]
}

extension SharedItems.Problem: CustomStringConvertible {
  /// One sentence in lower case and without a full stop.
  public var description: String {
    switch self {
    case .neitherPhotoNorMovie: "it is neither a photo nor a movie"
    case .notGiven: "it was not handed over"
    }
  }
}
