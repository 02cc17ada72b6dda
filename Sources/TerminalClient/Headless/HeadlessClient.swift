package import NIOCore
internal import Observation
package import Shared

/// The client without a screen. It connects, waits for what a command needs, and ends.
@MainActor
package struct HeadlessClient {
    package let link: ServerLink

    package init(target: ServerLink.Target, group: any EventLoopGroup) {
        link = ServerLink(
            target: target,
            group: group,
            market: MarketReplica(),
            user: UserReplica(journals: nil)
        )
    }

    /// How long a user at a prompt waits.
    var patience = Duration.seconds(15)
    /// The server may ask several sources one after another, each until a timeout.
    private static let chartPatience = Duration.seconds(60)
    /// The server waits some seconds between two tests, and then for the hosts.
    private static let testPatience = Duration.seconds(60)
    /// The server answers at once with what it knows.
    private static let weekPatience = Duration.seconds(5)

    /// Keeps the link up while `body` runs.
    package func run<Value: Sendable>(_ body: @MainActor (ServerLink) async throws -> Value) async throws -> Value {
        async let _ = link.run()
        return try await body(link)
    }

    /// Waits until the user's data and the market (if wanted) have come, or the server has said why it has no market.
    /// - Throws: `ConnectionError` once every node has failed in turn, because a user waits at a prompt.
    package func ready(market: Bool = true) async throws(ConnectionError) {
        try await wait(patience: patience, retries: false) {
            $0.user.isComplete && (!market || $0.market.hasSomethingToShow)
        }
    }

    /// Makes a change and waits until the server has it on disk.
    /// - Parameter mutation: makes the change from the user's present table.
    /// - Throws: `ConnectionError`, `MutationRefused`, or `MutationNotStored`.
    package func apply(_ mutation: (UserTable) -> Mutation) async throws {
        link.user.mutate(mutation)
        do throws(ConnectionError) {
            try await untilDelivered()
        } catch .unanswered {
            guard let reason = link.user.storeFault else { throw ConnectionError.unanswered }
            throw MutationNotStored(reason: reason)
        }
        guard let reason = link.user.problem else { return }
        // Otherwise the next change would report this refusal again.
        while link.user.problem != nil { link.user.problemSeen() }
        throw MutationRefused(description: reason)
    }

    /// Waits until nothing is pending.
    /// - Throws: `ConnectionError`
    package func untilDelivered() async throws(ConnectionError) {
        try await wait(patience: patience) { $0.user.pendingCount == 0 }
    }

    /// Waits until the server has noted the results of these tests.
    /// - Throws: `ConnectionError`
    func untilTested(_ ways: [DeliveryID], _ number: UInt32) async throws(ConnectionError) {
        try await wait(patience: Self.testPatience) { link in
            let table = link.user.table
            return ways.allSatisfy { way in
                table.delivery(way)?.test != number || table.state(of: way)?.test == number
            }
        }
    }

    /// Opens a chart and waits until it is whole and, if it has a problem, until the problem has come.
    /// - Throws: `ChartProblem`, `ConnectionError`
    package func chart(_ request: ChartRequest) async throws -> ChartReplica {
        let chart = link.charts.open(request)
        try await wait(patience: Self.chartPatience) { _ in chart.isAnswered }
        if let problem = chart.problem, !chart.isComplete { throw problem }
        return chart
    }

    /// The closes of the last seven days, as far as the server knows them. An older server does not answer.
    /// - Throws: `ConnectionError`
    package func weeks(of coins: [CoinID]) async throws(ConnectionError) -> [CoinID: CoinWeek] {
        var known: [CoinID: CoinWeek] = [:]
        var rest = coins[...]
        while !rest.isEmpty {
            let batch = rest.prefix(WeekRequest.coinsMax)
            rest = rest.dropFirst(batch.count)
            link.weeks.show(WeekRequest(Array(batch)))
            link.weeks.ask()
            do throws(ConnectionError) {
                try await wait(patience: Self.weekPatience) { link in
                    batch.allSatisfy { link.weeks.week(of: $0) != nil }
                }
            } catch .unanswered {
                return known
            }
            for coin in batch { known[coin] = link.weeks.week(of: coin) }
        }
        return known
    }

    /// Signs this terminal out and waits for the server's answer.
    package func logOut() async throws(ConnectionError) {
        link.logOutRequested()
        do throws(ConnectionError) {
            try await wait(patience: patience) { _ in false }
        } catch .closed(let close) where close.code == .signedOut {}
    }

    /// Reports each loss of the connection until the calling task is cancelled.
    package func tellLosses(_ tell: @MainActor (ConnectionError) -> Void) async {
        let link = link
        for await state in Observations({ link.state }) {
            if case .waiting(_, let error) = state { tell(error) }
        }
    }

    /// Runs until nobody reads `output` any more. After a lost connection, it keeps trying.
    /// - Throws: what ended the link.
    package func untilStopped(unless output: LineOutput) async throws(ConnectionError) {
        try await wait(patience: nil) { _ in output.isClosed }
    }

    /// - Parameters:
    ///   - patience: the time limit; nil: none.
    ///   - retries: whether a lost connection may be tried again.
    private func wait(
        patience: Duration?,
        retries: Bool = true,
        until isReached: @escaping @MainActor (ServerLink) -> Bool
    ) async throws(ConnectionError) {
        let (link, patience) = (link, Patience(patience))
        async let _ = patience.run()
        for await progress in Observations({ (Progress(link, isReached: isReached(link)), patience.isOver) }) {
            switch progress {
            case (.reached, _): return
            case (.stopped(let error), _): throw error
            case (.failed(let error), let isOver) where isOver || !retries: throw error
            case (.connecting, true): throw link.target.muteness
            case (.live, true): throw .unanswered
            case (.connecting, false), (.live, false), (.failed, _): break
            }
        }
    }

    private enum Progress: Sendable {
        case connecting
        case live
        case reached
        case failed(ConnectionError)
        case stopped(ConnectionError)

        @MainActor
        init(_ link: ServerLink, isReached: Bool) {
            self =
                switch link.state {
                case .stopped(let error): .stopped(error)
                case _ where isReached: .reached
                case .waiting(_, let error): .failed(error)
                case .connecting: .connecting
                case .live: .live
                }
        }
    }
}

/// A deadline that others can observe.
@MainActor
@Observable
private final class Patience {
    private(set) var isOver = false
    @ObservationIgnored private let time: Duration?

    init(_ time: Duration?) { self.time = time }

    func run() async {
        if let time, (try? await Task.sleep(for: time)) != nil { isOver = true }
    }
}

/// The server could not store a change for as long as a command waits.
package struct MutationNotStored: Error, Equatable, CustomStringConvertible {
    let reason: String

    package var description: String {
        "\(reason) The change may not have been made; look, and make it again if it is missing."
    }
}

/// The server has refused a change for good.
package struct MutationRefused: Error, Equatable, CustomStringConvertible {
    package let description: String
}
