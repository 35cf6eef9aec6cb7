import DurableFiles
import Inbox

extension Doctor {
  /// Tells what lies in the inbox. Only what cannot be read is wrong; what was set aside is for people to look at.
  func checkInbox() -> [Diagnosis] {
    let inbox = ShareInbox(home.inbox)
    var diagnoses: [Diagnosis] = []
    do {
      let drops = try inbox.drops()
      if !drops.isEmpty {
        diagnoses.append(
          .ok(.inbox, "\(Self.count(drops.count, "drop")) to be taken in by 'shutterbox ingest'"))
      }
      diagnoses += drops.compactMap { Self.check($0, in: inbox) }
      let unfinished = try inbox.unfinished()
      if !unfinished.isEmpty {
        diagnoses.append(
          .ok(.inbox, "\(Self.count(unfinished.count, "drop")) not finished, or being made just now"))
      }
      for refused in try inbox.asideDrops() { diagnoses.append(Self.describe(refused)) }
    } catch {
      diagnoses.append(.wrong(.inbox, StoreFailure(error, subject: home.inbox.description).text))
    }
    return diagnoses.isEmpty ? [.ok(.inbox, "is empty")] : diagnoses
  }

  /// What keeps a drop from being taken in, if anything does.
  private static func check(_ drop: Drop, in inbox: ShareInbox) -> Diagnosis? {
    do {
      for file in try inbox.contents(of: drop).files { _ = try inbox.open(file, of: drop) }
      return nil
    } catch let error as DropError where error.code == .gone || error.code == .refused {
      // Another process is at it, or was: the next to ingest completes that.
      return nil
    } catch {
      return .wrong(.inbox, "\(error)")
    }
  }

  private static func describe(_ refused: RefusedDrop) -> Diagnosis {
    let folder = "inbox/aside/\(refused.drop.id)"
    if refused.refusals.isEmpty {
      return .wrong(.inbox, "\(folder): is set aside, and the reasons cannot be read")
    }
    let reasons = refused.refusals.map { "\($0.name ?? $0.file): \($0.reason)" }
    return .ok(.inbox, "\(folder): is set aside; \(reasons.joined(separator: "; "))")
  }

  private static func count(_ count: Int, _ noun: String) -> String {
    count == 1 ? "1 \(noun) is" : "\(count) \(noun)s are"
  }
}
