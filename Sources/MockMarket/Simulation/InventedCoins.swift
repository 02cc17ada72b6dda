import Shared

/// Believable and different names for any number of coins beyond the catalogue, with ids from their own range.
struct InventedCoins {
    private static let firstID: UInt32 = 900_001
    /// One coin in this many repeats a better known coin's symbol, as on the real list.
    private static let sharedSymbolEvery: Int64 = 90

    private static let beginnings = [
        "Aero", "Alto", "Astra", "Axo", "Bloom", "Bolt", "Brio", "Cala", "Ceno", "Cinder", "Cobalt", "Coral", "Delta",
        "Dora", "Echo", "Elara", "Ember", "Fable", "Ferro", "Flint", "Gala", "Glyph", "Halo", "Helio", "Hydra", "Iris",
        "Juno", "Kepler", "Kilo", "Koda", "Lumen", "Lyra", "Mako", "Meri", "Mira", "Nebu", "Nimbus", "Nova", "Octa",
        "Onyx", "Orbi", "Palo", "Penta", "Pixel", "Quanta", "Quill", "Rhea", "Riva", "Saga", "Sable", "Sola", "Strata",
        "Tala", "Terra", "Tidal", "Umbra", "Vanta", "Vela", "Vertex", "Wisp", "Xeno", "Yara", "Zeno", "Zephyr",
    ]
    private static let endings = [
        "chain", "dex", "fi", "flow", "forge", "gate", "grid", "hub", "link", "mint", "net", "node", "pad", "pay",
        "port", "scape", "shard", "stake", "swap", "vault", "verse", "ware", "wave", "works", "yield",
    ]
    private static let platforms = ["eth", "eth", "eth", "eth", "eth", "bnb", "bnb", "sol", "pol", "arb"]
    private static let suffixes = ["", "", "", " Protocol", " Network", " Finance", " DAO", " Token", " Coin", " AI"]

    private var random: SeededGenerator
    private var names: Set<String>
    private var symbols: Set<String>
    private let knownSymbols: [String]

    init(_ random: SeededGenerator, beside known: [CoinSeed]) {
        self.random = random
        knownSymbols = known.suffix(60).map(\.identity.symbol)
        names = Set(known.map(\.identity.name))
        symbols = Set(known.map(\.identity.symbol))
    }

    /// - Parameter cap: the largest market capitalization; it falls from coin to coin.
    mutating func seeds(_ count: Int, below cap: Int64) -> [CoinSeed] {
        (0..<Int64(count)).map { index in
            let share = cap * 120 / (120 + index) * 120 / (120 + index)
            return seed(UInt32(index), cap: share * random.within(80...120) / 100)
        }
    }

    private mutating func seed(_ index: UInt32, cap: Int64) -> CoinSeed {
        let name = freshName()
        let platform = platform()
        let identity = CoinIdentity(
            id: CoinID(Self.firstID + index * 3),
            name: name,
            symbol: symbol(for: name),
            slug: CoinSeed.slug(name),
            platform: platform,
            tokenAddress: platform == nil ? "" : TokenPlatform.address(&random)
        )
        let (price, supply) = money(cap)
        return CoinSeed(identity: identity, price: price, supply: supply, isStable: false)
    }

    /// Five digits at any magnitude from 0.0000012345 to 1234.5, and the supply that makes `cap` of it.
    private mutating func money(_ cap: Int64) -> (ExactDecimal, Int64) {
        let digits = random.within(10_000...99_999)
        let decimals = Int(random.within(2...10))
        guard let price = try? ExactDecimal(mantissa: digits, exponent: -decimals) else { return (.zero, 0) }
        let supply = Int128(cap) * CoinSeed.powerOfTen(decimals) / Int128(digits)
        return (price, max(1000, Int64(clamping: supply)))
    }

    /// A third are coins. Most tokens use Ethereum.
    private mutating func platform() -> TokenPlatform? {
        guard random.below(3) > 0 else { return nil }
        return TokenPlatform.all[random.element(of: Self.platforms)]
    }

    private mutating func freshName() -> String {
        while true {
            let ending = random.element(of: Self.endings)
            let name = random.element(of: Self.beginnings) + ending + random.element(of: Self.suffixes)
            if names.insert(name).inserted { return name }
        }
    }

    /// The first letters that are still free, or rarely those of a known coin.
    private mutating func symbol(for name: String) -> String {
        if random.below(Self.sharedSymbolEvery) == 0 { return random.element(of: knownSymbols) }
        let letters = name.uppercased().filter { $0.isLetter }
        for candidate in [letters.prefix(4), letters.prefix(3), letters.prefix(5)].map(String.init)
        where symbols.insert(candidate).inserted {
            return candidate
        }
        while true {
            let symbol = String(letters.prefix(3)) + String(random.element(of: Array(letters))) + Self.letter(&random)
            if symbols.insert(symbol).inserted { return symbol }
        }
    }

    private static func letter(_ random: inout SeededGenerator) -> String {
        String(UnicodeScalar(UInt8(ascii: "A") + UInt8(random.below(26))))
    }
}
