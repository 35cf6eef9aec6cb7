/// How photos and movies become part of a capture.
public struct CaptureOptions: Sendable, Hashable {
  /// What becomes of the place in a movie.
  public enum MovieLocation: String, Sendable, CaseIterable {
    /// The movie stays as recorded.
    case keep
    /// What holds a place is blanked in the copy; no picture is touched.
    case remove
  }

  /// How photos are prepared: 2048 pixels on the long edge and quality 0.85 by default.
  public var preparing = PhotoPreparer.Options()
  /// Where the files come from. `file` by default.
  public var source: Media.Source = .file
  /// Why the originals' metadata are kept in the entry; `nil`, the default, keeps none. A reason has words.
  public var metadataReason: String?
  /// What becomes of the place in a movie. `keep` by default.
  public var movieLocation: MovieLocation = .keep

  /// Photos prepared as usual, nothing kept, movies as they are.
  public init() {}
}
