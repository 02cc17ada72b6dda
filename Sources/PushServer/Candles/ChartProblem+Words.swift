internal import Shared

extension ChartProblem {
    static func starting(_ source: KlineSource) -> Self {
        Self(
            source: source.name,
            kind: .unavailable,
            message: "The server does not yet know which coins \(source.title) lists."
        )
    }

    /// The node follows nobody who could be asked.
    static func noMarket(_ source: KlineSource) -> Self {
        Self(source: source.name, kind: .unavailable, message: AnswerProblem.noMarket.message)
    }

    static func unknownCoin(_ coin: CoinID, _ source: KlineSource) -> Self {
        Self(source: source.name, kind: .unknownCoin, message: "The market has no coin \(coin).")
    }

    /// - Parameters:
    ///   - other: another source that lists the coin.
    ///   - isDown: whether that source does not answer at the moment.
    static func notListed(_ name: String, _ source: KlineSource, other: KlineSource?, isDown: Bool) -> Self {
        let offer = other.map { " \($0.title) has it" + (isDown ? ", but does not answer now." : ".") } ?? ""
        return Self(
            source: source.name,
            kind: .notListed,
            message: "\(source.title) does not list \(name)." + offer,
            otherSource: other?.name
        )
    }

    static func tooMany(_ source: KlineSource) -> Self {
        Self(
            source: source.name,
            kind: .tooMany,
            message: "The server keeps as many candles as it can. This chart appears once there is room."
        )
    }

    static func tooManyOfUser(_ source: KlineSource) -> Self {
        Self(
            source: source.name,
            kind: .tooMany,
            message:
                "You have had \(SeriesShare.seriesMax) different charts open within the last minute, which is the limit. "
                + "This one appears once there is room."
        )
    }

    /// - Parameter source: the name of the source.
    static func tooManyOpen(_ limit: Int, _ source: String) -> Self {
        Self(
            source: source,
            kind: .tooMany,
            message: "This terminal has \(limit) charts open, which is the limit; close one."
        )
    }

    static func unknownInterval(_ number: Int, _ source: String) -> Self {
        Self(
            source: source,
            kind: .unknownInterval,
            message: "This server does not know the chart interval number \(number)."
        )
    }

    /// - Parameter name: nil if the user's settings have none either, because none is offered.
    static func unknownSource(_ name: String?, _ offers: ServerOffers) -> Self {
        let shown = (name ?? "").visible.prefix(bytes: 64)
        let titles = offers.klineSources.map(\.title).joined(separator: ", ")
        let offer = titles.isEmpty ? "This server offers no candles." : "Candles come from: \(titles)."
        return Self(
            source: shown,
            kind: .unknownSource,
            message: name == nil ? offer : "This server does not know the source '\(shown)'. \(offer)"
        )
    }

    /// The meaning of a provider's failure for a chart, at this time.
    init(_ error: ProviderError, _ source: KlineSource, other: KlineSource?, at now: MarketTime) {
        let kind: Kind =
            switch error.failure {
            case .needsKey: .needsKey
            case .notListed: .notListed
            default: .unavailable
            }
        self.init(
            source: source.name,
            kind: kind,
            message: error.sentence(at: now) + (other.map { " \($0.title) has this coin." } ?? ""),
            otherSource: other?.name
        )
    }
}
