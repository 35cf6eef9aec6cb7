import Connectivity
import PhotoPipeline
import Shutterbox
import Transport

/// A value that can be configured, by its key in the configuration file.
enum Setting: String, CaseIterable, Sendable {
  case longEdge = "long_edge"
  case quality
  case movieLocation = "movie_location"
  case destination
  case network
  case token
  case user
  case password
  case headers
  case accessKeyID = "aws_access_key_id"
  case secretAccessKey = "aws_secret_access_key"
  case sessionToken = "aws_session_token"
  case region = "aws_region"
  case endpoint = "aws_endpoint_url"

  /// The environment variable that counts over the file.
  var variable: String? {
    switch self {
    case .longEdge, .quality, .movieLocation, .network, .user, .password, .headers: nil
    case .destination: "SHUTTERBOX_DESTINATION"
    case .token: "SHUTTERBOX_TOKEN"
    case .accessKeyID, .secretAccessKey, .sessionToken, .region, .endpoint: rawValue.uppercased()
    }
  }

  /// Whether it is never shown.
  var isSecret: Bool {
    switch self {
    case .token, .password, .headers, .accessKeyID, .secretAccessKey, .sessionToken: true
    default: false
    }
  }

  /// Whether it may be a URL, which may have a password in it.
  var isURL: Bool { self == .destination || self == .endpoint }

  /// What counts where nothing else says anything.
  var fallback: SettingValue? {
    switch self {
    case .longEdge: .integer(PhotoPreparer.Options().longEdge)
    case .quality: .number(PhotoPreparer.Options().quality)
    case .movieLocation: .text(CaptureOptions().movieLocation.rawValue)
    case .network: .text(NetworkPolicy.any.rawValue)
    default: nil
    }
  }

  /// Completes "must be …".
  var expectation: String {
    switch self {
    case .longEdge: ValueKind<Int>.longEdge.expectation
    case .quality: ValueKind<Double>.quality.expectation
    case .movieLocation: ValueKind<CaptureOptions.MovieLocation>.choice().expectation
    case .network: ValueKind<NetworkPolicy>.choice().expectation
    case .headers: "an object of texts, by the names of the fields"
    default: "a text that is not empty"
    }
  }

  /// Whether `value` meets the expectation.
  func takes(_ value: SettingValue) -> Bool {
    switch self {
    case .longEdge: value.integer.map(PhotoLimits.longEdge.contains) ?? false
    case .quality: value.number.map(PhotoLimits.quality.contains) ?? false
    case .movieLocation: value.text.flatMap(CaptureOptions.MovieLocation.init) != nil
    case .network: value.text.flatMap(NetworkPolicy.init) != nil
    case .headers: value.fields?.keys.allSatisfy(HTTPHeaders.isName) ?? false
    default: value.text?.isEmpty == false
    }
  }
}

/// What can be asked of a prepared photo.
enum PhotoLimits {
  /// The longest side in pixels.
  static let longEdge = 16...16384
  /// The JPEG quality.
  static let quality = 0.05...1.0
}

extension ValueKind where Value == Int {
  static var longEdge: ValueKind { .integer(PhotoLimits.longEdge) }
}

extension ValueKind where Value == Double {
  static var quality: ValueKind { .number(PhotoLimits.quality) }
}
