import Shutterbox
import ShutterboxCamera
import SwiftUI

/// A text, the camera, what is attached, and when all has arrived: finish.
struct ComposerView: View {
  let services: SparkServices

  @State private var text = ""
  @State private var showsCamera = false
  @FocusState private var isWriting: Bool

  var body: some View {
    NavigationStack {
      Form {
        Section {
          TextField("What happened?", text: $text, axis: .vertical).focused($isWriting)
          Button("Camera", systemImage: "camera") {
            isWriting = false
            showsCamera = true
          }
        }
        if let spark = services.spark { EntrySections(spark: spark) }
        if let problem = services.problem { ProblemText(problem) }
      }
      .navigationTitle("Spark")
      .disabled(services.spark == nil && services.problem == nil)
    }
    .sheet(isPresented: $showsCamera) {
      CameraCapture(allowsVideo: true) { result in
        // The sheet is this view's, and so it is closed here: on every result, and on none.
        showsCamera = false
        attach(result)
      }
      .ignoresSafeArea()
    }
  }

  private func attach(_ result: CaptureResult?) {
    guard let result, let spark = services.spark else { return }
    let text = text
    Task {
      switch result {
      case .photo(let image):
        // It is encoded once more when it is added, so little is to be lost here.
        guard let jpeg = ImageDownscale.jpegData(image, quality: 0.95) else { return }
        await spark.attach(.data(jpeg), text: text, source: .camera)
      case .movie(let file):
        await services.attach(movie: file, text: text)
      }
    }
  }
}

private struct EntrySections: View {
  let spark: Spark

  var body: some View {
    if !spark.attachments.isEmpty {
      Section {
        ForEach(spark.attachments) { AttachmentRow(attachment: $0) }
      } footer: {
        if let pause = spark.pause { Text("Waiting: \(pause)") }
      }
      Section {
        Button("Finish", role: .destructive) { Task { await spark.finish() } }.disabled(!spark.isSent)
      } footer: {
        Text("Deletes the photos and movies of this entry from the phone. The receiver has them.")
      }
    }
    if let problem = spark.problem { ProblemText(problem) }
  }
}

private struct ProblemText: View {
  private let text: String

  init(_ text: String) { self.text = text }

  var body: some View { Label(text, systemImage: "exclamationmark.triangle").foregroundStyle(.red) }
}
