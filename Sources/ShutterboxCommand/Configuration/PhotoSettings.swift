import PhotoPipeline

/// How photos are prepared where the command line leaves something open.
struct PhotoSettings {
  let longEdge: Int
  let quality: Double

  /// Reads the configuration unless the options say all, and tells what should be changed in it.
  init(longEdge: Int?, quality: Double?, _ session: Session) throws(ConfigurationError) {
    var options = PhotoPreparer.Options()
    if longEdge == nil || quality == nil {
      let configuration = session.configuration()
      if let value = try configuration.find(.longEdge).value?.integer { options.longEdge = value }
      if let value = try configuration.find(.quality).value?.number { options.quality = value }
    }
    self.longEdge = longEdge ?? options.longEdge
    self.quality = quality ?? options.quality
  }
}

extension Session {
  /// Reads the configuration and tells what should be changed in it.
  func configuration() -> Configuration {
    let configuration = Configuration(environment)
    for warning in configuration.warnings { console.report(warning) }
    return configuration
  }
}
