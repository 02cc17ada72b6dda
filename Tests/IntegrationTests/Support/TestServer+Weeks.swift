import MockMarket
import Shared

@testable import PushServer
@testable import TerminalClient

extension TestServer {
    /// Returns when the server has filled the coin's week for a terminal that shows it.
    @MainActor
    func fillWeek(of coin: CoinID) async throws {
        let terminal = terminal()
        try await terminal.connected {
            await terminal.untilReady()
            terminal.link.weeks.show(WeekRequest([coin]))
            terminal.link.weeks.ask()
            await terminal.until { ($0.link.weeks.week(of: coin)?.closes.count ?? 0) >= CoinWeek.hours - 1 }
        }
    }

    /// Returns when a terminal has asked for the weeks of the coins that it shows.
    func untilWeeksAreShown() async throws {
        while true {
            for shard in server.shards {
                if try await shard.read({ $0.connections.contains { $0.connection.weeks.request != nil } }) { return }
            }
            try Task.checkCancellation()
            await Task.yield()
        }
    }
}

extension [Fault] {
    /// A fault of each source's hourly candles, because the server asks another source if one fails or is busy.
    static func ofCandles(_ kind: Fault.Kind) -> [Fault] {
        ["/market/history/kline", "/api/v3/klines", "/data/v2/histohour"].map { Fault(path: $0, kind: kind) }
    }
}
