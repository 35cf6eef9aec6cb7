import Connectivity
import DurableFiles
import Shutterbox
import Transport
import UploadOutbox

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Where to send and how, from the options and what is configured.
struct SendSettings {
  let destination: any Destination
  let network: NetworkPolicy
  /// What people should know, without the name of the program.
  let warnings: [String]

  /// - Parameters:
  ///   - destination: Of the command line.
  ///   - network: Of the command line.
  /// - Throws: ``DestinationText/Failure`` if the destination of the command line is none or nothing is configured;
  ///   ``ConfigurationError`` or ``SendSettingsError`` if what is configured cannot be used.
  init(destination: String?, network: NetworkPolicy?, configuration: Configuration) throws {
    let configured = try configuration.find(.network).value?.text.flatMap(NetworkPolicy.init)
    self.network = network ?? configured ?? .any
    let isAnyAllowed = self.network == .any
    guard let text = try destination ?? configuration.find(.destination).value?.text else {
      throw DestinationText.Failure(
        message: "there is no destination; use --to, SHUTTERBOX_DESTINATION or the configuration")
    }
    switch try DestinationText(text) {
    case .tus(let endpoint):
      (self.destination, warnings) = try Self.tus(endpoint, configuration, isAnyAllowed)
    case .s3(let address):
      (self.destination, warnings) = (try Self.s3(address, configuration, isAnyAllowed), [])
    case .folder(let path):
      (self.destination, warnings) = (FolderDestination(folder: path), [])
    }
  }

  private static func tus(
    _ text: String, _ configuration: Configuration, _ allowsMeteredNetwork: Bool
  ) throws -> (any Destination, [String]) {
    let (endpoint, user, password) = separated(text)
    var credentials: FixedCredentials?
    if let user {
      credentials = .basic(user: user, password: password ?? "")
    } else if let token = try configuration.find(.token).value?.text {
      credentials = .bearer(token)
    } else if let user = try configuration.find(.user).value?.text {
      credentials = .basic(user: user, password: try configuration.find(.password).value?.text ?? "")
    }
    var headers = HTTPHeaders()
    let fields = try configuration.find(.headers).value?.fields ?? [:]
    for (name, value) in fields.sorted(by: { $0.key < $1.key }) { headers[name] = value }
    do throws(HTTPTransportError) {
      let transport = try SystemTransport.make(for: endpoint, credentials: credentials, headers: headers)
      let destination = try TusDestination(
        endpoint: endpoint, transport: transport, allowsMeteredNetwork: allowsMeteredNetwork)
      let isExposed =
        (credentials != nil || !fields.isEmpty) && endpoint.lowercased().hasPrefix("http:")
        && !destination.isLocal
      return (
        destination, isExposed ? ["the token goes over the network in clear; use tus+https"] : []
      )
    } catch {
      throw SendSettingsError(message: "\(HiddenText.url(endpoint)): \(error.message)")
    }
  }

  /// Takes user and password out of an address: what is in it counts over what is configured.
  private static func separated(_ text: String) -> (endpoint: String, user: String?, password: String?) {
    guard let scheme = text.firstRange(of: "://") else { return (text, nil, nil) }
    let end = text[scheme.upperBound...].firstIndex { "/?#".contains($0) } ?? text.endIndex
    guard let at = text[scheme.upperBound..<end].lastIndex(of: "@") else { return (text, nil, nil) }
    let components = URLComponents(string: text)
    let endpoint = text[..<scheme.upperBound] + text[text.index(after: at)...]
    return (String(endpoint), components?.user, components?.password)
  }

  private static func s3(
    _ address: String, _ configuration: Configuration, _ allowsMeteredNetwork: Bool
  ) throws -> any Destination {
    func text(_ setting: Setting) throws(ConfigurationError) -> String? {
      try configuration.find(setting).value?.text
    }
    let credentials = S3Credentials(
      accessKeyID: try text(.accessKeyID) ?? "", secretAccessKey: try text(.secretAccessKey) ?? "",
      sessionToken: try text(.sessionToken))
    var settings = try S3Configuration(
      address, endpoint: try text(.endpoint), region: try text(.region), credentials: credentials)
    settings.allowsMeteredNetwork = allowsMeteredNetwork
    return S3Destination(settings, transport: SystemTransport.make())
  }
}

/// Why what is configured cannot be used.
struct SendSettingsError: Error, CustomStringConvertible {
  let message: String
  var description: String { message }
}
