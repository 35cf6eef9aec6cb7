import FuzzDriver
public import PhotoPipeline

/// What holds for a file of certain formats: for its inspection and, if it is a picture, for the whole road.
public enum FormatProperty {
  /// - Returns: Whether `bytes` look like one of `formats`; else nothing is done.
  public static func check(_ bytes: [UInt8], _ formats: Set<PhotoFormat>) -> Bool {
    let content = FormatSniffer.content(of: Array(bytes.prefix(FormatSniffer.headByteCount)))
    guard case .format(let format) = content, formats.contains(format) else { return false }
    InspectionProperty.check(bytes)
    OriginalProperty.check(bytes)
    if format.isMovie { RemovalProperty.check(bytes) }
    if !format.isMovie { PreparationProperty(options: .init(chosenBy: bytes)).check(bytes) }
    return true
  }
}
