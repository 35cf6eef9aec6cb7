import DurableFiles
import PhotoPipeline

/// Turns what the user named into the files to work on.
struct InputList {
  let walk: FolderWalk

  /// The files that `operands` name, in that order. A folder stands for what ``FolderWalk`` finds in
  /// it; every other name stands for itself, whatever it leads to.
  func items(_ operands: [FilePath]) -> [InputItem] {
    operands.flatMap { operand in
      if operand.isStandardStream { return [InputItem(path: operand, content: .standardInput)] }
      if operand.isFolder { return walk.items(in: operand) }
      return [InputItem(path: operand, content: .file)]
    }
  }
}

extension FilePath {
  /// Whether the path is `-`, which means standard input or output.
  var isStandardStream: Bool { bytes == [UInt8(ascii: "-")] }

  /// Whether the path leads to a folder.
  var isFolder: Bool {
    // What cannot be looked at is treated as a file, and told when it is opened.
    (try? FileStatus(self, followingLinks: true).kind) == .folder
  }
}

extension [FilePath] {
  /// Checks that standard input, which can be read once, is named once.
  func checkStandardInput(command: String) throws(UsageError) {
    if count(where: \.isStandardStream) > 1 {
      throw UsageError("standard input can be named only once", command: command)
    }
  }
}
