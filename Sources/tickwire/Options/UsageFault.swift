import ArgumentParser
import Shared
import TerminalClient

/// What is wrong with a command line, and what to type instead.
enum UsageFault: CustomStringConvertible {
    // MARK: Options of several commands
    /// - Parameter range: `1 to 86400 seconds`.
    case outOfRange(String, Int, range: String)
    case exclusive(String, String)
    case empty(option: String)
    case templateWithoutFormat
    case formatWithoutTemplate
    case noDeviceName(String)
    case noPin(String)
    case noKey(String)
    /// A command that needs a login, at a server that has none.
    case noLogins(ServerAddress)
    case noTerminalForPassword
    case noTerminalForInvitation
    case noTerminalForMerge

    // MARK: Single commands
    case weekWithoutJSON
    case maxAgeWithoutOnce
    case noSize(String)
    case noPictureFile(String)
    case noSetting(String, known: String)
    case localAndServer
    case noDestination(String)
    case moveToAndServer
    case placeOutOfRange(Int, count: Int)
    case newPasswordsDiffer
    /// Of somebody who has an invitation.
    case invitedPasswordsDiffer

    // MARK: Alerts
    case noCondition
    case noCoinOfAlert
    case coinOfHoldingsAlert(String)
    case withinWithoutMove
    case currencyOfPercentage
    /// - Parameters:
    ///   - option: as it was typed.
    ///   - form: what can be read.
    case unreadableCondition(option: String, form: ConditionForm)
    case noWayOfDelivery
    case deliveryExists(String)
    case noDeliveryAddress(String)
    /// A private server does not send alerts.
    /// - Parameter origin: where they were to be sent.
    case privateServerSendsNothing(origin: String)
    case noSecret

    // MARK: Transactions
    case noAmount
    case noPrice
    case nothingToChange
    case noRate(String)
    case noCoinChoice(String)
    case unknownCoinChoice(String, number: UInt32)
    case unreadable(file: String, reason: String)
    case fileTooLarge(String, mebibytes: Int)
    case fileNotUTF8(String)

    var description: String {
        switch self {
        case .outOfRange(let option, let value, let range): "\(option) \(value) is out of range; use \(range)"
        case .exclusive(let one, let other): "\(one) and \(other) exclude each other; leave one of them out"
        case .empty(let option): "\(option) is empty; give it a value, or leave it out"
        case .templateWithoutFormat: "--template needs --format template; give both, or leave --template out"
        case .formatWithoutTemplate:
            "--format template needs --template; give one, as in \(LineTemplate.exampleWords)"
        case .noDeviceName(let text): "'\(text)' is not a device's name; use 1 to \(DeviceName.bytesMax) bytes"
        case .noPin(let text):
            "'\(text)' is not a pin; use sha256/ and 44 characters of base64, as the server prints it"
        case .noKey(let name): "'\(name)' is not a key; use names such as a, G, enter, esc, f1 or ctrl-c"
        case .noLogins(let server):
            "the server '\(server)' is private to this machine and has no logins; name another one with --server HOST:PORT"
        case .noTerminalForPassword:
            "there is no terminal to ask for the password; give it with --password-stdin"
        case .noTerminalForInvitation:
            "there is no terminal to ask for the invitation; give --password-stdin, and two lines: the link and a new password"
        case .noTerminalForMerge: "there is no terminal to ask whether to merge; give --yes"
        case .weekWithoutJSON: "--week adds to JSON; use it with --json or --format jsonl"
        case .maxAgeWithoutOnce: "--max-age checks a single line; use it with --once"
        case .noSize(let text): "'\(text)' is not a size; use COLUMNSxROWS, as in 120x40, up to 500x500"
        case .noPictureFile(let path): "'\(path)' is neither an .svg nor a .txt file; use one of them"
        case .noSetting(let name, let known): "there is no setting '\(name)'; the settings are \(known)"
        case .localAndServer:
            "local and --server exclude each other; 'tickwire --server HOST:PORT' opens that server"
        case .noDestination(let text):
            "'\(text)' is not a server to move to; use HOST:PORT, as in prices.example.com:7443"
        case .moveToAndServer: "move-to and --server exclude each other; name the server once"
        case .placeOutOfRange(let place, 0): "the place \(place) is out of range; there is nothing to move"
        case .placeOutOfRange(let place, let count): "the place \(place) is out of range; use 1 to \(count)"
        case .newPasswordsDiffer: "the two new passwords differ; nothing was changed"
        case .invitedPasswordsDiffer: "the two passwords differ; the invitation was not used"
        case .noCondition:
            "name one condition; use --above, --below, --move or --day for a coin, or --value-above, --value-below, "
                + "--profit-above or --profit-below for all your holdings"
        case .noCoinOfAlert: "the condition needs a coin; name it, such as BTC"
        case .coinOfHoldingsAlert(let coin): "the condition is on all your holdings; leave '\(coin.escaped)' out"
        case .withinWithoutMove: "--within belongs to --move; leave it out"
        case .currencyOfPercentage: "a percentage has no currency; leave --currency out"
        case .unreadableCondition(let option, let form): "\(option) cannot be read; use \(form.rawValue)"
        case .noWayOfDelivery: "a way of delivery has one address; name one of --ntfy and --webhook"
        case .deliveryExists(let name): "there is already a way of delivery named '\(name)'; choose another name"
        case .noDeliveryAddress(let text):
            "'\(text.prefix(60))' is not an address; use one such as https://ntfy.sh/my-topic"
        case .privateServerSendsNothing(let origin):
            "your private server posts to no other host, because it ends with your last terminal; "
                + "use a server that keeps running (tickwire-server run --alert-host \(origin))"
        case .noSecret: "standard input has no secret; give it as one line"
        case .noAmount: "a transaction has one amount; name one of --bought AMOUNT, --sold AMOUNT and --moved AMOUNT"
        case .noPrice: "a purchase or a sale has a price; name one of --price PRICE and --total TOTAL"
        case .nothingToChange: "nothing would change; name what to change, such as --price 61000"
        case .noRate(let text): "--rate '\(text)' cannot be read; use CODE=DOLLARS, as in EUR=1.0850"
        case .noCoinChoice(let text): "--coin '\(text)' cannot be read; use SYMBOL=NUMBER, as in BTC=1"
        case .unknownCoinChoice(let text, let number):
            "--coin '\(text)': the market has no coin \(number); 'tickwire prices --json' has the numbers"
        case .unreadable(let file, let reason): "\(file) cannot be read: \(reason); fix that, or give another file"
        case .fileTooLarge(let file, let limit): "\(file) has more than \(limit) MiB; split it"
        case .fileNotUTF8(let file): "\(file) is not UTF-8 text; save it as CSV in UTF-8"
        }
    }
}

/// How the options of a condition are typed.
enum ConditionForm: String, CaseIterable {
    case price = "a price such as 65000.5"
    case amount = "an amount such as 9000"
    case percentage = "a percentage such as 5 or -2.5"
    case move = "a percentage such as 5 or -2.5, and a time such as 90m or 2h"
}

extension ValidationError {
    init(_ fault: UsageFault) { self.init(fault.description) }
}
