import ArgumentParser
import Shared
import TerminalClient

extension HoldingsCommand {
    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add a purchase, a sale, or a transfer between your accounts.",
            discussion: """
                holdings add BTC --bought 0.5 --price 60000 --fee 12.5
                holdings add BTC --sold 0.1 --total 7000 --in EUR --rate 1.0850 --time 2024-03-01T12:00:00Z
                holdings add BTC --moved 0.4 --account exchange --to wallet --coin-fee 0.0001
                """
        )

        @Argument(help: "A symbol that one coin has, or id:N.")
        var coin: String
        @Option(help: "How many coins were bought.")
        var bought: String?
        @Option(help: "How many coins were sold.")
        var sold: String?
        @Option(help: "How many coins were moved to another of your accounts.")
        var moved: String?
        @Option(help: "The price of one coin.")
        var price: String?
        @Option(help: "The price of all coins together, without the fee.")
        var total: String?
        @Option(name: .customLong("in"), help: "The currency of price, total and fee.")
        var money = "USD"
        @Option(help: "The price of one unit of that currency in US dollars on that day; not needed for today.")
        var rate: String?
        @Option(help: "A fee in money.")
        var fee: String?
        @Option(help: "A fee in coins.")
        var coinFee: String?
        @Option(help: "The time, such as 2024-03-01T12:00:00Z or 2024-03-01. (default: now)")
        var time: String?
        @Option(help: "The account that holds the coins.")
        var account = ""
        @Option(help: "The account that the coins were moved to.")
        var to = ""
        @Option(help: "Up to 200 characters.")
        var note = ""
        @Flag(help: "Allow selling or moving more than is held.")
        var force = false
        @OptionGroup var common: Common

        func validate() throws {
            guard [bought, sold, moved].compactMap(\.self).count == 1 else {
                throw ValidationError("name one of --bought AMOUNT, --sold AMOUNT and --moved AMOUNT")
            }
            if moved == nil, [price, total].compactMap(\.self).count != 1 {
                throw ValidationError("name one of --price PRICE and --total TOTAL")
            }
            if moved != nil, [price, total, fee].contains(where: { $0 != nil }) {
                throw ValidationError(
                    "a transfer has no price and no fee in money; leave --price, --total and --fee out"
                )
            }
            if fee != nil, coinFee != nil { throw ValidationError("name one of --fee and --coin-fee") }
        }

        @MainActor
        func run() async throws {
            try await Session.run(common.options) { client in
                let table = client.link.user.table
                let transaction = try transaction(client)
                if let problem = transaction.problem { throw ValidationError("this transaction has \(problem)") }
                try checkHeld(transaction, in: table)
                try await client.apply { _ in .put([transaction]) }
                try common.report(client)
            }
        }

        @MainActor
        private func transaction(_ client: HeadlessClient) throws -> Transaction {
            let now = client.link.serverTime
            let time = try time.map { try Self.time($0, until: now) } ?? now
            let kind: Transaction.Kind = bought != nil ? .bought : sold != nil ? .sold : .moved
            var generator = SystemRandomNumberGenerator()
            let fee =
                try Self.number(fee, "--fee").map { Transaction.Fee($0, isInCoin: false) }
                ?? Self.number(coinFee, "--coin-fee").map { Transaction.Fee($0, isInCoin: true) }
            let code = money.uppercased()
            return Transaction(
                .random(using: &generator),
                kind,
                try Self.number(bought ?? sold ?? moved, "the amount") ?? .zero,
                of: try client.instrument(coin).coin,
                money: try Self.number(price, "--price").map(Transaction.Money.price)
                    ?? Self.number(total, "--total").map(Transaction.Money.total),
                in: code,
                dollarRate: try kind == .moved ? nil : dollarRate(code, at: time, client),
                fee: fee,
                at: time,
                account: account,
                target: to,
                note: note
            )
        }

        /// The rate of the transaction's own day. The server keeps no past rates, so the user has to give them.
        @MainActor
        private func dollarRate(_ code: String, at time: MarketTime, _ client: HeadlessClient) throws -> BigDecimal? {
            if code == Currency.usd.name { return nil }
            if let rate = try Self.number(rate, "--rate") { return rate }
            let rates = client.link.rates.rates
            guard time.date == client.link.serverTime.date, let rates, !rates.isOld(at: client.link.serverTime),
                let rate = rates.dollars(of: code)
            else {
                throw ValidationError(
                    "the rate of \(code) on \(time.date) is not known; give it with --rate, in dollars for one \(code)"
                )
            }
            return rate
        }

        /// - Throws: `ValidationError` if the transaction takes more than is held.
        private func checkHeld(_ transaction: Transaction, in table: UserTable) throws {
            if force || transaction.kind == .bought { return }
            let portfolio = Portfolio(
                table.transactions(with: transaction),
                .average,
                in: Currency.usd.name,
                rate: nil
            )
            guard let lack = portfolio.lacks.first(where: { $0.transaction.coin == transaction.coin }) else { return }
            let account = lack.transaction.account
            let place = account.isEmpty ? "" : " in \(account.escaped)"
            let own = lack.transaction.id == transaction.id
            throw ValidationError(
                own
                    ? "\(lack.amount) more than you held\(place) then; add what is missing first, or use --force"
                    : "then \(lack.amount) would be missing\(place) on \(lack.transaction.time.date); "
                        + "add what is missing first, or use --force"
            )
        }

        private static func number(_ text: String?, _ name: String) throws -> BigDecimal? {
            guard let text else { return nil }
            guard let number = BigDecimal(text) else {
                throw ValidationError("\(name) '\(text)' is not a number; use digits and a point, as in 0.25")
            }
            return number
        }

        private static func time(_ text: String, until now: MarketTime) throws -> MarketTime {
            guard let time = MarketTime(iso8601: text) ?? MarketTime(iso8601: text + "T00:00:00Z") else {
                throw ValidationError("--time '\(text)' is not a time; use 2024-03-01T12:00:00Z or 2024-03-01")
            }
            // Where the user is it may be tomorrow already.
            if time > now.adding(seconds: 86_400) {
                throw ValidationError(
                    "--time '\(text)' lies ahead; use the day of the transaction, today at the latest"
                )
            }
            return time
        }
    }
}
