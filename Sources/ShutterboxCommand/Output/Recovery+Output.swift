import CaptureStorage

extension Recovery {
  /// A line for people for each thing that was interrupted.
  var lines: [String] {
    completedMedia.map { "adding the media \($0) was interrupted; it is complete now" }
      + undoneMedia.map { "adding the media \($0) was interrupted and is undone; add the file again" }
      + undoneEntries.map {
        "taking a drop in as the entry \($0) was interrupted and is undone; the drop is still in the inbox"
      }
      + finishedEntries.map { "finishing the entry \($0) was interrupted; it is finished now" }
      + failures.map { TerminalText.plain("what was interrupted cannot be put right yet: \($0)") }
  }
}
