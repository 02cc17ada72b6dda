import Shared

@testable import PushServer
@testable import TerminalClient

/// Prices as a terminal judges them.
extension TestTerminal {
    /// Lets an exchange answer until the terminal counts bitcoin's price of this leader as live, however slow the machine is.
    func untilPriceLive(from hub: MarketHub) async throws {
        repeat {
            try Task.checkCancellation()
            try await hub.tick("65000.5")
            let wanted = await hub.state.sequence
            await until { $0.table.sequence >= wanted }
        } while bitcoin()?.isLive != true
    }

    /// The age of bitcoin's price, some seconds from now.
    func bitcoin(later seconds: Int64 = 0) -> PriceAge? {
        guard let row = table.row(of: CoinID(1)) else { return nil }
        return table.age(of: table[row].pricing, at: link.serverTime.adding(seconds: seconds))
    }
}
