internal import NIOCore
internal import Synchronization

/// The connections of the admin port: those of an operator, a probe and a few scrapers.
///
/// A new connection is always accepted. If there are too many, another one is closed: one that has never asked
/// anything, or else one that waits for its next request, or else one that is being answered. Among these, the one that
/// has been in that state the longest is closed.
final class AdminConnections: Sendable {
    static let most = 64

    /// The state of a connection. The first case is closed first.
    private enum Standing: Int, Sendable {
        /// The connection has not sent a request yet.
        case silent
        /// The last request was answered.
        case idle
        case answering
    }

    private struct Entry: Sendable {
        let channel: any Channel
        var standing = Standing.silent
        /// When it came or was last answered, as a number that only grows.
        var turn: UInt64
    }

    private struct State: Sendable {
        var entries: [ObjectIdentifier: Entry] = [:]
        var lastTurn: UInt64 = 0

        mutating func nextTurn() -> UInt64 {
            lastTurn += 1
            return lastTurn
        }

        func leastNeeded() -> Entry? {
            entries.values.min { ($0.standing.rawValue, $0.turn) < ($1.standing.rawValue, $1.turn) }
        }
    }

    private let state = Mutex(State())

    func admit(_ channel: any Channel) {
        let displaced = state.withLock { state -> Entry? in
            let displaced = state.entries.count < Self.most ? nil : state.leastNeeded()
            if let displaced { state.entries[ObjectIdentifier(displaced.channel)] = nil }
            state.entries[ObjectIdentifier(channel)] = Entry(channel: channel, turn: state.nextTurn())
            return displaced
        }
        displaced?.channel.close(promise: nil)
        channel.closeFuture.whenComplete { _ in
            self.state.withLock { $0.entries[ObjectIdentifier(channel)] = nil }
        }
    }

    func asked(_ channel: any Channel) { update(channel) { entry, _ in entry.standing = .answering } }

    func answered(_ channel: any Channel) { update(channel) { ($0.standing, $0.turn) = (.idle, $1) } }

    private func update(_ channel: any Channel, _ change: (inout Entry, _ turn: UInt64) -> Void) {
        state.withLock { state in
            let turn = state.nextTurn()
            guard var entry = state.entries[ObjectIdentifier(channel)] else { return }
            change(&entry, turn)
            state.entries[ObjectIdentifier(channel)] = entry
        }
    }
}
