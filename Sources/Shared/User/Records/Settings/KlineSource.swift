/// A source of candles: one of those that a server offers.
public struct KlineSource: Hashable, Sendable {
    /// The stored and sent name, in lower case.
    public let name: String
    /// The shown and printed name, which live prices use, too. Users may type it in any case.
    public let title: String

    public init(name: String, title: String) { (self.name, self.title) = (name, title) }
}

/// The choices that a server offers in its Welcome, and whether its market is real.
public struct ServerOffers: Hashable, Sendable {
    /// The first one is used if the user has not chosen one of them.
    public var klineSources: [KlineSource]
    /// The currencies for prices, USD first. An older server offers none.
    public var currencies: [Currency]
    /// Whether the market is made up, so that everybody who reads its prices must be told. An older server does not say.
    public var isMock: Bool

    public init(klineSources: [KlineSource] = [], currencies: [Currency] = [], isMock: Bool = false) {
        (self.klineSources, self.currencies, self.isMock) = (klineSources, currencies, isMock)
    }

    /// - Returns: nil if it is not offered.
    public func klineSource(_ name: String) -> KlineSource? { klineSources.first { $0.name == name } }

    /// - Parameter typed: the name or title in any case.
    /// - Returns: nil if it is not offered.
    public func klineSource(typed: String) -> KlineSource? {
        klineSources.first { [$0.name, $0.title].contains { $0.lowercased() == typed.lowercased() } }
    }

    /// The title of a source. A source that is not offered is shown by its name.
    public func title(ofKlineSource name: String) -> String { klineSource(name)?.title ?? name }

    /// The source of a user's candles; nil if none is offered.
    public func klineSource(of user: UserTable) -> KlineSource? {
        user.storedText(of: Settings.klineSource).flatMap { klineSource($0) } ?? klineSources.first
    }
}
