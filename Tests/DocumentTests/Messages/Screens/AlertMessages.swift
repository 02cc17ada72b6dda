@testable import Shared
@testable import TerminalClient

extension AlertStanding: Explained {
    static var samples: [Self] {
        let lacks: [AlertWait] = [.noRate(currency: "XAU"), .noPrice, .noPrices(symbols: ["UNI", "LINK"])]
        let waits: [AlertWait] = [
            .lowerPrice, .higherPrice, .lower(.value), .higher(.value), .lower(.profit), .higher(.profit),
        ]
        return [
            AlertStanding(phase: .armed, lack: nil, wait: nil),
            AlertStanding(phase: .armed, lack: .noPrice, wait: nil),
            AlertStanding(phase: .resting(at: AlertEvent.price(66_000)), lack: nil, wait: nil),
            AlertStanding(phase: .resting(at: AlertEvent.price(66_000)), lack: nil, wait: .lowerPrice),
            AlertStanding(phase: .resting(at: AlertEvent.price(66_000)), lack: nil, wait: nil, repeats: true),
            AlertStanding(phase: nil, lack: nil, wait: nil),
        ] + lacks.map { AlertStanding(phase: nil, lack: $0, wait: nil) }
            + waits.map { AlertStanding(phase: nil, lack: nil, wait: $0) }
    }

    var meaning: Meaning {
        switch (phase, lack ?? wait) {
        case (.armed, nil): "The alert fires as soon as its condition is true."
        case (.armed, _): "The alert is armed, and fires once what is missing has come."
        case (.resting, nil) where !repeats:
            Meaning("The alert has fired, and does not fire again by itself.", "Press `a` to arm it again.")
        case (.resting, _):
            "An alert that repeats has fired. It is armed again when its figure has gone back by 1 % and five minutes have passed."
        case (nil, nil): "The server has not seen yet that the condition is false."
        case (nil, .noRate): Meaning("The server has no exchange rate for the alert's currency.", "Wait, or use USD.")
        case (nil, .noPrice), (nil, .noPrices):
            "The condition needs prices that have not come, or that their sources no longer send."
        case (nil, .lowerPrice), (nil, .higherPrice), (nil, .lower), (nil, .higher):
            "The condition is true already. The alert is armed once it has been false, and fires when it is true again."
        }
    }
}

extension AlertTextFault: Explained {
    /// What follows "an alert cannot have".
    private static let impossible = [
        "the price 0; use one above 0", "the value 0; use one above 0",
        "a time of 25 h; use 5 min to 24 h",
        "0.01 percent; use 0.1 to 1000 for a rise, or -99.9 to -0.1 for a fall",
        "a note of 200 characters, of 140 at most", "a note with a control character",
    ]

    static var samples: [Self] {
        let others: [Self] = [
            .empty, .unreadable("65000"), .noTime("+5%"), .comma(">65,000"), .tooManyDigits(">0.1234567890123456789"),
        ]
        return others + impossible.map { Self.outOfRange($0) }
    }

    var meaning: Meaning {
        switch self {
        case .empty: Meaning("No condition was typed.", "Type one.")
        case .unreadable: Meaning("A condition that cannot be read.", "Write it like one of the examples.")
        case .noTime: Meaning("A change without its time.", "Add the time.")
        case .comma: Meaning("A number with a comma.", "Write it with a point, and nothing between thousands.")
        case .tooManyDigits: Meaning("A number that is longer than prices are.", "Write it with fewer digits.")
        case .outOfRange:
            Meaning("A condition or a note that no alert may have.", "Stay within what the message says.")
        }
    }
}

enum AlertMessages {
    static let all =
        Message.all(AlertStanding.self) + [
            Message(
                "\(FiredWords(time: "11-02 14:05", price: "66,012.00", whileDown: true))",
                Meaning(
                    "The alert fired at that time. \"Server was down\": the condition became true before the server was up again.",
                    "`x` marks it as seen."
                )
            ),
            Message(
                AlertEvent.sample.line("BTC", in: "USD"),
                Meaning("The alert fires, on every terminal and by every way of delivery.", "`x` marks it as seen.")
            ),
            Message(
                AlertEvent.fired(whileDown: true).line("BTC", in: "USD"),
                Meaning(
                    "The same, for a condition that became true before the server was up again.",
                    "`x` marks it as seen."
                )
            ),
            Message(
                LostDelivery(name: "phone", state: .givenUp).line,
                Meaning(
                    "The host of a way of delivery did not take the alerts for a day, or more than 100 were waiting.",
                    "Fix what the message names, or remove the way."
                )
            ),
        ]
}

extension AlertEvent {
    static var sample: Self { fired(whileDown: false) }

    fileprivate static func fired(whileDown: Bool) -> Self {
        let (coin, time) = (CoinID(1), MarketTime(seconds: 1_800_000_000))
        let alert = Alert(
            id: AlertID(rawValue: 7),
            coin: coin,
            condition: .priceAbove(price(66_000)),
            note: "sell some"
        )
        return Self(number: 9, of: alert, price: price(66_012), source: "Binance", time: time, whileDown: whileDown)
    }

    fileprivate static func price(_ dollars: Int64) -> ExactDecimal {
        guard let price = try? ExactDecimal(mantissa: dollars, exponent: 0) else { preconditionFailure("\(dollars)") }
        return price
    }
}

extension DeliveryState {
    fileprivate static var givenUp: Self {
        var state = Self(delivery: DeliveryID(rawValue: 7))
        (state.lost, state.problem) = (2, "ntfy.sh answered with status 403")
        return state
    }
}
