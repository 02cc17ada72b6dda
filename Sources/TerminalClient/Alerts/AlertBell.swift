internal import Observation
internal import Shared
internal import TerminalKit

/// Rings, and tells the desktop, when an alert fires or cannot be delivered, but not in the user's quiet hours. What had
/// fired when the terminal looked first stands in the list only.
@MainActor
struct AlertBell {
    let session: Session
    let screen: any Screen
    /// The server's time.
    var now: @MainActor () -> MarketTime = { .now }

    /// Cancelling the calling task stops it.
    func watch() async {
        let user = session.user
        var news = AlertNews()
        var lost: [LostDelivery]?
        let changes = Observations({ (user.isComplete, user.alertEvents, user.lostDeliveries) })
        for await (isComplete, events, lostNow) in changes where isComplete {
            let fired = news.take(events).map { $0.line(session.market.table.symbol(of: $0.coin)) }
            let known = lost ?? lostNow
            let undelivered = lostNow.filter { new in !known.contains { $0.isSame(as: new) } }.map(\.line)
            lost = lostNow
            if user.table.quietHours?.end(at: now()) != nil { continue }
            for line in fired + undelivered { screen.notify(line) }
        }
    }
}
