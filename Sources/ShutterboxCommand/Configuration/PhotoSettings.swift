import PhotoPipeline

/// How photos are prepared where the command line leaves something open.
struct PhotoSettings {
  let longEdge: Int
  let quality: Double

  /// Takes the options, and the configuration for what they leave open.
  ///
  /// - Parameter configuration: Is called only if an option leaves something open.
  init(
    longEdge: Int?, quality: Double?, configuration: () -> Configuration
  ) throws(ConfigurationError) {
    var options = PhotoPreparer.Options()
    if longEdge == nil || quality == nil {
      let configuration = configuration()
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
