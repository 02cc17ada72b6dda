import Shared
import TestSupport

@testable import PushServer

/// A chart that records what it receives.
struct StubChart {
    let subscription: ChartSubscription
    private let told: AsyncStream<ChartPush>

    /// - Parameter user: nil: each chart has its own user.
    init(_ number: Int, _ request: ChartRequest, source: KlineSource = .huobi, user: Int? = nil) {
        let (told, tell) = AsyncStream.makeStream(of: ChartPush.self)
        self.told = told
        subscription = ChartSubscription(
            id: .init(connection: ConnectionID(rawValue: UInt64(number)), chart: ChartID(rawValue: 1)),
            user: AccountID(rawValue: Int64(user ?? number)),
            request: request,
            source: source
        ) { tell.yield($0) }
    }

    /// The candles of the next batch; nil if a problem came.
    func nextBatch() async -> CandleBatch? {
        if case .candles(let batch)? = await told.first(where: { _ in true }) { batch } else { nil }
    }

    func nextProblem() async -> ChartProblem? {
        if case .problem(let problem)? = await told.first(where: { _ in true }) { problem } else { nil }
    }
}
