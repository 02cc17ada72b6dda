internal import Observation
internal import Shared
internal import TerminalKit

/// Rings and notifies the desktop when an alert fires. An alert that fired before the terminal started only appears in
/// the list.
@MainActor
struct AlertBell {
    let session: Session
    let screen: any Screen

    /// Cancelling the calling task stops it.
    func watch() async {
        let user = session.user
        var told: UInt64?
        for await (isComplete, newest) in Observations({ (user.isComplete, user.alertEvents.first) }) {
            guard isComplete else { continue }
            let number = newest?.number ?? 0
            if let newest, let told, number > told {
                screen.notify(newest.line(session.market.table.symbol(of: newest.coin)))
            }
            told = max(told ?? 0, number)
        }
    }
}
