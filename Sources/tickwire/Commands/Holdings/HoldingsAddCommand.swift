import ArgumentParser
import Shared
import TerminalClient

/// What a transaction is, as options of commands.
struct TransactionOptions: ParsableArguments {
    // A number below zero is refused as such, and not taken for an option.
    @Option(parsing: .unconditional, help: "How many coins were bought.")
    var bought: String?
    @Option(parsing: .unconditional, help: "How many coins were sold.")
    var sold: String?
    @Option(parsing: .unconditional, help: "How many coins were moved to another of your accounts.")
    var moved: String?
    @Option(parsing: .unconditional, help: "The price of one coin.")
    var price: String?
    @Option(parsing: .unconditional, help: "The price of all coins together, without the fee.")
    var total: String?
    @Option(
        name: .customLong("in"),
        help: "The currency of price, total and fee. A new transaction is in USD unless you name another."
    )
    var money: String?
    @Option(
        parsing: .unconditional,
        help:
            "The price of one unit of that currency in dollars on that day. Without it, the server's rate of that day is used for a new transaction, and if you change the currency or the day."
    )
    var rate: String?
    @Option(parsing: .unconditional, help: "A fee in money.")
    var fee: String?
    @Option(parsing: .unconditional, help: "A fee in coins.")
    var coinFee: String?
    @Option(
        help: "The time, such as 2024-03-01T12:00:00Z or 2024-03-01. Without it, a new transaction has the current one."
    )
    var time: String?
    @Option(help: "The account that holds the coins.")
    var account: String?
    @Option(help: "The account that the coins were moved to.")
    var to: String?
    @Option(help: "Up to 200 characters.")
    var note: String?
    @Flag(help: "Allow selling or moving more than is held.")
    var force = false

    func validate() throws {
        for (option, text) in [("--time", time), ("--in", money)] where text?.isEmpty == true {
            throw ValidationError(.empty(option: option))
        }
        if [bought, sold, moved].compactMap(\.self).count > 1 { throw ValidationError(.noAmount) }
        if price != nil, total != nil { throw error(.noMoney) }
        if moved != nil, [price, total, fee].contains(where: { $0 != nil }) { throw error(.transferWithMoney) }
        if fee != nil, coinFee != nil { throw error(.twoFees) }
    }

    /// Whether an amount, and so a kind, was given.
    var hasAmount: Bool { bought != nil || sold != nil || moved != nil }

    /// Whether an option says something about the transaction.
    var isEmpty: Bool {
        !hasAmount
            && [price, total, money, rate, fee, coinFee, time, account, to, note].allSatisfy { $0 == nil }
    }

    /// Puts the given options into a form, and leaves its other fields.
    func fill(_ form: inout TransactionForm) {
        let amounts = [(Transaction.Kind.bought, bought), (.sold, sold), (.moved, moved)]
        for case (let kind, let amount?) in amounts {
            (form[.kind], form[.amount]) = (kind.rawValue, amount)
        }
        let fields: [(TransactionForm.Field, String?)] = [
            (.time, time), (.currency, money), (.rate, rate), (.price, price), (.total, total), (.fee, fee),
            (.coinFee, coinFee), (.account, account), (.target, to), (.note, note),
        ]
        for case (let field, let text?) in fields { form[field] = text }
    }

    /// - Throws: `ValidationError` in the words of the options; `MoreThanHeld`.
    @MainActor
    func read(
        _ form: TransactionForm,
        _ id: TransactionID,
        of coin: CoinID,
        importID: UInt64 = 0,
        _ client: HeadlessClient
    ) async throws -> Transaction {
        let transaction: Transaction
        do throws(TransactionFault) {
            let link = client.link
            let context = TransactionContext(link)
            transaction = try await form.transaction(id, of: coin, importID: importID, context, asking: link.rates)
        } catch {
            throw self.error(error)
        }
        if !force, let shortfall = TransactionShortfall(transaction, in: client.link.user.table) {
            throw MoreThanHeld.inTransaction(shortfall)
        }
        return transaction
    }

    private func error(_ fault: TransactionFault) -> ValidationError { ValidationError(fault.words(name)) }

    private func name(_ field: TransactionForm.Field) -> String {
        switch field {
        case .kind: "the kind"
        case .amount: "the amount"
        case .price: "--price"
        case .total: "--total"
        case .currency: "--in"
        case .rate: "--rate"
        case .fee: "--fee"
        case .coinFee: "--coin-fee"
        case .time: "--time"
        case .account: "--account"
        case .target: "--to"
        case .note: "--note"
        }
    }
}

extension HoldingsCommand {
    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Add a purchase, a sale, or a transfer between your accounts.",
            discussion: """
                holdings add BTC --bought 0.5 --price 60000 --fee 12.5
                holdings add BTC --sold 0.1 --total 7000 --in EUR --time 2024-03-01T12:00:00Z
                holdings add BTC --moved 0.4 --account exchange --to wallet --coin-fee 0.0001
                """
        )

        @Argument(help: "A symbol that one coin has, or id:N.")
        var coin: String
        @OptionGroup var what: TransactionOptions
        @OptionGroup var common: Common

        func validate() throws {
            guard what.hasAmount else { throw ValidationError(.noAmount) }
            if what.moved == nil, what.price == nil, what.total == nil {
                throw ValidationError(.noPrice)
            }
        }

        @MainActor
        func run() async throws {
            try await Session.run(common.options) { client in
                var form = TransactionForm()
                what.fill(&form)
                var generator = SystemRandomNumberGenerator()
                let coin = try client.instrument(coin).coin
                let transaction = try await what.read(form, .random(using: &generator), of: coin, client)
                try await client.apply { _ in .put([transaction]) }
                StandardError.tell(Outcome.transactionAdded(transaction.id))
                try common.report(client)
            }
        }
    }

    struct Edit: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "edit",
            abstract: "Change a transaction. What you leave out stays as it is.",
            discussion: """
                holdings edit 0f3c5d6e7a8b9c01 --price 61000 --fee 10
                holdings edit 0f3c5d6e7a8b9c01 --sold 0.2
                """
        )

        @Argument(help: "The transaction's ID, as 'holdings add' and 'list' print it.")
        var id: String
        @OptionGroup var what: TransactionOptions
        @OptionGroup var common: Common

        func validate() throws {
            if what.isEmpty { throw ValidationError(.nothingToChange) }
        }

        @MainActor
        func run() async throws {
            try await Session.run(common.options) { client in
                let known = TransactionID(typed: id).flatMap { client.link.user.table.transaction($0) }
                guard let known else { throw UnknownTransaction(text: id) }
                var form = TransactionForm(known)
                what.fill(&form)
                let changed = try await what.read(form, known.id, of: known.coin, importID: known.importID, client)
                try await client.apply { _ in .edit(changed) }
                // Another terminal may have removed it before the change reached the server.
                guard client.link.user.table.transaction(known.id) != nil else { throw UnknownTransaction(text: id) }
                try common.report(client)
            }
        }
    }
}

/// The command line is right, but more would be sold or moved than is held.
enum MoreThanHeld: Error, CustomStringConvertible {
    case inTransaction(TransactionShortfall)
    /// Lines before the message name the rows.
    case inFile

    var description: String {
        switch self {
        case .inTransaction(let shortfall): shortfall.words("use --force")
        case .inFile:
            "nothing was added, because more would be sold or moved than you held; add what is missing first, or use --force"
        }
    }
}
