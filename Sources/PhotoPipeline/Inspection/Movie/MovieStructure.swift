/// What the index of a movie says of its picture.
package struct MovieStructure: Sendable, Hashable {
  /// Width of the upright picture in pixels.
  package let width: Int
  /// Height of the upright picture in pixels.
  package let height: Int
  /// How the stored frames must be turned, 1 to 8 as in EXIF; 1 for a slanted matrix.
  package let orientation: Int
}
