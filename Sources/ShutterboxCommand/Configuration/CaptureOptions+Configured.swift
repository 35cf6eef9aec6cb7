import PhotoPipeline
import Shutterbox

extension CaptureOptions {
  /// The options of the command line, with what is configured where they leave something open.
  init(
    longEdge: Int?, quality: Double?, movieLocation: MovieLocation?, _ session: Session
  ) throws(ConfigurationError) {
    self.init()
    let configuration = session.configuration()
    let photo = try PhotoSettings(longEdge: longEdge, quality: quality) { configuration }
    preparing.longEdge = photo.longEdge
    preparing.quality = photo.quality
    let configured = try configuration.find(.movieLocation).value?.text.flatMap(MovieLocation.init)
    self.movieLocation = movieLocation ?? configured ?? self.movieLocation
  }
}
