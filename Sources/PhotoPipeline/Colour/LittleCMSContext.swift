#if canImport(CLCMS)
  import CLCMS

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif

  /// What keeps Little CMS in bounds when a profile comes from a stranger.
  enum LittleCMSContext {
    /// The most bytes that it may ask for at once: four times the largest profile. A table that is larger than
    /// that cannot be filled from a profile, and it would be cleared before that is found out.
    private static let allocationLimit = UInt32(4 * ColorConversion.profileLimit)

    /// A context that writes nothing and takes no large pieces of memory; `nil` if there is no memory.
    static func make() -> cmsContext? {
      var memory = cmsPluginMemHandler()
      memory.base.Magic = UInt32(cmsPluginMagicNumber)
      memory.base.ExpectedVersion = 2000
      memory.base.Type = UInt32(cmsPluginMemHandlerSig)
      memory.MallocPtr = { _, count in
        count <= LittleCMSContext.allocationLimit ? malloc(Int(count)) : nil
      }
      memory.FreePtr = { _, pointer in free(pointer) }
      memory.ReallocPtr = { _, pointer, count in
        count <= LittleCMSContext.allocationLimit ? realloc(pointer, Int(count)) : nil
      }
      guard let context = cmsCreateContext(&memory, nil) else { return nil }
      cmsSetLogErrorHandlerTHR(context, { _, _, _ in })
      return context
    }

    /// The profile without its tags of processing elements (ICC.1:2022 §9.2.10 and on: `D2B0`, `B2D0`...).
    ///
    /// They are chains of any length, whose links may all be one and the same table: a small profile could
    /// take all memory, or hours. Hardly any profile has them, and those have the usual tables beside them,
    /// as the standard wants it.
    static func withoutElements(_ profile: [UInt8]) -> [UInt8] {
      var copy = profile
      let count = ByteView(profile).uint32(at: 128) ?? 0
      for index in 0..<min(count, max(0, profile.count - 132) / 12) {
        let place = 132 + index * 12
        let name = profile[place..<place + 3]
        guard name.elementsEqual("D2B".utf8) || name.elementsEqual("B2D".utf8) else { continue }
        copy.replaceSubrange(place..<place + 4, with: [0, 0, 0, 0])
      }
      return copy
    }
  }
#endif
