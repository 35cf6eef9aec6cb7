import DurableFiles
import PhotoFixtures
import Testing

@testable import PhotoPipeline

/// What the inspection of a HEIF file gives.
func inspected(_ file: HEIFFile) throws -> (inspection: PhotoInspection, structure: HEIFStructure) {
  let (inspection, structure) = try PhotoInspection.read(
    MemoryByteSource(file.bytes(), name: "test.heic"))
  return (inspection, try #require(structure.heif))
}

/// What the inspection of a movie gives.
func inspected(_ file: MovieFile) throws -> PhotoInspection {
  try PhotoInspection.read(MemoryByteSource(file.bytes(), name: "test.mov")).inspection
}

/// The code and reason of the error that `bytes` cause.
func refusal(of bytes: [UInt8]) throws -> String? {
  do {
    _ = try PhotoInspection.read(MemoryByteSource(bytes, name: "test"))
    return nil
  } catch let error as PhotoPreparer.Error {
    return "\(error.code): \(error.reason)"
  }
}

/// The kinds and sizes of what a file carries, as `kind size`.
func blockSizes(_ inspection: PhotoInspection) -> [String] {
  inspection.blocks.map { "\($0.kind) \($0.byteCount)" }
}
