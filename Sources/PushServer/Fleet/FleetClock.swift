internal import Shared
internal import Synchronization

/// The clock by which a server dates what it sends and stores. All nodes of a fleet go by the clock of their database. So an
/// age is right even if one node dates the price and another one tells the terminal the time. It stays right when another
/// node leads. A server that stands alone goes by its machine's clock.
final class FleetClock: Sendable {
    /// The machine's clock.
    let own: @Sendable () -> MarketTime
    private let held = Mutex(ClockGap())

    init(_ own: @escaping @Sendable () -> MarketTime) { self.own = own }

    var now: MarketTime { own().adding(gap.correction) }
    var gap: ClockGap { held.withLock { $0 } }

    /// The database has read its clock at some moment between these two times of the machine's clock.
    func compared(_ database: MarketTime, sent: MarketTime, answered: MarketTime) {
        held.withLock { $0.compared(database, sent: sent, answered: answered) }
    }
}
