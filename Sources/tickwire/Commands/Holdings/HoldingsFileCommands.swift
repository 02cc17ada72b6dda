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

    private static let bytesMax = 16 << 20

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
                    StandardError.print("tickwire: the rates of \(request.currency) are not known: \(problem)")
                }
            }
            if !plan.missingRates.isEmpty { plan = try ImportPlan(text, into: link.user.table, market: market) }
            for row in plan.skipped {
                StandardError.print("tickwire: line \(row.line) was not understood: \(row.reason.escaped)")
            }
            for ambiguity in plan.ambiguities {
                StandardError.print("tickwire: \(ambiguity)")
                for choice in ambiguity.choices { StandardError.print(choice) }
            }
            for lack in plan.lacks {
                let place = lack.line.map { "line \($0), " } ?? ""
                StandardError.print("tickwire: \(place)\(lack.words.escaped)")
            }
            let number = TransactionID(rawValue: plan.importID)
            let counts = "\(plan.added.count) new, \(plan.known) there already, \(plan.skipped.count) not understood"
            guard yes else {
                let report = TransactionReport(plan.added, in: link.market.table)
                try common.output.print(report.rows, document: report, text: report.text)
                let misfit = Result { try plan.check(link.user.table, within: link.user.rules) }
                let advice =
                    if plan.mutations.isEmpty { "there is nothing to add" } else if case .failure = misfit {
                        "only the first \(plan.fitting(link.user.table, within: link.user.rules)) fit"
                    } else { plan.lacks.isEmpty ? "--yes adds them" : "--yes --force adds them, with what is missing" }
                StandardError.print("tickwire: \(plan.format) file: \(counts); \(advice)")
                return try misfit.get()
            }
            if !force, !plan.lacks.isEmpty {
                throw ValidationError(
                    "nothing was added, because more would be sold or moved than you held; add what is missing first, or use --force"
                )
            }
            try plan.check(link.user.table, within: link.user.rules)
            for mutation in plan.mutations { try await client.apply { _ in mutation } }
            if plan.mutations.isEmpty {
                StandardError.print("tickwire: \(plan.format) file: \(counts); nothing was added")
            } else {
                StandardError.print("tickwire: \(plan.format) file: \(counts); import \(number)")
                StandardError.print("tickwire: 'tickwire holdings remove \(number)' takes all of it back")
            }
            try common.report(client)
        }
    }

    private func rates() throws -> [String: BigDecimal] {
        var rates: [String: BigDecimal] = [:]
        for text in rate {
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2, let rate = BigDecimal(parts[1]), rate > .zero else {
                throw ValidationError("--rate '\(text)' cannot be read; use CODE=DOLLARS, as in EUR=1.0850")
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
            guard parts.count == 2, let number else {
                throw ValidationError("--coin '\(text)' cannot be read; use SYMBOL=NUMBER, as in BTC=1")
            }
            guard table.row(of: CoinID(number)) != nil else {
                throw ValidationError(
                    "--coin '\(text)': the market has no coin \(number); 'tickwire prices --json' has the numbers"
                )
            }
            coins[parts[0].uppercased()] = CoinID(number)
        }
        return coins
    }

    private static func read(_ file: String) throws -> String {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes =
                try file == "-"
                ? Descriptor.standardInput.readAll(bytesMax: bytesMax)
                : SmallFile.beginning(of: file, bytesMax: bytesMax)
        } catch {
            throw ValidationError("\(file) cannot be read: \(error)")
        }
        if bytes.count > bytesMax { throw ValidationError("\(file) has more than \(bytesMax >> 20) MiB; split it") }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw ValidationError("\(file) is not UTF-8 text; save it as CSV in UTF-8")
        }
        return text
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
