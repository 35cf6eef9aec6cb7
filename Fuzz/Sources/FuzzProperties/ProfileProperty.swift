import DurableFiles
import FuzzDriver

@testable import PhotoPipeline

/// What holds for a color profile of any bytes.
public enum ProfileProperty {
  /// - Returns: Whether `bytes` have the signature of a profile; else nothing is done.
  public static func check(_ bytes: [UInt8]) -> Bool {
    // ICC.1:2022 §7.2: `acsp` stands at byte 36.
    guard bytes.dropFirst(36).starts(with: Array("acsp".utf8)) else { return false }
    do {
      // A profile may be cut off while it is read.
      let shrinking = ShrinkingByteSource(bytes, claiming: bytes.count + 4096)
      _ = ICCProfile(try ICCReader(shrinking), channelCount: 3)
      for channels in [ColorConversion.Channels.gray, .rgb, .cmyk] { try check(bytes, channels) }
    } catch {
      preconditionFailure("memory failed: \(error)")
    }
    return true
  }

  private static func check(_ bytes: [UInt8], _ channels: ColorConversion.Channels) throws {
    let source = MemoryByteSource(bytes, name: "profile")
    let verdict = ICCProfile(try ICCReader(source), channelCount: channels.rawValue)
    guard let conversion = try ColorConversion(profile: bytes, channels: channels) else { return }
    guard case .other = verdict else {
      preconditionFailure("a profile that is \(verdict) asks for a conversion")
    }
    let first = pixels(through: conversion)
    Fuzzing.require(pixels(through: conversion) == first, "the same pixels become others")
  }

  /// 263 pixels, from black to white and of every hue, converted. The number is odd, so that no vector fits.
  private static func pixels(through conversion: ColorConversion) -> [UInt8] {
    let count = 263
    let channels = conversion.channels.rawValue
    var samples = (0..<channels * count).map { UInt8(truncatingIfNeeded: $0 < count ? $0 : $0 * 37) }
    samples.withUnsafeMutableBufferPointer { samples in
      guard let base = samples.baseAddress else { return }
      conversion.convert((0..<channels).map { base + $0 * count }, count: count)
    }
    return samples
  }
}
