import ArgumentParser
import CommandLineKit

@testable import Shared
@testable import TerminalClient
@testable import tickwire

extension UsageFault: Explained {
    static var samples: [Self] {
        let others: [Self] = [
            .outOfRange("--every", 0, range: "1 to 86400 seconds"), .outOfRange("--limit", 0, range: "1 or more"),
            .outOfRange("--count", 0, range: "1 to 1000"), .outOfRange("--after", -1, range: "0 to 3600 seconds"),
            .exclusive("--json", "--format"), .empty(option: "--time"), .empty(option: "--profile"),
            .templateWithoutFormat, .formatWithoutTemplate, .noDeviceName(""), .noPin("abc"), .noKey("hyper-x"),
            .noLogins(.local), .noTerminalForPassword, .noTerminalForInvitation,
            .noTerminalForMerge, .weekWithoutJSON, .maxAgeWithoutOnce, .noSize("big"), .noPictureFile("prices.png"),
            .noSetting("colors", known: Settings.all.map(\.name).listed(beforeLast: "and")), .localAndServer,
            .noDestination("local"), .moveToAndServer, .placeOutOfRange(9, count: 3), .placeOutOfRange(1, count: 0),
            .newPasswordsDiffer, .invitedPasswordsDiffer,
            .noCondition, .noCoinOfAlert, .coinOfHoldingsAlert("BTC"), .withinWithoutMove, .currencyOfPercentage,
            .noWayOfDelivery,
            .deliveryExists("phone"), .noDeliveryAddress("my-topic"),
            .privateServerSendsNothing(origin: "https://ntfy.sh"), .noSecret,
            .noAmount, .noPrice, .nothingToChange, .noRate("EUR"), .noCoinChoice("BTC"),
            .unknownCoinChoice("BTC=999999", number: 999_999),
            .unreadable(file: "mine.csv", reason: "Permission denied"),
            .fileTooLarge("mine.csv", mebibytes: 16), .fileNotUTF8("mine.csv"),
        ]
        return others + ConditionForm.allCases.map { Self.unreadableCondition(option: $0.mistyped, form: $0) }
    }

    var meaning: Meaning { Meaning(cause, "What the message says.") }

    private var cause: String {
        switch self {
        case .outOfRange: "A number is too small or too large."
        case .exclusive: "Both options were given, and they contradict each other."
        case .empty: "The option was given an empty value."
        case .templateWithoutFormat: "`--template` without `--format template`."
        case .formatWithoutTemplate: "`--format template` without `--template`."
        case .noDeviceName: "`--device-name` is empty or too long."
        case .noPin: "The value of `--pin` is not a pin."
        case .noKey: "`tickwire screenshot --keys` names a key that does not exist."
        case .noLogins:
            "The command needs a login. The private server has none, because it knows you by your account on this machine."
        case .noTerminalForPassword, .noTerminalForInvitation, .noTerminalForMerge:
            "Standard input is a file or a pipe, so nobody can answer the question."
        case .weekWithoutJSON: "`--week` without JSON. A table has no room for the closes of a week."
        case .maxAgeWithoutOnce:
            "`tickwire bar --max-age` without `--once`. A bar that keeps running shows that prices are old."
        case .noSize: "`tickwire screenshot --size` cannot be read."
        case .noPictureFile: "The file's name does not end in .svg or .txt."
        case .noSetting: "`tickwire settings set` with a name that does not exist."
        case .localAndServer: "`tickwire local` opens the private server, and no other."
        case .noDestination: "`tickwire move-to` was given something other than the address of a shared server."
        case .moveToAndServer: "`tickwire move-to` already names the server as its argument."
        case .placeOutOfRange: "`tickwire lists move` with a place that does not exist."
        case .newPasswordsDiffer: "`tickwire password` was given two different new passwords."
        case .invitedPasswordsDiffer: "`tickwire join` was given two different passwords. The link is still valid."
        case .noCondition: "`tickwire alerts add` with no condition, or with several."
        case .noCoinOfAlert: "`tickwire alerts add` has a condition on a coin, but names no coin."
        case .coinOfHoldingsAlert: "`tickwire alerts add` has a condition on all holdings, but names a coin."
        case .withinWithoutMove: "`tickwire alerts add --within` without `--move`."
        case .currencyOfPercentage: "`tickwire alerts add --currency` with a condition in percent."
        case .unreadableCondition: "A number or a time cannot be read."
        case .noWayOfDelivery: "`tickwire alerts ways add` with no address, or with two."
        case .deliveryExists: "`tickwire alerts ways add` with the name of another way."
        case .noDeliveryAddress: "`tickwire alerts ways add` was given an address that cannot be read."
        case .privateServerSendsNothing: "`tickwire alerts ways add` at the private server."
        case .noSecret: "`--secret-stdin` was given, but standard input is empty."
        case .noAmount: "`tickwire holdings add` or `edit` with no amount, or with several."
        case .noPrice: "`tickwire holdings add` without a price."
        case .nothingToChange: "`tickwire holdings edit` without options."
        case .noRate: "The value of `tickwire holdings import --rate` cannot be read."
        case .noCoinChoice: "The value of `tickwire holdings import --coin` cannot be read."
        case .unknownCoinChoice: "`tickwire holdings import --coin` names a coin that the market does not have."
        case .unreadable, .fileTooLarge: "The file of `tickwire import` or `holdings import` cannot be read."
        case .fileNotUTF8: "The file of `tickwire holdings import` cannot be read."
        }
    }
}

