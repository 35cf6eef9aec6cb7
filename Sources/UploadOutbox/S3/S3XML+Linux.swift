#if canImport(CExpat)
  import CExpat

  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
  #endif

  extension S3XML {
    static func parsed(_ document: Data) throws(Failure) -> S3Element {
      var builder = S3ElementBuilder()
      var handlers = cexpat_handlers(
        start: { context, name in
          guard let name else { return false }
          return S3XML.builder(context)?.pointee.start(String(cString: name)) ?? false
        },
        end: { context in S3XML.builder(context)?.pointee.end() ?? false },
        text: { context, bytes, count in
          let buffer = UnsafeRawBufferPointer(start: bytes, count: count)
          S3XML.builder(context)?.pointee.text(String(decoding: buffer, as: UTF8.self))
          return true
        })
      // Both pointers are used during the call alone.
      let result = document.withUnsafeBytes { bytes in
        withUnsafeMutablePointer(to: &builder) { builder in
          cexpat_parse(
            bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count, &handlers, builder)
        }
      }
      guard result != CEXPAT_UNAVAILABLE else { throw .unavailable }
      guard result == CEXPAT_OK, let root = builder.root else { throw .malformed }
      return root
    }

    private static func builder(
      _ context: UnsafeMutableRawPointer?
    ) -> UnsafeMutablePointer<S3ElementBuilder>? {
      context?.assumingMemoryBound(to: S3ElementBuilder.self)
    }
  }
#endif
