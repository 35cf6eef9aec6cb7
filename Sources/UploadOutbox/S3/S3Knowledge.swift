/// What has been learned of a server from its answers. It is forgotten with the destination.
actor S3Knowledge {
  private(set) var location: S3Location
  /// Seconds that the server's clock is ahead of the one here.
  private(set) var clockOffset = 0.0
  /// Whether the server knows how to refuse to overwrite an object.
  private(set) var takesConditions = true

  init(_ location: S3Location) {
    self.location = location
  }

  func move(to location: S3Location) { self.location = location }

  func setClock(offset: Double) { clockOffset = offset }

  func giveUpConditions() { takesConditions = false }
}
