import Shutterbox
import SwiftUI

/// A photo or movie: how large it is, what was removed, and how far it is on its way.
struct AttachmentRow: View {
  let attachment: Spark.Attachment

  private var media: Media { attachment.media }

  var body: some View {
    VStack(alignment: .leading, spacing: 4) {
      HStack {
        Label(
          "\(media.width) × \(media.height)", systemImage: media.kind == .photo ? "photo" : "video")
        Spacer()
        Text(media.byteCount, format: .byteCount(style: .file)).foregroundStyle(.secondary)
      }
      if attachment.isLocationRemoved {
        Label("Location removed", systemImage: "location.slash").font(.footnote).foregroundStyle(.secondary)
      }
      state
    }
    .accessibilityElement(children: .combine)
  }

  @ViewBuilder private var state: some View {
    switch media.upload {
    case .sent: Label("Sent", systemImage: "checkmark.circle").font(.footnote).foregroundStyle(.green)
    case .stuck(let reason): Text(reason).font(.footnote).foregroundStyle(.red)
    case .waiting, .sending:
      ProgressView(value: Double(attachment.sentByteCount), total: Double(max(media.byteCount, 1)))
    }
  }
}
