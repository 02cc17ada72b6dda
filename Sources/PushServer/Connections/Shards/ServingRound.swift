internal import NIOCore

/// The connections of an event loop, and which of them are offered the market's news next.
///
/// Offering a tick to thousands of connections takes an event loop a long time. So it works in steps, and between two
/// steps it takes the ticks that have come. Connections that have not had their turn then get all of these ticks at once,
/// and only the others have a second turn. Turns go round in a circle, so no connection is always the last one.
struct ServingRound<Connection> {
    /// A tick that some connections have not been offered yet.
    private struct Tick {
        let from: UInt64
        let made: NIODeadline
        /// The value of `turns` at which all connections have been offered it.
        var end: Int
    }

    /// A connection's place is its index.
    private(set) var connections: [Connection] = []
    private var ticks: [Tick] = []
    /// The place of the connection whose turn it is.
    private var place = 0
    private var turns = 0

    init() {}

    /// Whether all connections have been offered everything.
    var isOver: Bool { ticks.isEmpty }
    /// The sequence up to which all connections have been offered the market; nil if that is all of it.
    var offered: UInt64? { ticks.first?.from }

    /// - Parameter sequence: where the market stood before the tick.
    mutating func ticked(from sequence: UInt64, made: NIODeadline) {
        let end = turns + connections.count
        // Since an earlier tick came, connections may have gone.
        for index in ticks.indices where ticks[index].end > end { ticks[index].end = end }
        ticks.append(Tick(from: sequence, made: made, end: end))
    }

    /// Adds a connection at the last place.
    /// - Returns: its place.
    mutating func add(_ connection: Connection) -> Int {
        connections.append(connection)
        for index in ticks.indices { ticks[index].end += 1 }
        return connections.count - 1
    }

    /// What the removal of a connection leads to.
    struct Removal {
        /// The connection that was at the last place, and has the removed one's place now; nil if the removed one had the last place.
        let moved: Connection?
        /// Whether the moved connection must be offered everything at once, because the turn of its new place may be over.
        let missesItsTurn: Bool
    }

    mutating func remove(at place: Int) -> Removal {
        let last = connections.removeLast()
        if place == connections.count { return Removal(moved: nil, missesItsTurn: false) }
        connections[place] = last
        return Removal(moved: last, missesItsTurn: !isOver)
    }

    /// - Returns: the connection whose turn it is; nil if the round is over.
    mutating func next() -> Connection? {
        guard let last = ticks.last, turns < last.end else { return nil }
        if connections.isEmpty {
            turns = last.end
            return nil
        }
        if place >= connections.count { place = 0 }
        defer { (place, turns) = (place + 1, turns + 1) }
        return connections[place]
    }

    /// Forgets the ticks that all connections have been offered.
    /// - Returns: when each of them was made.
    mutating func takeOffered() -> [NIODeadline] {
        let count = ticks.prefix { $0.end <= turns }.count
        defer { ticks.removeFirst(count) }
        return ticks.prefix(count).map(\.made)
    }
}
