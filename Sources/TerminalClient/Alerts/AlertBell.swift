internal import Observation
internal import Shared
internal import TerminalKit

/// Rings, and tells the desktop, when an alert fires. What had fired when the terminal looked first stands in the list only.
@MainActor
struct AlertBell {
    let session: Session
    let screen: any Screen

    /// Cancelling the calling task stops it.
    func watch() async {
        let user = session.user
        var news = AlertNews()
        for await (isComplete, events) in Observations({ (user.isComplete, user.alertEvents) }) where isComplete {
            for event in news.take(events) { screen.notify(event.line(session.market.table.symbol(of: event.coin))) }
        }
    }
}
