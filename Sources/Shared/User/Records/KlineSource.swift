/// Where candles come from: one of those that a server offers.
public struct KlineSource: Hashable, Sendable {
    /// As it is stored and sent: `binance`.
    public let name: String
    /// As it is shown and printed, and as live prices name their source: `Binance`. It may be typed in whatever case.
    public let title: String

    public init(name: String, title: String) { (self.name, self.title) = (name, title) }
}

/// What a server gives the choice of, as its Welcome says.
public struct ServerOffers: Hashable, Sendable {
    /// The first one holds where the user has chosen none of them.
    public var klineSources: [KlineSource]
    /// The currencies for prices, USD first. An older server offers none.
    public var currencies: [Currency]

    public init(klineSources: [KlineSource] = [], currencies: [Currency] = []) {
        (self.klineSources, self.currencies) = (klineSources, currencies)
    }

    /// - Returns: nil: it is not offered.
    public func klineSource(_ name: String) -> KlineSource? { klineSources.first { $0.name == name } }

    /// - Parameter typed: its name or title, in whatever case.
    /// - Returns: nil: it is not offered.
    public func klineSource(typed: String) -> KlineSource? {
        klineSources.first { [$0.name, $0.title].contains { $0.lowercased() == typed.lowercased() } }
    }

    /// A source that is not offered is shown by its name.
    public func title(ofKlineSource name: String) -> String { klineSource(name)?.title ?? name }

    /// Where a user's candles come from; nil: nowhere, as none is offered.
    public func klineSource(of user: UserTable) -> KlineSource? {
        user.storedText(of: Settings.klineSource).flatMap { klineSource($0) } ?? klineSources.first
    }
}
