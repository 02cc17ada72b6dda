/// What identifies a row of the market: a coin or token as the listing names it.
public struct Instrument: Hashable, Sendable {
    public var coin: CoinID
    /// Not unique, and not always upper case.
    public var symbol: String
    public var name: String
    public var kind: InstrumentKind

    public init(coin: CoinID, symbol: String, name: String, kind: InstrumentKind) {
        self.coin = coin
        self.symbol = symbol
        self.name = name
        self.kind = kind
    }
}
