// Writes the photos that fuzzing starts from: FuzzSeeds FOLDER

import Foundation

guard CommandLine.arguments.count == 2 else {
  FileHandle.standardError.write(Data("usage: FuzzSeeds FOLDER\n".utf8))
  exit(2)
}
let folder = URL(fileURLWithPath: CommandLine.arguments[1], isDirectory: true)
do {
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  for (name, bytes) in try Seeds.all() {
    try Data(bytes).write(to: folder.appendingPathComponent(name))
  }
} catch {
  FileHandle.standardError.write(Data("FuzzSeeds: \(error)\n".utf8))
  exit(1)
}
