/// What an inspection says of a file.
public enum ReceiverVerdict: Sendable, Hashable {
  /// It may be kept.
  case clean
  /// It carries metadata of these kinds, such as `gps`, and is not to be kept.
  case metadata([String])
  /// It cannot be told what it carries, for this reason: one sentence in lower case and without a full stop. It is
  /// not to be kept.
  case unreadable(String)
}
