/// A part of a picture's canvas, in pixels from its upper left corner.
package struct PixelRectangle: Sendable, Hashable {
  package let left: Int
  package let top: Int
  package let width: Int
  package let height: Int
}
