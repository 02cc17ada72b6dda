import ArgumentParser
import Shared
import TerminalClient

struct DetailCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "detail",
        abstract: "Print what there is to say about a coin: names, kind, supply, links, description."
    )

    @Argument(help: "A symbol (the best ranked coin wins), or id:N.")
    var coin: String

    @Flag(help: "Print JSON.")
    var json = false

    @OptionGroup var options: ConnectionOptions

    @MainActor
    func run() async throws {
        try await Session.run(options) { client in
            let instrument = try client.instrument(coin)
            let detail = try await client.link.charts.detail(of: instrument.coin).get()
            let quote = client.link.market.table.row(of: instrument.coin).map { client.link.market.table[$0] }
            let report = DetailReport(detail, quote: quote)
            print(json ? PushReport.json(report, pretty: true) : report.text)
        }
    }
}
