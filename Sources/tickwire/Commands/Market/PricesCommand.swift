import ArgumentParser
import Shared
import TerminalClient

struct PricesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "prices",
        abstract: "Print the prices once, of coins and tokens alike."
    )

    @OptionGroup var output: OutputOptions

    @Flag(help: "In JSON: also the close of each hour of the last 7 days, as far as the server knows it.")
    var week = false

    @Option(parsing: .unconditional, help: "Print at most this many coins.")
    var limit: Int?

    @Option(help: "Only coins whose name or symbol contains this text.")
    var filter = ""

    @Option(help: "What to sort by; unknown values come last. (default: rank; with --filter, the best match first)")
    var sort: QuoteColumn?

    @Flag(help: "The largest first.")
    var descending = false

    @OptionGroup var currency: CurrencyOption
    @OptionGroup var ages: AgeOptions
    @OptionGroup var options: ConnectionOptions

    func validate() throws {
        if week, !output.isJSON { throw ValidationError(.weekWithoutJSON) }
        if let limit, limit < 1 { throw ValidationError(.outOfRange("--limit", limit, range: "1 or more")) }
    }

    @MainActor
    func run() async throws {
        try await Session.run(options) { client in
            let table = client.link.market.table
            if table.count == 0 { throw NoPrices(table) }
            let quotes = query.quotes(of: table)
            let money = try currency.money(client)
            let now = client.link.serverTime
            let weeks = week ? try await client.weeks(of: quotes.map(\.instrument.coin)) : nil
            if quotes.isEmpty { StandardError.tell(NoMatch(filter: filter)) } else { client.warnOfMockMarket() }
            if output.isText { AgeOptions.warn(table, quotes, at: now) }
            if !quotes.isEmpty || !output.isText {
                try output.print(
                    quotes.compactMap { table.row(of: $0.instrument.coin) }
                        .map { QuoteReport($0, of: table, at: now, in: money, weeks: weeks) },
                    text: PriceTable.text(of: quotes, in: table, at: now, money: money)
                )
            }
            try ages.check(table, quotes, at: now)
        }
    }

    private var query: PriceQuery {
        var query = PriceQuery()
        (query.limit, query.filter, query.sort, query.isDescending) = (limit, filter, sort, descending)
        return query
    }
}

/// The market has coins, but a filter leaves none of them.
struct NoMatch: CustomStringConvertible {
    let filter: String

    var description: String {
        "no coin's name or symbol contains '\(filter.escaped)'; see 'tickwire prices' for all of them"
    }
}

extension QuoteColumn: ExpressibleByArgument {
    public init?(argument: String) { self.init(sortable: argument) }
    public static var allValueStrings: [String] { sortable.map(\.name) }
}
