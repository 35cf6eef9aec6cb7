#if !canImport(CExpat)
  import Foundation

  #if canImport(FoundationXML)
    import FoundationXML
  #endif

  extension S3XML {
    static func parsed(_ document: Data) throws(Failure) -> S3Element {
      let delegate = S3XMLDelegate()
      let parser = XMLParser(data: document)
      parser.shouldResolveExternalEntities = false
      parser.delegate = delegate
      guard parser.parse(), !delegate.isRefused, let root = delegate.builder.root else { throw .malformed }
      return root
    }
  }

  private final class S3XMLDelegate: NSObject, XMLParserDelegate {
    var builder = S3ElementBuilder()
    var isRefused = false

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String]
    ) {
      if !builder.start(name) { refuse(parser) }
    }

    func parser(
      _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
    ) {
      if !builder.end() { refuse(parser) }
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) { builder.text(text) }

    func parser(_ parser: XMLParser, foundCDATA block: Data) {
      builder.text(String(decoding: block, as: UTF8.self))
    }

    func parser(_ parser: XMLParser, foundInternalEntityDeclarationWithName name: String, value: String?) {
      refuse(parser)
    }

    func parser(
      _ parser: XMLParser, foundExternalEntityDeclarationWithName name: String, publicID: String?,
      systemID: String?
    ) {
      refuse(parser)
    }

    private func refuse(_ parser: XMLParser) {
      isRefused = true
      parser.abortParsing()
    }
  }
#endif
