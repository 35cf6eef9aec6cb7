// Writes the photo that the README and the demo use, or a series of others for benchmarks.
//
// Build it for release: swift run -c release DemoPhoto

import Foundation
import PhotoFixtures

do {
  let options = try Options(Array(CommandLine.arguments.dropFirst()))
  if options.showsHelp {
    print(Options.help)
    exit(0)
  }
  let jpeg = try options.photo.jpeg()
  let file = URL(fileURLWithPath: options.output)
  try FileManager.default.createDirectory(
    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
  try Data(jpeg).write(to: file)
  let photo = options.photo
  let megabytes = String(format: "%.2f", Double(jpeg.count) / 1_000_000)
  print(
    """
    \(options.output): \(photo.width)x\(photo.height) upright, orientation \(photo.orientation), \
    \(megabytes) MB, with camera, place, thumbnail and XMP
    """)
} catch let error as Options.Failure {
  FileHandle.standardError.write(Data("DemoPhoto: \(error.message)\n\(Options.help)\n".utf8))
  exit(2)
} catch {
  FileHandle.standardError.write(Data("DemoPhoto: \(error)\n".utf8))
  exit(1)
}
