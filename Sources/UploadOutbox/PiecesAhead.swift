#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Hands out the pieces of a file, and reads the next one while one is being sent.
struct PiecesAhead {
  private let file: VerifiedFile
  private var ahead: (index: Int, task: Task<Result<Data, DeliveryError>, Never>)?

  init(_ file: VerifiedFile) { self.file = file }

  /// As ``VerifiedFile/piece(_:)``.
  mutating func piece(_ index: Int) async throws(DeliveryError) -> Data {
    let piece: Data
    if let ahead, ahead.index == index {
      piece = try await ahead.task.value.get()
    } else {
      piece = try file.piece(index)
    }
    ahead = nil
    let (file, next) = (file, index + 1)
    if next < file.pieces.count {
      ahead = (next, Task { Result { () throws(DeliveryError) in try file.piece(next) } })
    }
    return piece
  }

  /// The piece that holds the byte at `offset`, 0 to less than the size of the file, from there to its end.
  ///
  /// - Throws: As ``VerifiedFile/piece(_:)``.
  mutating func bytes(from offset: Int) async throws(DeliveryError) -> Data {
    let (index, start) = offset.quotientAndRemainder(dividingBy: file.pieceByteCount)
    let piece = try await piece(index)
    return start == 0 ? piece : Data(piece.dropFirst(start))
  }
}
