public import ArgumentParser
public import Shared
import TerminalClient

struct CandlesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "candles",
        abstract: "Print a coin's candles."
    )

    @Argument(help: "A symbol that one coin has, or id:N.")
    var coin: String

    @Option(help: "1m, 5m, 15m, 30m, 1h, 4h, 1d or 1w.")
    var interval = CandleInterval.hour

    @Option(parsing: .unconditional, help: "How many of the latest candles, up to 1000.")
    var count = 100

    @Option(help: ArgumentHelp("Where they come from. (default: the source in your settings)", valueName: "name"))
    var source: String?

    @OptionGroup var output: OutputOptions

    @OptionGroup var currency: CurrencyOption
    @OptionGroup var ages: AgeOptions
    @OptionGroup var options: ConnectionOptions

    func validate() throws {
        guard 1...SessionLimits().candles ~= count else {
            throw ValidationError(.outOfRange("--count", count, range: "1 to \(SessionLimits().candles)"))
        }
    }

    @MainActor
    func run() async throws {
        try await Session.run(options) { client in
            let instrument = try client.instrument(coin)
            let link = client.link
            let money = try currency.pastMoney(client)
            // For an unknown name, the server answers with the names that it has.
            let source = source.map { link.user.offers.klineSource(typed: $0)?.name ?? $0 }
            let request = ChartRequest(coin: instrument.coin, interval: interval, count: count, source: source)
            let chart: ChartReplica
            do {
                chart = try await client.chart(request)
            } catch let problem as ChartProblem where problem.kind == .unknownSource && source != nil {
                throw ValidationError(problem.message)
            }
            let report = CandleReport(
                chart,
                of: instrument,
                in: link.market.table,
                link.user.offers,
                at: link.serverTime,
                money: money
            )
            client.warnOfMockMarket()
            for line in report.warnings { StandardError.tell(line) }
            try output.print(report.candles, document: report, text: report.text)
            try ages.check([("the series", report.seriesAge)])
        }
    }
}

extension CandleInterval: ExpressibleByArgument {}
