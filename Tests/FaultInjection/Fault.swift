/// What goes wrong at one point of a program.
enum Fault: Hashable, CustomStringConvertible {
  /// The process is killed before or after the call.
  case killBefore, killAfter
  /// Half of the bytes are written, and the process is killed.
  case killHalf
  /// Half of the bytes are written, and the call says so.
  case shortWrite
  /// The call fails once, with an `errno` such as `EIO`.
  case fails(String)
  /// The call and all later ones fail, but for those that remove files, as on a disk that is full.
  case failsFromThereOn(String)

  /// As `faults.c` takes it.
  var description: String {
    switch self {
    case .killBefore: "kill-before"
    case .killAfter: "kill-after"
    case .killHalf: "kill-half"
    case .shortWrite: "short-write"
    case .fails(let name): "errno:\(name):once"
    case .failsFromThereOn(let name): "errno:\(name):always"
    }
  }

  /// Whether the process dies of it.
  var kills: Bool { [.killBefore, .killAfter, .killHalf].contains(self) }
}

/// A call of the program at which a fault can strike.
struct FaultPoint: Hashable, CustomStringConvertible {
  /// Counted from 1.
  let number: Int
  /// The call of the system, such as `renameat`.
  let call: String
  /// The file that it changes or opens.
  let path: String

  /// - Parameter line: As `faults.c` writes it.
  init?(line: Substring) {
    let parts = line.split(separator: " ", maxSplits: 2)
    guard parts.count == 3, let number = Int(parts[0]) else { return nil }
    self.number = number
    call = String(parts[1])
    path = String(parts[2])
  }

  /// Whether it is a call that moves bytes.
  var writes: Bool { ["write", "pwrite", "writev", "pwritev", "copy_file_range", "sendfile"].contains(call) }

  var description: String { "point \(number), \(call) \(path)" }
}
