import Shutterbox
import SwiftUI

@main
struct SparkMobileApp: App {
  @UIApplicationDelegateAdaptor private var delegate: SparkDelegate
  @Environment(\.scenePhase) private var phase

  var body: some Scene {
    WindowGroup {
      ComposerView(services: delegate.services)
    }
    .onChange(of: phase) { _, phase in
      switch phase {
      case .active: delegate.services.comeToFront()
      case .background: delegate.services.leaveFront()
      default: break
      }
    }
  }
}

/// Is called when the system has sent something while the app was not running.
@MainActor
final class SparkDelegate: NSObject, UIApplicationDelegate {
  let services = SparkServices()

  func application(
    _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void
  ) {
    // UIKit wants it back on the main thread, and it is nobody else's.
    nonisolated(unsafe) let completion = completionHandler
    services.transport.afterEvents { Task { @MainActor in completion() } }
    services.wakeInBackground()
  }
}
