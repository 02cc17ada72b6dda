package import Shared

/// The state of a source of the market, as JSON and as a line.
package struct SourceReport: Encodable, Sendable {
    let provider: String
    /// `listing`, `tickers` or `symbols`.
    let kind: String
    /// `live`, or what is wrong.
    let state: String
    let cause: String?
    /// The milliseconds since its newest data was heard.
    let age: Int64?
    /// True if the server makes its prices up; otherwise missing.
    let isMock: Bool?

    private enum CodingKeys: String, CodingKey {
        case provider, kind, state, cause
        case age = "age_ms"
        case isMock = "mock_market"
    }

    /// - Parameter isMock: whether the server makes its prices up.
    package init(_ source: MarketSource, at now: MarketTime, isMock: Bool = false) {
        self.isMock = isMock ? true : nil
        provider = source.provider
        kind = "\(source.kind)"
        state = source.state(at: now).word
        cause = source.cause.isEmpty ? nil : source.cause
        age = source.lastEvent.flatMap(now.age(of:))?.milliseconds
    }

    /// The fields whose change is worth a new line. The age is not one, because it always changes.
    struct State: Equatable {
        let state: String
        let cause: String?
    }

    var told: State { State(state: state, cause: cause) }

    /// `Huobi tickers: down, 75 s old: Huobi did not answer in time.`
    package var line: String {
        let isLive = state == MarketSource.State.live.word
        let old = isLive ? "" : age.map { ", \($0 / 1000) s old" } ?? ""
        return "\(provider) \(kind): \(state)\(old)\(cause.map { ": \($0)" } ?? "")".escaped
    }

    /// Warnings about sources for a reader of prices; empty if all is well.
    package static func warnings(of table: MarketTable, at now: MarketTime) -> [String] {
        table.sources.filter { $0.kind != .symbols && $0.state(at: now) != .live && !isArriving($0, in: table) }
            .map { SourceReport($0, at: now).line }
    }

    /// Whether the source's first answer is on its way: the server sends a listing's rows before the news that all of
    /// it has come.
    private static func isArriving(_ source: MarketSource, in table: MarketTable) -> Bool {
        source.state == .starting && source.lastEvent == nil && table.hasPrice(of: source.number)
    }
}

extension Duration {
    /// Whole milliseconds.
    var milliseconds: Int64 { Int64(self / .milliseconds(1)) }
}
