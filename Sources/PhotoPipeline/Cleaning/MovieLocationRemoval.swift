package import DurableFiles

/// Takes the place where it was recorded out of a movie, without coding a picture anew.
///
/// What holds a place is overwritten where it lies. The file keeps its length and every sample its place,
/// so the tables of the index stay right.
///
/// What is kept is what is known to hold no place; what is unknown is blanked if no player needs it, and
/// refused otherwise. See ``MovieBlanking`` for what is what.
package enum MovieLocationRemoval {
  /// What must be overwritten in `source`, in order; empty if it holds nothing that could be a place.
  ///
  /// - Throws: ``PhotoPreparer/Error`` if it is no movie, is cut off, has no index, or has a structure
  ///   that cannot be followed to the end; ``FileSystemError`` if it cannot be read.
  package static func patches(for source: any ByteSource) throws -> [BytePatch] {
    let inspection = try PhotoInspection(source: source)
    guard inspection.format.isMovie else {
      throw PhotoPreparer.Error.unsupported(file: source.name, reason: "it is a photo and no movie")
    }
    var blanking = MovieBlanking(source)
    return try blanking.patches()
  }

  /// `source` without a place, proved by inspecting the result and by looking for what must be
  /// overwritten once more.
  ///
  /// - Throws: ``PhotoPreparer/Error`` as ``patches(for:)`` does, and `notClean` if the result holds a place
  ///   all the same; ``FileSystemError`` if it cannot be read.
  package static func cleaned(_ source: any ByteSource) throws -> PatchedByteSource {
    let cleaned = PatchedByteSource(source, patches: try patches(for: source))
    let result: PhotoInspection
    let rest: [BytePatch]
    do {
      result = try PhotoInspection(source: cleaned)
      rest = try patches(for: cleaned)
    } catch let error as PhotoPreparer.Error {
      throw notClean(source, "the copy of the movie cannot be read back: \(error.reason)")
    }
    guard rest.isEmpty, result.location == nil, !result.kinds.contains(.movieLocation),
      !result.kinds.contains(.gps)
    else { throw notClean(source, "the copy of the movie may still say where it was recorded") }
    return cleaned
  }

  private static func notClean(_ source: any ByteSource, _ reason: String) -> PhotoPreparer.Error {
    .notClean(file: source.name, reason: reason)
  }
}
