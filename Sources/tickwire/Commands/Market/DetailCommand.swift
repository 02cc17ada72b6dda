import ArgumentParser
import Shared
import TerminalClient

struct DetailCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "detail",
        abstract: "Print a coin's details: names, kind, supply, links, description."
    )

    @Argument(help: "A symbol that one coin has, or id:N.")
    var coin: String

    @OptionGroup var output: OutputOptions

    @OptionGroup var currency: CurrencyOption
    @OptionGroup var ages: AgeOptions
    @OptionGroup var options: ConnectionOptions

    @MainActor
    func run() async throws {
        try await Session.run(options) { client in
            let instrument = try client.instrument(coin)
            let detail = try await client.link.charts.detail(of: instrument.coin).get()
            let table = client.link.market.table
            let now = client.link.serverTime
            let quote = table.row(of: instrument.coin).map { table[$0] }
            let age = quote.flatMap { table.age(of: $0.pricing, at: now) }
            let report = DetailReport(detail, quote: quote, age: age, in: try currency.money(client))
            // A delisted coin has no present price, so none is printed.
            let priced: [Quote] = quote.flatMap { $0.isDelisted ? nil : [$0] } ?? []
            client.warnOfMockMarket()
            if output.isText { AgeOptions.warn(table, priced, at: now) }
            try output.print([report], document: report, text: report.text)
            try ages.check(table, priced, at: now)
        }
    }
}
