import ArgumentParser
import Shared
import TerminalClient

/// How old prices may be, and what commands say about old ones.
struct AgeOptions: ParsableArguments {
    /// sysexits(3): a temporary failure. The command printed something older than the user allows.
    static let tooOld = ExitCode(75)

    @Option(
        help: ArgumentHelp(
            "Exit with status 75 if any printed price is older than this, as in 60s or 5m.",
            valueName: "time"
        ),
        transform: { try AgeLimit($0) }
    )
    var maxAge: AgeLimit?

    /// - Throws: `tooOld`, after it has printed what is too old.
    func check(_ ages: [(name: String, age: Duration?)]) throws { try end(with: maxAge?.complaints(of: ages)) }

    /// - Parameter quotes: those whose prices were printed.
    /// - Throws: `tooOld`, after it has printed what is too old.
    func check(_ table: MarketTable, _ quotes: [Quote], at now: MarketTime) throws {
        try end(with: maxAge?.complaints(of: quotes, in: table, at: now))
    }

    private func end(with complaints: [String]?) throws {
        guard let complaints, !complaints.isEmpty else { return }
        for line in complaints { StandardError.tell(line) }
        throw Self.tooOld
    }

    /// Prints to standard error which sources are silent and which prices are old.
    @MainActor
    static func warn(_ table: MarketTable, _ quotes: [Quote], at now: MarketTime) {
        for line in SourceReport.warnings(of: table, at: now) { StandardError.tell(line) }
        let old = quotes.filter { table.isOld($0.pricing) }
        guard let first = old.first, let age = table.age(of: first.pricing, at: now)?.age else { return }
        StandardError.tell(OldPrices(symbol: first.instrument.symbol, age: age, others: old.count - 1))
    }
}

extension HeadlessClient {
    /// Prints to standard error that prices are made up, if the server says so. Commands that print prices call it once.
    @MainActor
    func warnOfMockMarket() {
        if link.user.offers.isMock { StandardError.tell(MockMarketWarning()) }
    }

    /// Prints to standard error that prices are not in the chosen currency, or that they are converted at old rates. Commands
    /// that print prices call it once.
    @MainActor
    func warnOfRates(_ money: ShownCurrency) {
        if let warning = money.warning(at: link.serverTime) { StandardError.tell(warning) }
    }
}

/// Prices that are older than the others of their source.
struct OldPrices: CustomStringConvertible {
    /// The symbol of the first of these coins.
    let symbol: String
    let age: Duration
    /// How many coins there are besides the first.
    let others: Int

    var description: String {
        let rest = others == 0 ? "" : others == 1 ? ", and one other is old" : ", and \(others) others are old"
        return "the price of \(symbol.escaped) is \(age.components.seconds) s old\(rest)"
    }
}
