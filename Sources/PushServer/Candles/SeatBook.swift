internal import Shared

/// Which charts there are, of which connections and users, and which series they look at.
struct SeatBook {
    /// Who looks at a series. It is not here if nobody does.
    private(set) var watchers: [SeriesKey: Set<ChartSeat.ID>] = [:]
    private var seats: [ChartSeat.ID: ChartSeat] = [:]
    private var seatsOfTerminal: [TerminalID: Set<ChartSeat.ID>] = [:]
    private var shares: [AccountID: SeriesShare] = [:]
    /// Those whose user has no share left, and those for whose candles there is no room.
    private var turnedAway: Set<ChartSeat.ID> = []

    subscript(id: ChartSeat.ID) -> ChartSeat? { seats[id] }

    var unserved: [ChartSeat.ID] { seats.values.filter { $0.sent != .whole }.map(\.id) }

    func watchers(of key: SeriesKey) -> Set<ChartSeat.ID> { watchers[key, default: []] }

    /// The most candles that anybody who looks at a series wants of it.
    func countWanted(of key: SeriesKey) -> Int { watchers(of: key).compactMap { seats[$0]?.order.count }.max() ?? 0 }

    func hasShare(for seat: ChartSeat) -> Bool { shares[seat.user]?.hasRoom(for: seat.key) ?? true }

    // MARK: Coming and going

    mutating func add(_ seat: ChartSeat) {
        seats[seat.id] = seat
        seatsOfTerminal[seat.id.terminal, default: []].insert(seat.id)
    }

    mutating func remove(_ id: ChartSeat.ID, at now: MarketTime) {
        guard let seat = seats.removeValue(forKey: id) else { return }
        turnedAway.remove(id)
        seatsOfTerminal[id.terminal]?.remove(id)
        if seatsOfTerminal[id.terminal]?.isEmpty == true { seatsOfTerminal[id.terminal] = nil }
        guard watchers[seat.key]?.remove(id) != nil else { return }
        if watchers[seat.key]?.isEmpty == true { watchers[seat.key] = nil }
        shares[seat.user]?.closed(seat.key, at: now)
    }

    mutating func removeAll(of terminal: TerminalID, at now: MarketTime) {
        for id in seatsOfTerminal[terminal, default: []] { remove(id, at: now) }
    }

    // MARK: What becomes of them

    mutating func watch(_ id: ChartSeat.ID) {
        turnedAway.remove(id)
        guard let seat = seats[id], watchers[seat.key, default: []].insert(id).inserted else { return }
        shares[seat.user, default: SeriesShare()].opened(seat.key)
    }

    mutating func turnAway(_ id: ChartSeat.ID) { turnedAway.insert(id) }

    /// Forgets what users looked at long ago.
    /// - Returns: who was turned away and may come again, the longest connected first.
    mutating func secondPassed(at now: MarketTime) -> [ChartSeat.ID] {
        for (user, share) in shares where share.remembers {
            shares[user]?.forget(at: now)
            if shares[user]?.isEmpty == true { shares[user] = nil }
        }
        defer { turnedAway = [] }
        return turnedAway.sorted {
            ($0.terminal.rawValue, $0.chart.rawValue) < ($1.terminal.rawValue, $1.chart.rawValue)
        }
    }

    mutating func sent(_ sent: ChartSeat.Sent, to id: ChartSeat.ID) {
        seats[id]?.sent = sent
        if sent == .whole { seats[id]?.problem = nil }
    }

    mutating func told(_ problem: ChartProblem, _ id: ChartSeat.ID) { seats[id]?.problem = problem }

    /// What a series was is not its any more: all who look at it begin anew.
    mutating func lost(_ key: SeriesKey) {
        for id in watchers(of: key) { seats[id]?.sent = .nothing }
    }
}
