import Shared

@testable import TerminalClient

extension Scene {
    /// The server sends the weeks of the first coins: one that rises, one that falls and has a gap of a day and a half,
    /// and one with few closes.
    func showWeeks() {
        let open = MarketHour(of: MarketTime(seconds: 1_700_000_000))
        // The week ends with a half day, so that each half day has a block.
        let last = open.rawValue / 12 * 12
        let hours = (0..<14).map { MarketHour(last - UInt32(12 * (13 - $0))) }
        let rising = hours.enumerated().map { CoinWeek.Close($1, price(60_000 + 500 * $0)) }
        var falling = hours.enumerated().map { CoinWeek.Close($1, price(3_900 - 40 * $0)) }
        falling.removeSubrange(4..<7)
        let short = [CoinWeek.Close(hours[11], price(2)), CoinWeek.Close(hours[12], price(3))]
        let coins = (0..<min(3, board.table.count)).map { board.table.instrument(ofRow: $0).coin }
        let weeks = zip(coins, [rising, falling, short]).map { CoinWeek($0, $1) }
        link.weeks.receive(weeks, open: open)
    }

    private func price(_ whole: Int) -> ExactDecimal {
        (try? ExactDecimal(mantissa: Int64(whole), exponent: 0)) ?? .zero
    }
}
