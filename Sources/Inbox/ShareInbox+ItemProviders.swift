#if canImport(UniformTypeIdentifiers)
  public import Foundation
  public import UniformTypeIdentifiers

  extension ShareInbox {
    /// Copies the photos and movies that a share sheet hands over into the inbox as one drop, as they are.
    ///
    /// The files of `providers` are gone when their callbacks return, so each is cloned there. They come one after the
    /// other: an extension has little memory, and nothing is ever held in it.
    ///
    /// - Parameter temporary: Where the clones are until all have come.
    /// - Returns: The drop, and what could not be taken; see ``SharedItems``.
    /// - Throws: ``FileSystemError`` as ``drop(files:)`` does. Nothing is left then.
    @MainActor
    public func drop(
      _ providers: [NSItemProvider], over temporary: URL = .temporaryDirectory
    ) async throws -> SharedItems {
      var shelf = try SharedItemShelf(in: temporary)
      for provider in providers {
        shelf.note(await Self.take(provider, into: shelf.nextFolder()))
      }
      // Copying must not hold up the sheet's animation.
      return try await Task.detached { [shelf] in try shelf.drop(into: self) }.value
    }

    /// Clones the file of `provider` into `folder`.
    @MainActor
    private static func take(_ provider: NSItemProvider, into folder: URL) async -> Result<URL, any Error> {
      let wanted = [UTType.movie, .image].map(\.identifier)
      guard let type = wanted.first(where: provider.hasItemConformingToTypeIdentifier) else {
        return .failure(SharedItems.Problem.neitherPhotoNorMovie)
      }
      return await withCheckedContinuation { continuation in
        _ = provider.loadFileRepresentation(forTypeIdentifier: type) { @Sendable file, error in
          continuation.resume(
            returning: Result {
              guard let file else { throw error ?? SharedItems.Problem.notGiven }
              return try SharedItemShelf.clone(file, into: folder)
            })
        }
      }
    }
  }
#endif
