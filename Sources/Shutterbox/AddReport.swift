/// What became of items that were added to an entry.
public struct AddReport: Sendable {
  /// What became of one.
  public enum Outcome: Sendable {
    /// The entry owns it now. A movie that still says where it was recorded `carriesLocation`.
    case added(Media, carriesLocation: Bool)
    /// The entry owns the same content already.
    case duplicate(of: Identifier<Media>)
    /// It could not be added, and nothing is left of it.
    case failed(any Error)
  }

  /// The entry, or `nil` if there is none: nothing could be added to a new one.
  public let entry: Identifier<Entry>?
  /// What became of each item, in the order in which they were given.
  public let outcomes: [Outcome]

  init(target: CaptureStore.Target, outcomes: [Outcome]) {
    self.outcomes = outcomes
    // A draft becomes an entry with the first media.
    let isMade = outcomes.contains { if case .failed = $0 { false } else { true } }
    if case .draft = target, !isMade { entry = nil } else { entry = target.id }
  }

  /// The media that the entry owns now and did not before.
  public var added: [Media] {
    outcomes.compactMap { if case .added(let media, _) = $0 { media } else { nil } }
  }

  /// What went wrong, with the index of the item.
  public var failures: [(index: Int, error: any Error)] {
    outcomes.enumerated().compactMap { index, outcome in
      if case .failed(let error) = outcome { (index, error) } else { nil }
    }
  }
}
