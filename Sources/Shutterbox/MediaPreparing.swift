import DurableFiles

/// Media that are ready to be added.
struct PreparedMedia: Sendable {
  let media: NewMedia
  /// Whether the file still says where it was recorded: a movie that was left as it is.
  let carriesLocation: Bool
}

/// Turns files into media: photos are prepared, movies are taken as recorded.
struct MediaPreparing: Sendable {
  let options: CaptureOptions
  private let preparer: PhotoPreparer

  /// - Parameter isAlone: Whether there is one file only, which may then use all cores.
  init(options: CaptureOptions, isAlone: Bool) {
    self.options = options
    var preparing = options.preparing
    preparing.usesSecondThread = isAlone
    preparer = PhotoPreparer(options: preparing)
  }

  /// Checks what does not depend on a file.
  ///
  /// - Throws: ``CaptureStoreError`` with the code `invalid` if the reason to keep metadata has no words.
  func check() throws(CaptureStoreError) {
    if let reason = options.metadataReason { try NewMedia.checkReason(reason) }
  }

  /// - Throws: ``PhotoPreparer/Error`` if it is no photo or movie, or damaged, or cannot be cleaned;
  ///   ``FileSystemError`` if it cannot be read.
  func prepare(_ item: CaptureItem) throws -> PreparedMedia {
    let source = try item.open()
    let isMovie = try FormatSniffer.isMovie(source)
    let prepared = try isMovie ? movie(source) : photo(source)
    guard let reason = options.metadataReason else { return prepared }
    return PreparedMedia(
      media: try prepared.media.keepingMetadata(
        OriginalMetadata(contentsOf: source).json, reason: reason),
      carriesLocation: prepared.carriesLocation)
  }

  private func photo(_ source: any ByteSource) throws -> PreparedMedia {
    let photo = try preparer.prepare(source)
    let media = NewMedia.photo(
      jpeg: photo.jpeg, width: photo.width, height: photo.height, source: options.source,
      removed: photo.removed.map(\.description))
    return PreparedMedia(media: media, carriesLocation: false)
  }

  private func movie(_ source: any ByteSource) throws -> PreparedMedia {
    let original = try PhotoInspection(source: source)
    let carriesLocation = original.location != nil || original.kinds.contains(.movieLocation)
    guard options.movieLocation == .remove else {
      return PreparedMedia(media: movie(source, original, removed: []), carriesLocation: carriesLocation)
    }
    let cleaned = try MovieLocationRemoval.cleaned(source)
    // What needs no blanking is copied as the file that it is.
    let file: any ByteSource = cleaned.isUnchanged ? source : cleaned
    let kept = try PhotoInspection(source: cleaned).kinds
    let removed = original.kinds.filter { !kept.contains($0) }.map(\.description)
    return PreparedMedia(media: movie(file, original, removed: removed), carriesLocation: false)
  }

  private func movie(
    _ source: any ByteSource, _ inspection: PhotoInspection, removed: [String]
  ) -> NewMedia {
    .movie(
      source, fileExtension: inspection.format == .quickTime ? "mov" : "mp4", width: inspection.width,
      height: inspection.height, source: options.source, removed: removed)
  }
}
