internal import Shared
internal import TerminalClient

/// A file of transactions from wherever the user has it.
enum ImportFuzz {
    private static let market: ImportMarket = {
        var (table, changes) = (MarketTable(), MarketChanges())
        let coins = [
            Instrument(coin: CoinID(1), symbol: "BTC", name: "Bitcoin", kind: .coin),
            Instrument(coin: CoinID(1027), symbol: "ETH", name: "Ethereum", kind: .coin),
        ]
        for (row, coin) in coins.enumerated() { changes.instruments.append(coin, row: row) }
        let now = MarketTime(seconds: 1_750_000_000)
        _ = table.commit(changes, time: now)
        let offers = ServerOffers(currencies: [.usd, Currency("EUR")])
        return ImportMarket(table, TransactionContext(now: now, rates: KnownRates(), offers: offers))
    }()

    static func read(_ bytes: [UInt8]) {
        do throws(ImportFileFault) {
            let plan = try ImportPlan(String(decoding: bytes, as: UTF8.self), into: UserTable(), market: market)
            precondition(
                plan.skipped.allSatisfy { !$0.reason.isEmpty && $0.line > 0 },
                "a row is left out without a reason"
            )
            if !plan.added.isEmpty { export(plan.added) }
        } catch {
            precondition(!error.description.isEmpty, "a file is refused without a reason")
        }
    }

    /// What was imported is exported, and imported from that.
    private static func export(_ transactions: [Transaction]) {
        let file = TransactionFile.text(of: transactions) { _ in "" }
        let again = try? ImportPlan(file, into: UserTable(), market: market)
        precondition(again?.added.map(\.id) == transactions.map(\.id), "an export is not what was imported")
        precondition(again?.skipped == [], "an export has a row that an import leaves out")
    }
}
