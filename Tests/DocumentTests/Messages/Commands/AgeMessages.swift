@testable import Shared
@testable import TerminalClient
@testable import tickwire

/// What commands say on standard error of prices and candles that they print all the same.
enum AgeMessages {
    static let mockMarket = [
        Message(
            "\(MockMarketWarning())",
            Meaning(
                "The server runs with `--market mock`, its default, or is `local-mock`. It makes all prices up, for trying it out.",
                "For real prices, the server's operator gives it `--market live`, or you use `--server local`."
            )
        )
    ]

    static let all =
        Message.all(SourceReport.self) + [
            Message(
                "\(OldPrices(symbol: "UNI", age: .seconds(720), others: 2))",
                "These prices are older than others of their source, because no update of them has come."
            ),
            Message("\(OldPrices(symbol: "UNI", age: .seconds(720), others: 1))", "The same, of two prices."),
            Message(
                "\(OldCandles(age: .seconds(75), problem: "Huobi did not answer in time."))",
                "The source of the candles fails. The last candles that it sent are printed."
            ),
            Message(
                "\(OldCandles(age: nil, problem: "Huobi did not answer in time."))",
                "The source of the candles fails, and the server was restarted or its clock was set back since they came."
            ),
        ] + Message.all(AgeComplaint.self)
}

extension AgeComplaint: Explained {
    static var samples: [Self] {
        [
            .tooOld(name: "the price of BTC", seconds: "75", limit: "60s"),
            .noAge(name: "the price of BTC", limit: "60s"),
            .others(1), .others(4),
        ]
    }

    var meaning: Meaning {
        switch self {
        case .tooOld:
            Meaning("A price or candles are older than `--max-age` allows. The status is 75.", "Try again later.")
        case .noAge:
            Meaning(
                "With `--max-age`: the server's clock was set back, so the age of a price is not known. The status is 75.",
                "Try again later."
            )
        case .others: "At most three prices that are too old are named."
        }
    }
}

extension SourceReport: Explained {
    static var samples: [Self] {
        let states: [(MarketSource.State, String)] = [
            (.starting, ""), (.live, ""), (.stale, ""), (.stale, "Huobi does not answer."),
            (.stale, "Huobi repeats its last answer."), (.stale, "Huobi's time stamps stand still."),
            (.needsKey, "Huobi needs an API key."), (.rateLimited, "Huobi allows no more requests for now."),
            (.down, "Huobi did not answer in time."),
        ]
        let now = MarketTime(seconds: 1_800_000_000)
        return states.map { state, cause in
            let source = MarketSource(
                SourceNumber(rawValue: 1),
                MarketSource.Name(.tickers, of: "Huobi"),
                state: state,
                since: now,
                lastEvent: state == .starting ? nil : state == .live ? now : now.adding(seconds: -75),
                cause: cause
            )
            return SourceReport(source, at: now)
        }
    }

    var words: String { line }

    var meaning: Meaning {
        switch MarketSource.State.allCases.first(where: { $0.word == state }) {
        case .starting, nil: "The server has just started, and the source has not answered yet."
        case .live: "The source answers again. Only `tickwire watch` says so."
        case .stale where cause == nil:
            "The server sends nothing newer. For example, it may be a node that has lost its leader."
        case .stale: "The source repeats its answers, or has sent nothing for some time. The server keeps asking."
        case .needsKey: Meaning("The source does not answer without a key.", "Tell the operator.")
        case .rateLimited: "The source was asked too often. The server waits for as long as the source demands."
        case .down: "The source does not answer, or answers with an error. The server keeps asking."
        }
    }
}
