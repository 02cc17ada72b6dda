internal import NIOCore

/// Which connections of an event loop are offered the market's news next.
///
/// Offering a tick to thousands of connections takes an event loop a long time. So it works in steps, and between two
/// steps it takes the ticks that have come. Connections that have not had their turn then get all of these ticks at once,
/// and only the others have a second turn. Turns go round in a circle, so no connection is always the last one.
struct ServingRound {
    /// So many that a step takes a few milliseconds.
    static let connectionsPerStep = 256

    /// A tick that some connections have not been offered yet.
    private struct Tick {
        let from: UInt64
        let made: NIODeadline
        /// The value of `turns` at which all connections have been offered it.
        var end: Int
    }

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
    mutating func ticked(from sequence: UInt64, made: NIODeadline, connections: Int) {
        let end = turns + connections
        // Since an earlier tick came, connections may have gone.
        for index in ticks.indices where ticks[index].end > end { ticks[index].end = end }
        ticks.append(Tick(from: sequence, made: made, end: end))
    }

    /// A connection has come, and has the last place.
    mutating func added() { for index in ticks.indices { ticks[index].end += 1 } }

    /// - Parameter connections: how many there are; their places are from 0. When one goes, the last one takes its place, and
    ///   the caller must offer everything to that one unless the round is over.
    /// - Returns: the place of the connection whose turn it is; nil if the round is over.
    mutating func next(of connections: Int) -> Int? {
        guard let last = ticks.last, turns < last.end else { return nil }
        if connections == 0 {
            turns = last.end
            return nil
        }
        if place >= connections { place = 0 }
        defer { (place, turns) = (place + 1, turns + 1) }
        return place
    }

    /// Forgets the ticks that all connections have been offered.
    /// - Returns: when each of them was made.
    mutating func takeOffered() -> [NIODeadline] {
        let count = ticks.prefix { $0.end <= turns }.count
        defer { ticks.removeFirst(count) }
        return ticks.prefix(count).map(\.made)
    }
}
