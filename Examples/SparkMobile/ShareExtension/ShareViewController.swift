import Inbox
import UIKit

/// Leaves what is shared in the inbox, as it is, and closes. The app takes it when it comes to the front.
@objc(ShareViewController)
final class ShareViewController: UIViewController {
  private static let group = "group.org.example.spark"

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    Task { await leave() }
  }

  private func leave() async {
    guard let context = extensionContext,
      let container = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: Self.group)
    else { return }
    let inbox = ShareInbox(folder: container.appending(path: "Inbox", directoryHint: .isDirectory))
    let items = context.inputItems.compactMap { $0 as? NSExtensionItem }
    do {
      let shared = try await inbox.drop(items.flatMap { $0.attachments ?? [] })
      if shared.drop == nil, let failure = shared.failures.first { throw failure.error }
      context.completeRequest(returningItems: nil)
    } catch {
      context.cancelRequest(withError: error)
    }
  }
}
