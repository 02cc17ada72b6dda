internal import Shared

/// Who answers connections' questions about the market: the hubs of a server that reads the providers, or those of a
/// node that asks the one it follows.
struct MarketPorts: Sendable {
    let candles: Mailbox<CandleHub.Event>
    let weeks: Mailbox<WeekHub.Event>
    let detail: @Sendable (CoinID) async -> Result<CoinDetail, DetailProblem>
    let icon: @Sendable (CoinID) async -> CoinIcon?
    let dayRates: @Sendable (DayRatesRequest) async -> Result<DayRates, DayRatesProblem>
}
