internal import NIOPosix
internal import PostgresKit
internal import Synchronization

/// A connection to PostgreSQL, with the statements that it has translated. One thread uses it at a time.
final class PostgresLink {
    let connection: PostgresConnection
    private var translations: [String: String] = [:]

    init(_ connection: PostgresConnection) { self.connection = connection }

    /// PostgreSQL's placeholders are `$1` and so on, where SQLite has `?1`, or `?` for the next one.
    func translated(_ sql: String) -> String {
        if let known = translations[sql] { return known }
        let pieces = sql.split(separator: "?", omittingEmptySubsequences: false)
        var text = String(pieces[0])
        for (number, piece) in pieces.dropFirst().enumerated() {
            let isNumbered = piece.first.map { "0"..."9" ~= $0 } ?? false
            text += isNumbered ? "$\(piece)" : "$\(number + 1)\(piece)"
        }
        translations[sql] = text
        return text
    }
}

/// Some threads that talk to PostgreSQL, each with a connection of its own. A connection that was lost is replaced when
/// the next work needs one.
final class PostgresLane: Sendable {
    /// After a failed attempt to connect, work fails at once for this long. Otherwise it would queue behind one attempt
    /// after another.
    private static let pause = Duration.milliseconds(500)
    /// Once this many commits still wait for the standby after they were given up, nothing new is sent. Until it is back, each
    /// holds a connection, of which PostgreSQL has few. Several threads may give up at the same time, so a few more can wait.
    private static let unconfirmedMax = 3

    /// Passes a connection from thread to thread. That is safe, because the thread that takes it out of `idle` is its
    /// only user.
    private struct Idle: @unchecked Sendable {
        let link: PostgresLink
    }

    private struct State {
        var idle: [Idle] = []
        /// Connections whose COMMIT was given up.
        var unconfirmed: [Idle] = []
        var failure: (at: ContinuousClock.Instant, error: any Error)?
    }

    private let threads: NIOThreadPool
    private let open: @Sendable () throws -> PostgresLink
    private let state = Mutex(State())

    /// - Parameter open: opens a connection, on the thread that needs it.
    init(threads count: Int, open: @escaping @Sendable () throws -> PostgresLink) {
        threads = NIOThreadPool(numberOfThreads: count)
        self.open = open
        threads.start()
    }

    /// Runs work on one of the threads. If the connection turns out to be lost before anything was committed, the work
    /// runs once more on a new one.
    func run<Value: Sendable>(_ work: @escaping @Sendable (PostgresLink) throws -> Value) async throws -> Value {
        try await threads.runIfActive { [self] in
            if let link = state.withLock({ $0.idle.popLast() }) {
                do {
                    return try use(link.link, work)
                } catch PostgresError.lost {
                    // The idle connections were probably lost, too.
                    state.withLock { $0.idle = [] }
                }
            }
            return try use(fresh(), work)
        }
    }

    private func use<Value>(_ link: PostgresLink, _ work: (PostgresLink) throws -> Value) throws -> Value {
        do {
            let value = try work(link)
            keep(link)
            return value
        } catch {
            let idle = Idle(link: link)
            switch error as? PostgresError {
            case .unknownOutcome: state.withLock { $0.unconfirmed.append(idle) }
            case let error? where error.endsConnection: break
            default: keep(link)
            }
            throw error
        }
    }

    private func keep(_ link: PostgresLink) {
        let idle = Idle(link: link)
        state.withLock { $0.idle.append(idle) }
    }

    private func fresh() throws -> PostgresLink {
        let unconfirmed = state.withLock { state in
            state.unconfirmed.removeAll { $0.link.connection.isAnswered }
            return state.unconfirmed.count
        }
        if unconfirmed >= Self.unconfirmedMax { throw PostgresError.unconfirmed(unconfirmed) }
        if let failure = state.withLock({ $0.failure }), failure.at + Self.pause > .now { throw failure.error }
        do {
            let link = try open()
            state.withLock { $0.failure = nil }
            return link
        } catch {
            state.withLock { $0.failure = (.now, error) }
            throw error
        }
    }

    /// Waits until the running work has ended.
    func shutdown() async {
        try? await threads.shutdownGracefully()
        state.withLock { ($0.idle, $0.unconfirmed) = ([], []) }
    }
}
