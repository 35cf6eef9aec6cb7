/// Whether a library may put a picture together of others.
///
/// It takes memory for the whole and copies the parts to it. Where these leave something out, the picture shows what
/// the memory held before, so only what is filled for sure is left to it.
extension HEIFReader {
  /// Why the tiles of a grid might leave pixels out, or `nil`.
  func refusal(ofGrid tiles: [HEIFItem]) throws -> String? {
    guard let first = tiles.first else { return nil }
    let size = try size(of: first)
    let haveAuxiliaries = Set(table.references("auxl").values.joined())
    for tile in tiles {
      if case .other(let type) = coding(of: tile) {
        return "grids of pictures of type \(type) are not decoded"
      }
      if try self.size(of: tile) != size { return "grids of tiles of several sizes are not decoded" }
      if isTransformed(tile) { return "grids of tiles that are cropped or turned are not decoded" }
      if haveAuxiliaries.contains(tile.id) { return "grids of tiles with their own alpha are not decoded" }
    }
    return nil
  }

  /// Why a picture that is neither coded nor a grid might leave pixels out, or `nil`.
  mutating func refusal(ofDerived item: HEIFItem) throws -> String? {
    // An overlay fills its picture with a color first, and an identity is its input (ISO/IEC 23008-12 §6.6.2).
    guard item.type == "iovl" || item.type == "iden" else {
      return "pictures of type \(item.type) are not decoded"
    }
    for id in Set(table.references("dimg", from: item.id)).sorted() {
      guard let input = table[id] else { continue }
      switch input.type {
      case "hvc1", "hev1", "av01": continue
      case "grid":
        do {
          if let refusal = try grid(input).refusal { return refusal }
        } catch let error as PhotoPreparer.Error {
          return error.reason
        }
      default: return "pictures made of pictures of type \(input.type) are not decoded"
      }
    }
    return nil
  }
}