extension ConditionForm {
    /// An option that takes this form, with a value that cannot be read.
    fileprivate var mistyped: String {
        switch self {
        case .price: "--above '65k'"
        case .amount: "--value-above '9k'"
        case .percentage: "--day 'five'"
        case .move: "--move 'five' --within '2h'"
        }
    }
}

extension MistypedCommand.Mistake: Explained {
    static var samples: [Self] {
        [
            .belowZero("-5"), .noCommand(typed: "price", parent: "tickwire", meant: "prices"),
            .noCommand(typed: "alerts fly", parent: "tickwire alerts", meant: nil),
        ]
    }

    var meaning: Meaning {
        switch self {
        case .belowZero: Meaning("A number is below 0.", "What the message says.")
        case .noCommand: Meaning("The command does not exist.", "What the message says.")
        }
    }
}

extension LineTemplate.Fault: Explained {
    static var samples: [Self] { [.open("{symbol"), .closed("symbol}"), .empty("{} {price}")] }

    var meaning: Meaning {
        switch self {
        case .open, .closed, .empty: Meaning("`--template` cannot be read.", "What the message says.")
        }
    }
}

enum UsageMessages {
    static let all =
        Message.all(UsageFault.self) + Message.all(MistypedCommand.Mistake.self) + Message.all(LineTemplate.Fault.self)
        + [
            Message(
                "\(LineTemplate.UnknownField(name: "prise", known: ["symbol", "name", "price"]))",
                Meaning("`--template` names a field that the command does not print.", "Use one of those listed.")
            ),
            Message(
                "\(LocalSettingFault.noValue("pink", of: "--color", offered: "auto, always or never"))",
                Meaning("`--color` has a value that does not exist.", "Use one of those listed.")
            ),
            Message("\(AgeLimitFault.noUnit("60"))", Meaning("`--max-age` without a unit.", "What the message says.")),
            Message(
                "\(AgeLimitFault.noTime("soon"))",
                Meaning("`--max-age` cannot be read.", "What the message says.")
            ),
            Message(
                mistyped("maybe", for: "coins-only"),
                Meaning("`tickwire settings set` with a value that does not exist.", "Use one of those listed.")
            ),
            Message(
                mistyped("huobi", for: "kline-source"),
                Meaning("`tickwire settings set` where the server offers no values.", "Leave the setting as it is.")
            ),
            Message(mistyped("at night", for: "quiet-hours"), hours),
            Message(mistyped("22:00-07:00", for: "quiet-hours"), hours),
            Message(mistyped("22:00-07:00 Europe/Bonn", for: "quiet-hours"), hours),
            Message(
                "\(ServerAddressFault.notANode("a:b:c"))",
                Meaning("`--server` cannot be read.", "What the message says.")
            ),
            Message(
                "\(ServerAddressFault.notANode(""))",
                Meaning("`--server` has two commas with nothing between them.", "What the message says.")
            ),
            Message(
                "\(ServerAddressFault.tooMany(17))",
                Meaning("`--server` names more addresses than one server may have.", "What the message says.")
            ),
        ]

    private static let hours = Meaning(
        "Quiet hours cannot be read. The message also comes below the field in Settings.",
        "What the message says."
    )

    private static func mistyped(_ text: String, for name: String) -> String {
        let setting = Settings.all.first { $0.name == name }
        do throws(SettingFault) { _ = try setting?.choice(typed: text, ServerOffers()) } catch { return "\(error)" }
        return "NO MISTAKE"
    }
}
