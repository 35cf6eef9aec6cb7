import DurableFiles
import Gallery
import JSONText
import PhotoPipeline

/// Keeps one original after the other: each takes all cores while it is encoded.
struct KeepRun {
  let keeper: GalleryKeeper
  let reason: String
  let console: Console
  let json: Bool
  let temporaries: TemporaryFiles

  /// Keeps every photo that can be read, and tells about each.
  func keep(_ inputs: [InputItem], in folder: FilePath) -> ExitCode {
    let progress = ProgressDisplay(console: console, total: inputs.count)
    // What has failed already needs no name and takes none from others.
    let readable = inputs.filter(\.isReadable)
    var names = OutputNames.plan(readable.map(\.path), fileExtension: "heic")[...]
    var code = ExitCode.success
    for input in inputs {
      let output = folder.appending(input.isReadable ? names.popFirst() ?? [] : [])
      do {
        tell(try keep(input.open(), as: output), input: input.path, output: output)
      } catch {
        code = .failure
        let failure = ItemFailure(error, input: input.path)
        if json { console.print(failure.json(input.path).line) }
        console.report(failure.text(input.path))
      }
      progress.advance()
    }
    progress.finish()
    return code
  }

  /// Writes the copy of a photo, and reads the file back.
  private func keep(_ source: any ByteSource, as output: FilePath) throws -> KeptPhoto {
    // Before work is spent on it; the writer sees to it once more.
    if (try? FileStatus(output, followingLinks: false)) != nil {
      throw FileSystemError(
        code: .exists, path: output.description,
        message: "exists already, and originals are never overwritten")
    }
    let photo = try keeper.keep(source)
    let writer = OutputWriter(overwriting: false, inputs: [], temporaries: temporaries)
    try writer.write(photo.heic, to: output)
    let written = try FileByteSource(output).bytes(limit: photo.heic.count)
    guard written?.elementsEqual(photo.heic) == true else {
      throw FileSystemError(
        code: .io, path: output.description, message: "does not have the bytes that were written to it")
    }
    return photo
  }

  private func tell(_ photo: KeptPhoto, input: FilePath, output: FilePath) {
    console.print(
      json
        ? photo.json(input: input, output: output, reason: reason).line
        : photo.text(output: output, reason: reason))
  }
}
