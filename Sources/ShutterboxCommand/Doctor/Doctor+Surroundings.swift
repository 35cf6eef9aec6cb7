import DurableFiles
import PhotoPipeline
import UploadOutbox

extension Doctor {
  static func checkDecoders() -> [Diagnosis] {
    var diagnoses = [Diagnosis.ok(.decoders, "JPEG, PNG, WebP and GIF are built in")]
    guard let libraries = HEIFLibraries.find() else {
      diagnoses.append(.ok(.decoders, "HEIC and AVIF are not read on this system"))
      return diagnoses
    }
    diagnoses.append(
      libraries.hasLibheif
        ? .ok(.decoders, "HEIC and AVIF: libheif is installed")
        : .wrong(.decoders, "HEIC and AVIF: libheif is missing; install the package libheif1"))
    let missing = [libraries.decodesHEVC ? nil : "HEIC", libraries.decodesAV1 ? nil : "AVIF"].compactMap(
      \.self)
    diagnoses.append(
      missing.isEmpty
        ? .ok(.decoders, "HEIC and AVIF: libavcodec is installed")
        : .wrong(
          .decoders,
          """
          \(missing.joined(separator: " and ")): libavcodec is missing or has no decoder, so these photos take \
          longer; install libavcodec
          """))
    return diagnoses
  }

  static func checkDestination(_ configuration: Configuration) -> Diagnosis {
    do {
      guard let text = try configuration.find(.destination).value?.text else {
        return .ok(.destination, "none is configured")
      }
      let settings = try SendSettings(destination: nil, network: nil, configuration: configuration)
      return check(settings.destination, called: HiddenText.url(text))
    } catch let error as ConfigurationError {
      return .wrong(.destination, error.text)
    } catch let error as DestinationText.Failure {
      return .wrong(.destination, error.message)
    } catch {
      return .wrong(.destination, "\(error)")
    }
  }

  private static func check(_ destination: any Destination, called name: String) -> Diagnosis {
    do {
      return .ok(.destination, "\(name): \(try Blocking.run { try await destination.check() })")
    } catch {
      // What a destination throws says the reason.
      return .wrong(.destination, "\(name): \(error)")
    }
  }

  static func checkConfiguration(_ configuration: Configuration) -> [Diagnosis] {
    guard let file = configuration.file, configuration.hasFile else {
      return [.ok(.configuration, configuration.oddities.first ?? "there is no file, so defaults count")]
    }
    if let failure = configuration.failure { return [.wrong(.configuration, failure.text)] }
    var diagnoses: [Diagnosis] = []
    for setting in Setting.allCases {
      do throws(ConfigurationError) {
        _ = try configuration.find(setting)
      } catch {
        diagnoses.append(.wrong(.configuration, error.text))
      }
    }
    if let exposure = configuration.exposure { diagnoses.append(.wrong(.configuration, exposure)) }
    diagnoses += configuration.oddities.map { .ok(.configuration, $0) }
    return diagnoses.isEmpty ? [.ok(.configuration, "\(file.path)")] : diagnoses
  }
}
