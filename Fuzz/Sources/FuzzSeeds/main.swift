// Writes the files that fuzzing starts from: FuzzSeeds FOLDER. Each program has a folder of its own in it.

import Foundation

guard CommandLine.arguments.count == 2 else {
  FileHandle.standardError.write(Data("usage: FuzzSeeds FOLDER\n".utf8))
  exit(2)
}
let root = URL(fileURLWithPath: CommandLine.arguments[1], isDirectory: true)
do {
  let seeds = try Seeds.all()
  for (program, isMeant) in Seeds.programs {
    let folder = root.appendingPathComponent(program, isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, bytes) in seeds where isMeant(bytes) {
      try Data(bytes).write(to: folder.appendingPathComponent(name))
    }
  }
} catch {
  FileHandle.standardError.write(Data("FuzzSeeds: \(error)\n".utf8))
  exit(1)
}
