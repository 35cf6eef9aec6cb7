import DurableFiles
import FuzzDriver
import PhotoPipeline

/// What holds for the preparation of any bytes.
struct PreparationProperty {
  private let options: PhotoPreparer.Options

  init(options: PhotoPreparer.Options) {
    self.options = options
  }

  func check(_ bytes: [UInt8]) {
    let source = MemoryByteSource(bytes, name: "input")
    var otherOptions = options
    otherOptions.usesSecondThread.toggle()
    Fuzzing.fillHeap(with: 0x55)
    let outcome = prepare(source, options)
    Fuzzing.fillHeap(with: 0xAA)
    switch (outcome, prepare(source, otherOptions)) {
    case (.failure(let error), .failure(let other)):
      Fuzzing.require(error == other, "one thread says \(error), two say \(other)")
    case (.success(let photo), .success(let other)):
      Fuzzing.require(photo.jpeg == other.jpeg, "one thread and two make different pictures")
      check(photo, from: source)
    case let outcomes:
      preconditionFailure("one thread prepares what two do not: \(outcomes)")
    }
    otherOptions.decodesByLibraryAlone = true
    switch (outcome, prepare(source, otherOptions)) {
    case (.failure(let error), .failure(let other)):
      Fuzzing.require(error == other, "our own decoder says \(error), libjpeg says \(other)")
    case (.success(let photo), .success(let other)):
      Fuzzing.require(photo.jpeg == other.jpeg, "our own decoder and libjpeg make different pictures")
    case let outcomes:
      preconditionFailure("our own decoder and libjpeg do not agree: \(outcomes)")
    }
  }

  private func prepare(
    _ source: MemoryByteSource, _ options: PhotoPreparer.Options
  ) -> Result<PreparedPhoto, PhotoPreparer.Error> {
    do {
      return .success(try PhotoPreparer(options: options).prepare(source))
    } catch let error as PhotoPreparer.Error {
      Fuzzing.require(error.code != "not_clean", "the encoder wrote what it must not: \(error)")
      return .failure(error)
    } catch {
      preconditionFailure("memory failed: \(error)")
    }
  }

  private func check(_ photo: PreparedPhoto, from source: MemoryByteSource) {
    let result = MemoryByteSource(photo.jpeg, name: "result")
    do {
      let reason = try CleanJPEG.reason(against: result)
      Fuzzing.require(reason == nil, reason ?? "")
      let inspection = try PhotoInspection(source: result)
      Fuzzing.require(inspection.isClean, "\(inspection.kinds) are left")
      Fuzzing.require(
        inspection.width == photo.width && inspection.height == photo.height,
        "the size is not the one promised")
      Fuzzing.require(
        photo.width <= photo.original.width && photo.height <= photo.original.height, "the picture grew")
      Fuzzing.require(max(photo.width, photo.height) <= options.longEdge, "the long edge is too long")
      let ratio = try PhotoComparison.psnr(source, result)
      Fuzzing.require(ratio != nil, "the picture has another shape")
      let again = try PhotoPreparer(options: options).prepare(result)
      Fuzzing.require(
        again.width == photo.width && again.height == photo.height, "prepared again it has another size")
      Fuzzing.require(again.removed.isEmpty, "prepared again it loses something")
    } catch {
      preconditionFailure("the result is refused: \(error)")
    }
  }
}
