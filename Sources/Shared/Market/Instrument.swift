/// The identity of a row of the market: a coin or token, as the listing names it.
public struct Instrument: Hashable, Sendable {
    public var coin: CoinID
    /// Not unique, and not always upper case.
    public var symbol: String
    public var name: String
    public var kind: InstrumentKind

    /// The limits of a symbol and a name, in bytes of UTF-8, because strangers may list a coin under any name.
    public static let symbolBytesMax = 32
    public static let nameBytesMax = 64

    /// Longer texts are cut, and have no control characters.
    public init(coin: CoinID, symbol: String, name: String, kind: InstrumentKind) {
        self.coin = coin
        self.symbol = symbol.withoutControls.prefix(bytes: Self.symbolBytesMax)
        self.name = name.withoutControls.prefix(bytes: Self.nameBytesMax)
        self.kind = kind
    }
}
