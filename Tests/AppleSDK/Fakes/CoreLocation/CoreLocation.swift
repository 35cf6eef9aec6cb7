/// https://developer.apple.com/documentation/corelocation/cllocation
public final class CLLocation: @unchecked Sendable {
  public let latitude: Double
  public let longitude: Double

  public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }
}
