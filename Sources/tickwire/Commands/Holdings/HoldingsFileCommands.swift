import ArgumentParser
import Shared
import TerminalClient

struct HoldingsImport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Read transactions from a CSV file: Tickwire's own, Koinly's universal template, or CoinTracker's.",
        discussion: """
            Without --yes it prints what would be added, which lines were not understood, and which sell more than you \
            held, and changes nothing. \
            Importing a file twice adds nothing twice. 'holdings remove IMPORT' takes all of an import back.
            """
    )

    @Argument(help: "The file; - reads standard input.")
    var file: String
    @Flag(help: "Add the transactions.")
    var yes = false
    @Flag(help: "Allow selling or moving more than is held.")
    var force = false
    @Option(
        help: ArgumentHelp(
            "The price of one unit of a currency in US dollars, for all rows in that currency, in place of the server's rates of their days; repeatable.",
            valueName: "code=dollars"
        )
    )
    var rate: [String] = []
    @Option(
        help: ArgumentHelp(
            "The coin of a symbol that several coins have, by its number; repeatable.",
            valueName: "symbol=number"
        )
    )
    var coin: [String] = []
    @OptionGroup var common: HoldingsCommand.Common

    @MainActor
    func run() async throws {
        try await Session.run(common.options) { client in
            let rates = try rates()
            let link = client.link
            let text = try Self.read(file)
            let chosen = try coins(in: link.market.table)
            var market = ImportMarket(link.market.table, TransactionContext(link), given: rates, chosen: chosen)
            var plan = try ImportPlan(text, into: link.user.table, market: market)
            for request in plan.missingRates {
                switch await link.rates.days(request) {
                case .success(let days): market.context.rates.learn(days, for: request)
                case .failure(let problem):
                    StandardError.tell(ImportOutcome.ratesNotKnown(currency: request.currency, problem))
                }
            }
            if !plan.missingRates.isEmpty { plan = try ImportPlan(text, into: link.user.table, market: market) }
            for row in plan.skipped {
                StandardError.tell(ImportOutcome.skipped(line: row.line, reason: row.reason))
            }
            for ambiguity in plan.ambiguities {
                StandardError.tell(ambiguity)
                for choice in ambiguity.choices { StandardError.print(choice) }
            }
            for shortfall in plan.shortfalls {
                StandardError.tell(ImportOutcome.shortfall(line: shortfall.line, words: shortfall.words))
            }
            let counts = ImportOutcome.Counts(plan)
            guard yes else {
                let report = TransactionReport(plan.added, in: link.market.table)
                // Without new transactions, a table would say that there are none, although the user may have many.
                if !plan.added.isEmpty || !common.output.isText {
                    try common.output.print(report.rows, document: report, text: report.text)
                }
                let misfit = Result { try plan.check(link.user.table, within: link.user.rules) }
                let outcome: ImportOutcome =
                    if plan.mutations.isEmpty { .nothingToAdd(counts) } else if case .failure = misfit {
                        .tooMany(counts, fitting: plan.fitting(link.user.table, within: link.user.rules))
                    } else { .wouldAdd(counts, isForced: !plan.shortfalls.isEmpty) }
                StandardError.tell(outcome)
                return try misfit.get()
            }
            if !force, !plan.shortfalls.isEmpty { throw MoreThanHeld.inFile }
            try plan.check(link.user.table, within: link.user.rules)
            for mutation in plan.mutations { try await client.apply { _ in mutation } }
            if plan.mutations.isEmpty {
                StandardError.tell(ImportOutcome.nothingAdded(counts))
            } else {
                let number = TransactionID(rawValue: plan.importID)
                StandardError.tell(ImportOutcome.added(counts, import: number))
                StandardError.tell(ImportOutcome.undo(import: number))
            }
            try common.report(client)
        }
    }

    private func rates() throws -> [String: BigDecimal] {
        var rates: [String: BigDecimal] = [:]
        for text in rate {
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2, let rate = BigDecimal(parts[1]), rate > .zero else {
                throw ValidationError(.noRate(text))
            }
            rates[parts[0].uppercased()] = rate
        }
        return rates
    }

    private func coins(in table: MarketTable) throws -> [String: CoinID] {
        var coins: [String: CoinID] = [:]
        for text in coin {
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            let number = parts.last.map { $0.hasPrefix("id:") ? String($0.dropFirst(3)) : $0 }.flatMap { UInt32($0) }
            guard parts.count == 2, let number else { throw ValidationError(.noCoinChoice(text)) }
            guard table.row(of: CoinID(number)) != nil else {
                throw ValidationError(.unknownCoinChoice(text, number: number))
            }
            coins[parts[0].uppercased()] = CoinID(number)
        }
        return coins
    }

    private static func read(_ file: String) throws -> String {
        let bytes = try InputFile.read(file)
        guard let text = String(validating: bytes, as: UTF8.self) else { throw ValidationError(.fileNotUTF8(file)) }
        return text
    }
}

extension ImportOutcome.Counts {
    fileprivate init(_ plan: ImportPlan) {
        self.init(format: plan.format, new: plan.added.count, known: plan.known, skipped: plan.skipped.count)
    }
}

struct HoldingsExport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Print all transactions as CSV with all fields. 'holdings import' reads it again."
    )

    @OptionGroup var options: ConnectionOptions

    @MainActor
    func run() async throws {
        try await Session.run(options) { client in
            let table = client.link.market.table
            let text = TransactionFile.text(of: client.link.user.table.transactions) { coin in
                table.row(of: coin).map { table.instrument(ofRow: $0).symbol } ?? ""
            }
            print(text, terminator: "")
        }
    }
}
