import ArgumentParser
import Shared
import TerminalClient

struct HoldingsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "holdings",
        abstract: "Print and change your holdings, with costs and profits.",
        subcommands: [
            Show.self, List.self, Add.self, Edit.self, Remove.self, HoldingsImport.self, HoldingsExport.self,
        ],
        defaultSubcommand: Show.self
    )

    struct Common: ParsableArguments {
        @OptionGroup var output: OutputOptions

        @OptionGroup var currency: CurrencyOption
        @OptionGroup var ages: AgeOptions
        @OptionGroup var options: ConnectionOptions

        /// The subcommands print holdings, and `import` without --yes prints transactions.
        func validate() throws { try output.check(HoldingsReport.Row.fields + TransactionReport.Row.fields) }

        @MainActor
        func report(_ client: HeadlessClient) throws {
            let (table, market, now) = (client.link.user.table, client.link.market.table, client.link.serverTime)
            let report = HoldingsReport(
                table.transactions,
                table[Settings.costMethod],
                in: market,
                money: try currency.money(client),
                at: now,
                isMock: client.link.user.offers.isMock
            )
            if !report.holdings.isEmpty { client.warnOfMockMarket() }
            if output.isText {
                AgeOptions.warn(market, report.quotes, at: now)
                for line in report.warnings { StandardError.tell(line) }
            }
            try output.print(report.holdings, document: report, text: report.text())
            try ages.check(market, report.quotes, at: now)
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Print amounts, values and profits."
        )
        @OptionGroup var common: Common

        @MainActor
        func run() async throws { try await Session.run(common.options) { try common.report($0) } }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "Print the transactions, the oldest first."
        )
        // Transactions keep the currencies and the prices that they were made with, so no other options apply.
        @OptionGroup var output: OutputOptions
        @OptionGroup var options: ConnectionOptions

        func validate() throws { try output.check(TransactionReport.Row.fields) }

        @MainActor
        func run() async throws {
            try await Session.run(options) { client in
                let report = TransactionReport(client.link.user.table.transactions, in: client.link.market.table)
                try output.print(report.rows, document: report, text: report.text)
            }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract: "Remove transactions, or all of an import."
        )

        @Argument(help: "The IDs of transactions or of an import, as 'holdings add', 'list' and 'import' print them.")
        var ids: [String]
        @OptionGroup var common: Common

        @MainActor
        func run() async throws {
            try await Session.run(common.options) { client in
                let transactions = client.link.user.table.transactions
                var removed: [TransactionID] = []
                for text in ids {
                    guard let id = TransactionID(typed: text) else { throw UnknownTransaction(text: text) }
                    let found = transactions.filter { $0.id == id || $0.importID == id.rawValue }.map(\.id)
                    if found.isEmpty { throw UnknownTransaction(text: text) }
                    removed += found
                }
                try await client.apply { _ in .remove(removed) }
                try common.report(client)
            }
        }
    }
}

struct UnknownTransaction: Error, CustomStringConvertible {
    let text: String

    var description: String {
        "there is no transaction or import '\(text.escaped)'; 'tickwire holdings list' has the IDs"
    }
}
