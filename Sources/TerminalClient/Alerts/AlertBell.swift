internal import Observation
internal import Shared
internal import TerminalKit

/// Rings, and notifies the desktop, when an alert fires or cannot be delivered, except in the user's quiet hours.
/// Alerts that fired before the first look are only in the list.
@MainActor
struct AlertBell {
    let session: Session
    let screen: any Screen
    /// The server's time.
    var now: @MainActor () -> MarketTime = { .now }
    /// Whether the user hides amounts, because others see the screen.
    var hidesAmounts: @MainActor () -> Bool = { false }

    /// Cancelling the calling task stops it.
    func watch() async {
        let user = session.user
        var news = AlertNews()
        var losses = LossNews()
        let changes = Observations({ (user.isComplete, user.alertEvents, user.lostDeliveries) })
        for await (isComplete, events, lost) in changes where isComplete {
            let fired = news.take(events).map { event in
                event.line(session.market.table.symbol(of: event.coin), hidesAmounts: hidesAmounts())
            }
            let undelivered = losses.take(lost).map(\.line)
            if user.table.quietHours?.end(at: now()) != nil { continue }
            for line in fired + undelivered { screen.notify(line) }
        }
    }
}
