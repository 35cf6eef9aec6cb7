/// One item of a HEIF file: a picture, a tile of one, or data about one.
struct HEIFItem {
  /// A property that belongs to the item, by its place in the list of properties.
  struct Association {
    /// 1 for the first property; 0 means none.
    let index: Int
    /// Whether a reader that does not know the property must not show the item.
    let isEssential: Bool
  }

  let id: Int
  let type: FourCC
  /// Of an item of type `mime`, what its data are.
  let contentType: String
  /// Whether its data are encrypted.
  let isProtected: Bool
  var associations: [Association] = []
  /// Where its data lie in the file, in order; cut off at the end of the file.
  var extents: [Range<Int>] = []
  /// How many bytes of its data lie behind the end of the file.
  var missingByteCount = 0
  /// Whether its data lie in another file or inside another item, where they are not looked for.
  var isElsewhere = false

  /// The size of its data in bytes, as far as they are there.
  var byteCount: Int { extents.reduce(0) { $0 + $1.count } }
}
