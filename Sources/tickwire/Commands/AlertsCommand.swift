import ArgumentParser
import Shared
import TerminalClient

struct AlertsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "alerts",
        abstract: "Print and change your alerts. The server watches them even while no terminal is open.",
        subcommands: [
            List.self, Add.self, Remove.self, Arm.self, Dismiss.self, AlertWaysCommand.self, AlertTestCommand.self,
        ],
        defaultSubcommand: List.self
    )

    /// The options and the output that all subcommands share.
    struct Common: ParsableArguments {
        @OptionGroup var output: OutputOptions

        @OptionGroup var options: ConnectionOptions

        func validate() throws { try output.check(AlertReport.fields) }

        @MainActor
        func report(_ client: HeadlessClient) throws {
            let report = AlertListReport(client.link)
            try output.print(report.alerts, document: report, text: report.text)
        }

        /// Changes existing alerts: all of them, or none.
        @MainActor
        func change(_ ids: [String], _ mutation: ([AlertID], UserTable) -> Mutation) async throws {
            try await Session.run(options) { client in
                let alerts = try ids.map { try client.alert($0) }
                try await client.apply { mutation(alerts, $0) }
                try report(client)
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "Print your alerts, and those that have fired."
        )
        @OptionGroup var common: Common

        @MainActor
        func run() async throws { try await Session.run(common.options) { try common.report($0) } }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Add an alert, with one condition."
        )

        @Argument(help: "A symbol that one coin has, or id:N. Leave it out for a condition on all your holdings.")
        var coin: String?

        @Option(parsing: .unconditional, help: ArgumentHelp("The price is at or above this.", valueName: "price"))
        var above: String?

        @Option(parsing: .unconditional, help: ArgumentHelp("The price is at or below this.", valueName: "price"))
        var below: String?

        @Option(
            parsing: .unconditional,
            help: ArgumentHelp("The price rises (5) or falls (-5) by this.", valueName: "percent")
        )
        var move: String?

        @Option(help: ArgumentHelp("The time for --move, 5m to 24h. (default: 60m)", valueName: "time"))
        var within: String?

        @Option(
            parsing: .unconditional,
            help: ArgumentHelp("The change over 24 hours reaches this or goes beyond it.", valueName: "percent")
        )
        var day: String?

        @Option(
            parsing: .unconditional,
            help: ArgumentHelp("All your holdings are worth this or more.", valueName: "amount")
        )
        var valueAbove: String?

        @Option(
            parsing: .unconditional,
            help: ArgumentHelp("All your holdings are worth this or less.", valueName: "amount")
        )
        var valueBelow: String?

        @Option(
            parsing: .unconditional,
            help: ArgumentHelp("Selling all your holdings would bring this profit or more.", valueName: "amount")
        )
        var profitAbove: String?

        @Option(
            parsing: .unconditional,
            help: ArgumentHelp("Selling all your holdings would bring this profit or less.", valueName: "amount")
        )
        var profitBelow: String?

        @Option(
            help: "The currency of a price or an amount, such as EUR or BTC; without it your own."
        )
        var currency: String?

        @Flag(help: "Fire again after the price was 1% on the other side and 5 minutes have passed.")
        var `repeat` = false

        @Option(help: "A note that the alert shows when it fires.")
        var note = ""

        @OptionGroup var common: Common

        func validate() throws {
            let ofCoin = [above, below, move, day].count { $0 != nil }
            let ofHoldings = [valueAbove, valueBelow, profitAbove, profitBelow].count { $0 != nil }
            if ofCoin + ofHoldings != 1 { throw ValidationError(.noCondition) }
            if ofCoin == 1, coin == nil { throw ValidationError(.noCoinOfAlert) }
            if ofHoldings == 1, let coin { throw ValidationError(.coinOfHoldingsAlert(coin)) }
            if within != nil, move == nil { throw ValidationError(.withinWithoutMove) }
            if currency != nil, move != nil || day != nil { throw ValidationError(.currencyOfPercentage) }
        }

        @MainActor
        func run() async throws {
            try await Session.run(common.options) { client in
                let condition = try condition
                let coin = try coin.map { try client.instrument($0).coin } ?? .holdings
                let alert = Alert(
                    id: .random(),
                    coin: coin,
                    condition: condition,
                    currency: condition.isInMoney ? try client.link.alertCurrency(currency) : Currency.usd.name,
                    repeats: `repeat`,
                    note: note
                )
                try await client.apply { _ in .add(alert) }
                try common.report(client)
            }
        }

        private var condition: AlertCondition {
            get throws {
                do throws(AlertTextFault) {
                    return try AlertCondition(typed: typed.words)
                } catch {
                    switch error {
                    case .outOfRange, .tooManyDigits: throw ValidationError(error.description)
                    default: break
                    }
                    throw ValidationError(.unreadableCondition(option: typed.option, form: typed.form))
                }
            }
        }

        /// The condition as it is typed elsewhere, and how it was typed here.
        private var typed: (words: String, option: String, form: ConditionForm) {
            if let above { return (">" + above, "--above '\(above.escaped)'", .price) }
            if let below { return ("<" + below, "--below '\(below.escaped)'", .price) }
            for (sign, option, amount) in totals {
                if let amount { return (sign + amount, "--\(option) '\(amount.escaped)'", .amount) }
            }
            guard let move else {
                let day = day ?? ""
                return ("\(Self.signed(day))% day", "--day '\(day.escaped)'", .percentage)
            }
            let within = within ?? "60m"
            let option = "--move '\(move.escaped)' --within '\(within.escaped)'"
            return ("\(Self.signed(move))% \(within)", option, .move)
        }

        private var totals: [(sign: String, option: String, amount: String?)] {
            [
                ("value>", "value-above", valueAbove), ("value<", "value-below", valueBelow),
                ("profit>", "profit-above", profitAbove), ("profit<", "profit-below", profitBelow),
            ]
        }

        private static func signed(_ percent: String) -> String {
            let digits = percent.hasSuffix("%") ? String(percent.dropLast()) : percent
            return digits.hasPrefix("-") || digits.hasPrefix("+") ? digits : "+" + digits
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "remove", abstract: "Remove alerts.")
        @Argument(help: "Their ids, as 'tickwire alerts' prints them.")
        var ids: [String]
        @OptionGroup var common: Common

        @MainActor
        func run() async throws { try await common.change(ids) { ids, _ in .remove(ids) } }
    }

    struct Arm: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "arm",
            abstract: "Let an alert that has fired start over."
        )
        @Argument(help: "Its id, as 'tickwire alerts' prints it.")
        var id: String
        @OptionGroup var common: Common

        @MainActor
        func run() async throws {
            try await Session.run(common.options) { client in
                let alert = try client.alert(id)
                try await client.apply { .arm(alert, of: $0) }
                // Another terminal may have removed it before the change reached the server.
                guard client.link.user.table.alert(alert) != nil else { throw UnknownAlert(text: id) }
                try common.report(client)
            }
        }
    }

    struct Dismiss: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "dismiss",
            abstract: "Mark all alerts that have fired, or could not be delivered, as seen on all your terminals."
        )
        @OptionGroup var common: Common

        @MainActor
        func run() async throws {
            try await Session.run(common.options) { client in
                try await client.apply { table in
                    let lost = table.lostDeliveries.flatMap { Mutation.dismiss($0.state).changes }
                    return Mutation(Mutation.dismiss(table.alertEvents).changes + lost)
                }
                try common.report(client)
            }
        }
    }
}

extension HeadlessClient {
    /// - Throws: `UnknownAlert`
    fileprivate func alert(_ id: String) throws -> AlertID {
        guard let alert = AlertID(typed: id), link.user.table.alert(alert) != nil else {
            throw UnknownAlert(text: id)
        }
        return alert
    }
}

struct UnknownAlert: Error, CustomStringConvertible {
    let text: String
    var description: String { "there is no alert '\(text.escaped)'; 'tickwire alerts' lists them with their ids" }
}
