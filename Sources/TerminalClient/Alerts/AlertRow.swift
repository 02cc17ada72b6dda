internal import Shared

/// An alert, or one that has fired, as a row of the list.
struct AlertRow: Equatable, Sendable {
    enum Subject: Hashable, Sendable {
        case event(number: UInt64)
        case alert(AlertID)
    }

    let subject: Subject
    let coin: String
    let condition: String
    let state: String
    let note: String
    let tone: Tone

    init(_ event: AlertEvent, in market: MarketTable, by clock: WallClock, hidesAmounts: Bool) {
        subject = .event(number: event.number)
        (coin, note) = (market.symbol(of: event.coin), event.note)
        condition = event.words(hidesAmounts: hidesAmounts)
        let time = clock.reading(event.time).dateAndClockText.dropFirst(5).prefix(11)
        state =
            "fired \(time) at \(event.priceWords(hidesAmounts: hidesAmounts))"
            + (event.whileDown ? ", server was down" : "")
        tone = .warning
    }

    /// - Parameters:
    ///   - state: nil while the alert waits because the server has not seen its condition false yet.
    ///   - lack: what is missing to judge the condition, such as "no price"; nil if nothing is.
    init(_ alert: Alert, _ state: AlertState?, lack: String?, in market: MarketTable, hidesAmounts: Bool) {
        subject = .alert(alert.id)
        (coin, note) = (market.symbol(of: alert.coin), alert.note)
        condition = alert.words(hidesAmounts: hidesAmounts) + (alert.repeats ? ", repeats" : "")
        switch state?.phase {
        case .armed: (self.state, tone) = lack.map { ("armed, but \($0)", .warning) } ?? ("armed", .good)
        case .resting: (self.state, tone) = (alert.repeats ? "rests" : "has fired", .quiet)
        case nil where lack != nil: (self.state, tone) = ("waits: \(lack ?? "")", .warning)
        case nil:
            let quote = alert.currency == Currency.usd.name ? market.row(of: alert.coin).map { market[$0] } : nil
            let isTrue = quote.flatMap(alert.condition.isTrue) ?? false
            (self.state, tone) = (isTrue ? "already true: waits" : "not armed yet", .quiet)
        }
    }
}

extension AlertCondition {
    /// Whether the condition is true for the shown figures; nil if only the server knows.
    fileprivate func isTrue(of quote: Quote) -> Bool? {
        switch self {
        case .priceAbove(let limit): quote.exactPrice.map { $0 >= limit }
        case .priceBelow(let limit): quote.exactPrice.map { $0 <= limit }
        case .move, .dayChange, .holdings: nil
        }
    }
}
