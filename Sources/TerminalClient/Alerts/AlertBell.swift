internal import Observation
internal import Shared
internal import TerminalKit

/// Rings, and notifies the desktop, when an alert fires or cannot be delivered, except in the user's quiet hours.
/// Alerts that fired before the first look, or in quiet hours, are only in the list. A loss rings when the quiet hours
/// are over.
@MainActor
final class AlertBell {
    private let session: Session
    private let screen: any Screen
    private let clock: AppClock
    /// Whether the user hides amounts, because others see the screen.
    private let hidesAmounts: @MainActor () -> Bool
    private var news = AlertNews()
    private var losses = LossNews()
    /// Whether a task waits for the end of the quiet hours.
    private var isWaiting = false

    init(
        session: Session,
        screen: any Screen,
        clock: AppClock,
        hidesAmounts: @escaping @MainActor () -> Bool = { false }
    ) {
        (self.session, self.screen, self.clock, self.hidesAmounts) = (session, screen, clock, hidesAmounts)
    }

    /// Cancelling the calling task stops it.
    func watch() async {
        await withDiscardingTaskGroup { tasks in
            let user = session.user
            for await isComplete in Observations({
                _ = (user.alertEvents, user.lostDeliveries)
                return user.isComplete
            }) where isComplete {
                if look() == nil || isWaiting { continue }
                isWaiting = true
                tasks.addTask { [self] in await lookAfterQuietHours() }
            }
            tasks.cancelAll()
        }
    }

    private func lookAfterQuietHours() async {
        // A cancelled sleep means that nobody listens any more.
        while let rest = look(), (try? await clock.sleep(rest)) != nil {}
        isWaiting = false
    }

    /// Tells what is news.
    /// - Returns: the rest of the quiet hours, if they hold back a loss; nil if nothing is held back.
    private func look() -> Duration? {
        let (user, now) = (session.user, session.serverTime(by: clock))
        let fired = news.take(user.alertEvents)
        guard let end = user.table.quietHours?.end(at: now) else {
            for event in fired {
                screen.notify(
                    event.line(
                        session.market.table.symbol(of: event.coin),
                        in: session.money.name,
                        hidesAmounts: hidesAmounts()
                    )
                )
            }
            for loss in losses.take(user.lostDeliveries) { screen.notify(loss.line) }
            return nil
        }
        return losses.hasNews(user.lostDeliveries) ? end.elapsed(since: now) : nil
    }
}
