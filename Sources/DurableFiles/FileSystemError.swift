#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What went wrong with a file or folder, and what to do about it.
public struct FileSystemError: Error, Sendable, Hashable {
  /// What kind of failure it was. More kinds may come, so a `switch` over them needs a default.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Kind: String {
      case notFound = "not_found"
      case exists
      case permissionDenied = "permission_denied"
      case noSpace = "no_space"
      case isADirectory = "is_a_directory"
      case io
    }

    private let kind: Kind

    /// Nothing has that name.
    public static let notFound = Code(kind: .notFound)
    /// Something has that name already.
    public static let exists = Code(kind: .exists)
    /// The file system refuses this user, or is mounted read-only.
    public static let permissionDenied = Code(kind: .permissionDenied)
    /// The disk is full, or the user's share of it.
    public static let noSpace = Code(kind: .noSpace)
    /// A folder where a file was expected.
    public static let isADirectory = Code(kind: .isADirectory)
    /// Any other failure; `errno` tells more.
    public static let io = Code(kind: .io)

    public var description: String { kind.rawValue }
  }

  /// The kind of failure.
  public let code: Code
  /// The file or folder, as the caller named it.
  public let path: String
  /// One sentence without the path, in lower case and without a full stop.
  public let message: String
  /// The system's own number for the failure, where a system call gave one.
  public let errno: CInt?

  /// An error with a message that says what to do.
  public init(code: Code, path: String, message: String, errno: CInt? = nil) {
    self.code = code
    self.path = path
    self.message = message
    self.errno = errno
  }
}

extension FileSystemError: CustomStringConvertible {
  public var description: String { "\(path): \(message)" }
}

extension FileSystemError {
  /// The file at `path` is not what it was when copying it began.
  package static func changedWhileCopied(_ path: String) -> FileSystemError {
    FileSystemError(
      code: .io, path: path, message: "changed while it was being copied; try again when it is at rest")
  }

  /// Names the failure of the system call `call` on `path`, from the `errno` that it set.
  ///
  /// The numbers are those of open(2), read(2), write(2), fsync(2), link(2) and rename(2).
  package init(call: String, path: String, errno number: CInt) {
    let (code, message): (Code, String) =
      switch number {
      case ENOENT: (.notFound, "there is no such file or folder")
      case EEXIST, ENOTEMPTY: (.exists, "exists already")
      case EACCES, EPERM: (.permissionDenied, "permission denied; check who owns the file and its folder")
      case EROFS: (.permissionDenied, "the file system is read-only; choose another folder")
      case ENOSPC: (.noSpace, "the disk is full; free some space and try again")
      case EDQUOT: (.noSpace, "your disk quota is used up; free some space and try again")
      case EISDIR: (.isADirectory, "is a folder")
      case ENOTDIR: (.notFound, "a part of the path is not a folder")
      case ENAMETOOLONG: (.io, "the name is too long for the file system")
      case EMFILE, ENFILE: (.io, "too many files are open; run fewer jobs at once")
      default: (.io, "\(call) failed: \(String(cString: strerror(number)))")
      }
    self.init(code: code, path: path, message: message, errno: number)
  }
}
