#if canImport(UIKit)
  public import Foundation
  public import UIKit

  extension ImageDownscale {
    /// The picture as JPEG: upright, flattened on white, in standard range, at most ``longEdge`` pixels long.
    ///
    /// The size is that of the pixels, not of the points: a screen's scale makes nothing larger.
    ///
    /// - Parameter quality: 0 to 1. 0.85 by default.
    /// - Returns: A JPEG that is proved to carry no metadata; `nil` if the picture has no pixels, or the system wrote
    ///   something that cannot be proved.
    public static func jpegData(_ image: UIImage, quality: CGFloat = 0.85) -> Data? {
      let pixels = CGSize(
        width: (image.size.width * image.scale).rounded(), height: (image.size.height * image.scale).rounded()
      )
      guard pixels.width > 0, pixels.height > 0 else { return nil }
      let target = targetSize(for: pixels)
      let format = UIGraphicsImageRendererFormat()
      format.scale = 1
      format.opaque = true
      format.preferredRange = .standard
      let frame = CGRect(origin: .zero, size: target)
      let jpeg = UIGraphicsImageRenderer(size: target, format: format)
        .jpegData(withCompressionQuality: quality) { context in
          UIColor.white.setFill()
          context.fill(frame)
          image.draw(in: frame)
        }
      guard let bare = BareJPEG.bytes(of: jpeg) else { return nil }
      do {
        return try CleanJPEG.reason(against: [UInt8](bare)) == nil ? bare : nil
      } catch {
        // What is in memory can always be read.
        return nil
      }
    }
  }
#endif
