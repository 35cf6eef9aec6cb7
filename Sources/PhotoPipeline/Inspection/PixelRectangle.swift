/// A rectangle of whole pixels; the first row and column are 0.
package struct PixelRectangle: Sendable, Hashable {
  package let x: Int
  package let y: Int
  package let width: Int
  package let height: Int
}
