import CaptureStorage
import DurableFiles

extension Doctor {
  /// Checks the ledger, what was interrupted, and all files.
  func checkCaptures() {
    // To look at what is not there makes nothing.
    guard home.isThere else {
      tell(.ok(.ledger, "there is none yet"))
      tell(.ok(.recovery, "nothing was interrupted"))
      tell(.ok(.files, "there are none"))
      return
    }
    do {
      try Blocking.run { [self] in
        let store = try await CaptureStore.open(home: home.path, temporaries: session.temporaries)
        await Self.checkLedger(store).forEach(tell)
        await Self.checkRecovery(store).forEach(tell)
        await checkFiles(store)
      }
    } catch {
      tell(.wrong(.ledger, StoreFailure(error, subject: home.path.description).text))
      tell(.wrong(.recovery, "cannot be checked without the ledger"))
      tell(.wrong(.files, "cannot be checked without the ledger"))
    }
  }

  private static func checkLedger(_ store: CaptureStore) async -> [Diagnosis] {
    do {
      let integrity = try await store.integrity()
      if integrity.problems.isEmpty {
        return [.ok(.ledger, "version \(integrity.version), \(integrity.mediaCount) media owned")]
      }
      return integrity.problems.map {
        .wrong(.ledger, "\($0); keep the home folder and restore the ledger from a backup")
      }
    } catch {
      return [.wrong(.ledger, StoreFailure(error, subject: "ledger").text)]
    }
  }

  private static func checkRecovery(_ store: CaptureStore) async -> [Diagnosis] {
    let recovery = await store.recovery
    if recovery.isEmpty { return [.ok(.recovery, "nothing was interrupted")] }
    let isOK = recovery.failures.isEmpty
    return recovery.lines.map { Diagnosis(check: .recovery, isOK: isOK, detail: $0) }
  }

  private func checkFiles(_ store: CaptureStore) async {
    let total: Int
    do {
      total = try await store.integrity(isThorough: false).mediaCount
    } catch {
      tell(.wrong(.files, StoreFailure(error, subject: "ledger").text))
      return
    }
    let progress = ProgressDisplay(console: session.console, total: total)
    defer { progress.finish() }
    do {
      let findings = try await store.check(repairing: isRepairing) { progress.advance(to: $0) }
      if findings.isEmpty { tell(.ok(.files, "\(total) media are as the ledger says")) }
      for finding in findings {
        tell(
          Diagnosis(
            check: .files, isOK: false, detail: "\(finding.subject): \(finding.message)",
            isRepaired: finding.isRepaired))
      }
    } catch {
      tell(.wrong(.files, StoreFailure(error, subject: "captures").text))
    }
  }
}
