import NIOConcurrencyHelpers
import NIOCore
import Shared
import Testing

@testable import MockMarket
@testable import PushServer

/// All providers at one address, for a server in a process of its own: a generated market that stands still, and one
/// exchange's pair whose price moves a step with each answer until it is where the test wants it.
final class ScriptedExchange: Sendable {
    fileprivate struct State {
        var step: Int
        var wanted: Int
        var polls = 0
        var waiters: [Int: (poll: Int, continuation: CheckedContinuation<Void, Never>)] = [:]
        var lastWaiter = 0
    }

    static let coin = CoinID(1)
    private static let pair = "btcusdt"
    private let server: LoopbackServer
    private let state: NIOLockedValueBox<State>
    /// The price at step 0, in cents.
    private let base: Int64

    private init(server: LoopbackServer, state: NIOLockedValueBox<State>, base: Int64) {
        (self.server, self.state, self.base) = (server, state, base)
    }

    /// - Parameter step: where the price is. Each step is a thousandth of the base.
    static func start(at step: Int) async throws -> ScriptedExchange {
        var settings = SimulatedMarket.Settings()
        settings.coins = 60
        let market = MockExchange(settings, now: { .now })
        let base = try #require(market.market.coins.first { $0.pair == pair }).price
        let state = NIOLockedValueBox(State(step: step, wanted: step))
        let server = try await LoopbackServer.start(host: "127.0.0.1", port: 0) { request in
            guard request.path == "/market/tickers" else { return market.reply(to: request) }
            let (step, reached) = state.withLockedValue { $0.poll() }
            // This resumes before the answer is sent, so that a waiting test runs beside the server's work on the
            // answer.
            for continuation in reached { continuation.resume() }
            return tickers(price(at: step, base))
        }
        return ScriptedExchange(server: server, state: state, base: base)
    }

    var options: [String] {
        ["--market", "live", "--exchanges", "huobi"]
            + Provider.hosts.flatMap { ["--provider-url", "\($0.name)=\(server.baseURL)"] }
    }

    func stop() async { await server.stop() }

    // MARK: Prices

    func move(to step: Int) { state.withLockedValue { $0.wanted = step } }
    func price(at step: Int) throws -> ExactDecimal { try ExactDecimal(parsing: Self.price(at: step, base)) }

    private static func price(at step: Int, _ base: Int64) -> String {
        let cents = base + base * Int64(step) / 1000
        let rest = String(cents % 100)
        return "\(cents / 100)." + String(repeating: "0", count: 2 - rest.count) + rest
    }

    private static func tickers(_ price: String) -> MockReply {
        let row = """
            {"symbol":"\(pair)","open":\(price),"high":\(price),"low":\(price),"close":\(price),"amount":1.0,\
            "vol":1.0,"count":1,"bid":\(price),"bidSize":1.0,"ask":\(price),"askSize":1.0}
            """
        return MockReply(text: #"{"status":"ok","ts":\#(MarketTime.now.milliseconds),"data":[\#(row)]}"#)
    }

    // MARK: Polls

    /// Returns once the server has asked this many more times, or the calling task is cancelled.
    func untilPolled(_ times: Int) async {
        let number = state.withLockedValue { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLockedValue { state in
                    if Task.isCancelled { return true }
                    state.waiters[number] = (state.polls + times, continuation)
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLockedValue { $0.waiters.removeValue(forKey: number) }?.continuation.resume()
        }
    }
}

extension ScriptedExchange.State {
    /// - Returns: where the price is now, and the continuations that wait for this poll.
    fileprivate mutating func poll() -> (step: Int, reached: [CheckedContinuation<Void, Never>]) {
        polls += 1
        if step != wanted { step += step < wanted ? 1 : -1 }
        let reached = waiters.filter { $0.value.poll <= polls }
        for number in reached.keys { waiters[number] = nil }
        return (step, reached.values.map(\.continuation))
    }
}
