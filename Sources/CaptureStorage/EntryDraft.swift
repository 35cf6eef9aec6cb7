/// An entry that comes into being with the first media that are added to it.
///
/// Until then it has an id and nothing more, so there is nothing to undo if no photo can be added.
public struct EntryDraft: Sendable, Hashable {
  /// What the entry will be called by.
  public let id: Identifier<Entry>
  /// What the person wrote.
  public let text: String?

  init(id: Identifier<Entry>, text: String?) {
    self.id = id
    self.text = text
  }
}

extension CaptureStore {
  /// An entry to add media to.
  ///
  /// - Parameter text: What the person wrote; an empty text counts as none.
  public func newEntry(text: String? = nil) -> EntryDraft {
    EntryDraft(id: makeIdentifier(), text: text.flatMap { $0.isEmpty ? nil : $0 })
  }
}
