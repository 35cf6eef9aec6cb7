/// Decodes a picture group of rows by group of rows into planes of 8-bit samples.
///
/// What it writes is opaque: transparent pixels are already flattened on white, and samples of more
/// bits are rounded to 8. Colors are still those of the file.
///
/// It is used by one thread at a time; a ``DecoderThread`` may take it over before `start()`.
protocol PictureDecoder: AnyObject, Sendable {
  /// What the header says; known before a pixel is decoded.
  var layout: PictureLayout { get }

  /// Checks the picture against `limits` before memory is taken or a pixel is decoded.
  func check(_ limits: PhotoPreparer.Limits) throws(PhotoPreparer.Error)

  /// Prepares for ``readGroup(_:into:)``. A picture that does not stream is decoded whole here.
  func start() throws

  /// Decodes group `index` into its place in `window`. Groups are decoded in order, each once.
  func readGroup(_ index: Int, into window: RowWindow) throws
}
