import Foundation
import PhotoFixtures

/// A terminal that the test reads.
final class Terminal {
  /// What the program gets as a stream.
  let childEnd: FileHandle
  private let ownEnd: FileHandle

  /// - Parameter columns: The width that the program is told.
  init(columns: Int = 80) throws {
    var (own, child): (CInt, CInt) = (-1, -1)
    guard openpty(&own, &child, nil, nil, nil) == 0 else { throw FixtureError("cannot make a terminal") }
    for descriptor in [own, child] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    // The terminal must pass the bytes on as they are written.
    var settings = termios()
    tcgetattr(child, &settings)
    cfmakeraw(&settings)
    tcsetattr(child, TCSANOW, &settings)
    var size = winsize()
    size.ws_col = UInt16(columns)
    size.ws_row = 24
    _ = ioctl(child, UInt(TIOCSWINSZ), &size)
    ownEnd = FileHandle(fileDescriptor: own, closeOnDealloc: true)
    childEnd = FileHandle(fileDescriptor: child, closeOnDealloc: true)
  }

  /// Leaves the terminal to the program, whose end is then the end of what can be read.
  func closeChildEnd() throws {
    try childEnd.close()
  }

  /// Reads until `ending` was written last, or to the end.
  func read(until ending: String?) -> String {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    // A terminal whose other end is closed answers with EIO.
    while Foundation.read(ownEnd.fileDescriptor, &byte, 1) == 1 {
      bytes.append(byte)
      if let ending, bytes.suffix(ending.utf8.count).elementsEqual(ending.utf8) { break }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
