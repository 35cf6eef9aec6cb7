/// The rows of a picture that are in memory while it is decoded: for each plane a ring of row groups.
///
/// Group `g` overwrites group `g - capacity`. The memory is raw because a decoder thread fills one
/// group while the resampler reads others; who may touch which group is agreed outside, by the
/// ``RowGroupFeed``.
final class RowWindow: @unchecked Sendable {
  // Sendable is unchecked because the memory behind `planes` is shared between two threads. It is safe
  // because a RowGroupFeed hands each group from one thread to the other under a lock.

  /// One plane of the window.
  struct Plane {
    fileprivate let base: UnsafeMutablePointer<UInt8>
    /// Distance of two rows in bytes.
    let stride: Int
    /// Rows of this plane in one group.
    let groupRows: Int
    fileprivate let capacity: Int

    /// Row `index` of the plane, counted from the top of the picture.
    func row(_ index: Int) -> UnsafeMutablePointer<UInt8> {
      base + (index % (capacity * groupRows)) * stride
    }
  }

  /// The number of groups that are kept.
  let capacity: Int
  let planes: [Plane]
  private let memory: ZeroedMemory

  /// A window for a picture that is decoded.
  ///
  /// - Parameter capacity: The groups that are needed at once.
  convenience init(_ layout: PictureLayout, capacity: Int) throws(OutOfMemory) {
    try self.init(
      capacity: min(capacity, layout.groupCount), planes: layout.planes.map { ($0.groupWidth, $0.groupRows) })
  }

  /// - Parameter planes: For each plane, the samples and the rows that the decoder writes for a group.
  /// - Throws: ``OutOfMemory``.
  init(capacity: Int, planes: [(width: Int, groupRows: Int)]) throws(OutOfMemory) {
    // Whole cache lines, and an odd number of them, so that the rows of one column do not fall into the
    // same set of the cache.
    let strides = planes.map { (($0.width + 63) / 64 | 1) * 64 }
    let sizes = zip(strides, planes).map { $0 * $1.groupRows * capacity }
    memory = try ZeroedMemory(count: sizes.reduce(0, +))
    var base = memory.base
    var made: [Plane] = []
    for (index, plane) in planes.enumerated() {
      made.append(Plane(base: base, stride: strides[index], groupRows: plane.groupRows, capacity: capacity))
      base += sizes[index]
    }
    self.capacity = capacity
    self.planes = made
  }
}
