/// Why an upload was not taken or not kept.
public enum ReceiverRefusal: String, Sendable, CaseIterable {
  /// It is longer than the receiver takes, or more came than was declared.
  case size
  /// It is of no type that is taken, or of another than was declared.
  case type
  /// It carries metadata.
  case metadata
  /// It cannot be told what it carries.
  case unreadable
  /// Its SHA-256 is not the one that was declared.
  case hash
  /// A piece does not have the checksum that came with it.
  case checksum
  /// Other bytes have the same id.
  case conflict
  /// The disk is full.
  case space = "no_space"
  /// Too many uploads are open.
  case limit
}
