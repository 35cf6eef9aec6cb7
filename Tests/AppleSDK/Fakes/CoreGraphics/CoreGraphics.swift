// What is used of CoreGraphics (https://developer.apple.com/documentation/coregraphics), and a record of how.
public import Foundation

// https://developer.apple.com/documentation/corefoundation: toll-free bridged, which these are by being the same.
public typealias CFString = NSString
public typealias CFDictionary = NSDictionary
public typealias CFMutableData = NSMutableData

/// https://developer.apple.com/documentation/coregraphics/cgimage
public final class CGImage: @unchecked Sendable {
  public let width: Int
  public let height: Int
  /// Red, green, blue and nothing, a byte each, rows one after the other.
  public let pixels: [UInt8]

  public init(width: Int, height: Int, pixels: [UInt8]) {
    self.width = width
    self.height = height
    self.pixels = pixels
  }
}

/// https://developer.apple.com/documentation/coregraphics/cgcolorspace
public final class CGColorSpace {
  /// https://developer.apple.com/documentation/coregraphics/cgcolorspace/srgb
  public static var sRGB: CFString { NSString(string: "kCGColorSpaceSRGB") }
  public let name: CFString

  public init?(name: CFString) { self.name = name }
}

/// https://developer.apple.com/documentation/coregraphics/cgimagealphainfo
public enum CGImageAlphaInfo: UInt32 {
  case noneSkipLast = 5
}

/// https://developer.apple.com/documentation/coregraphics/cginterpolationquality
public enum CGInterpolationQuality: Int32 {
  case high = 3
}

/// https://developer.apple.com/documentation/coregraphics/cgcontext
public final class CGContext {
  public let width: Int
  public let height: Int
  public let bytesPerRow: Int
  public let data: UnsafeMutableRawPointer?
  public var interpolationQuality = CGInterpolationQuality.high
  private let space: CGColorSpace
  private var color: [UInt8] = [0, 0, 0, 0]

  public init?(
    data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int,
    space: CGColorSpace, bitmapInfo: UInt32
  ) {
    guard width > 0, height > 0, bitsPerComponent == 8, bitmapInfo == CGImageAlphaInfo.noneSkipLast.rawValue,
      space.name == CGColorSpace.sRGB
    else { return nil }
    self.width = width
    self.height = height
    self.space = space
    // As the system's: rows begin at multiples of 64.
    self.bytesPerRow = (width * 4 + 63) & ~63
    self.data = .allocate(byteCount: self.bytesPerRow * height, alignment: 64)
  }

  deinit { data?.deallocate() }

  public func setFillColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    color = [red, green, blue, alpha].map { UInt8($0 * 255) }
  }

  public func fill(_ rect: CGRect) {
    each(rect) { _, _ in color }
  }

  /// Nearest neighbor; zero in the fourth byte lets the ground show.
  public func draw(_ image: CGImage, in rect: CGRect) {
    each(rect) { x, y in
      let column = x * image.width / Int(rect.width)
      let row = y * image.height / Int(rect.height)
      let start = (row * image.width + column) * 4
      return image.pixels[start + 3] == 0 ? nil : Array(image.pixels[start..<start + 4])
    }
  }

  public func makeImage() -> CGImage? {
    guard let data else { return nil }
    var pixels: [UInt8] = []
    for y in 0..<height {
      pixels += UnsafeRawBufferPointer(start: data + y * bytesPerRow, count: width * 4)
    }
    return CGImage(width: width, height: height, pixels: pixels)
  }

  private func each(_ rect: CGRect, _ color: (_ x: Int, _ y: Int) -> [UInt8]?) {
    guard let data else { return }
    for y in 0..<min(height, Int(rect.height)) {
      for x in 0..<min(width, Int(rect.width)) {
        guard let color = color(x, y) else { continue }
        (data + y * bytesPerRow + x * 4).copyMemory(from: color, byteCount: 4)
      }
    }
  }
}

/// https://developer.apple.com/documentation/coregraphics/cgdataproviderdirectcallbacks
public struct CGDataProviderDirectCallbacks {
  public typealias GetBytesAtPosition =
    @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer, off_t, Int) -> Int
  public typealias ReleaseInfo = @convention(c) (UnsafeMutableRawPointer?) -> Void

  let getBytesAtPosition: GetBytesAtPosition?
  let releaseInfo: ReleaseInfo?

  public init(
    version: UInt32, getBytePointer: (@convention(c) (UnsafeMutableRawPointer?) -> UnsafeRawPointer?)?,
    releaseBytePointer: (@convention(c) (UnsafeMutableRawPointer?, UnsafeRawPointer) -> Void)?,
    getBytesAtPosition: GetBytesAtPosition?, releaseInfo: ReleaseInfo?
  ) {
    self.getBytesAtPosition = getBytesAtPosition
    self.releaseInfo = releaseInfo
  }
}

/// https://developer.apple.com/documentation/coregraphics/cgdataprovider
public final class CGDataProvider {
  private let info: UnsafeMutableRawPointer?
  private let size: Int
  private let callbacks: CGDataProviderDirectCallbacks

  public init?(
    directInfo info: UnsafeMutableRawPointer?, size: off_t,
    callbacks: UnsafePointer<CGDataProviderDirectCallbacks>
  ) {
    self.info = info
    self.size = Int(size)
    self.callbacks = callbacks.pointee
  }

  deinit { callbacks.releaseInfo?(info) }

  /// All bytes, read in pieces as the system does.
  public func bytes() -> [UInt8] {
    var result: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while result.count < size {
      let count = piece.withUnsafeMutableBytes { buffer in
        buffer.baseAddress.flatMap {
          callbacks.getBytesAtPosition?(info, $0, off_t(result.count), buffer.count)
        } ?? 0
      }
      if count <= 0 { break }
      result += piece[..<count]
    }
    return result
  }
}
