import Shared

/// A coin for tests. Figures that a test does not name are unknown.
struct TestCoin {
    var id: UInt32
    var symbol: String
    var name: String
    var kind = InstrumentKind.coin
    var price: String?
    var day: Int?
    var hour: Int?
    var week: Int?
    var volume: UInt64?
    var supply: UInt64?
    var rank: UInt32?
    var isDelisted = false
}

extension MarketTable {
    /// A table with these rows, and sources that are live.
    static func of(_ coins: [TestCoin], sources: [MarketSource] = []) -> MarketTable {
        var table = MarketTable()
        table.update(MarketChanges(coins, sources: sources))
        return table
    }

    /// These rows as a part of a snapshot; all of them unless said otherwise.
    func part(_ rows: Range<Int>? = nil) -> MarketPart {
        let rows = rows ?? 0..<count
        return MarketPart(
            epoch: MarketEpoch(rawValue: 1),
            sequence: sequence,
            firstRow: rows.lowerBound,
            isLast: rows.upperBound == count,
            time: time,
            changes: changes(in: rows),
            diffFollows: rows.lowerBound > 0
        )
    }

    /// Commits changes as the server does, a quarter of a second after the last ones.
    mutating func update(_ changes: MarketChanges) {
        _ = commit(changes, time: MarketTime(seconds: 1_700_000_000).adding(milliseconds: Int64(sequence) * 250))
    }

    /// Gives one row another price with the same decimals.
    mutating func setPrice(_ mantissa: UInt64, row: Int) {
        var changes = MarketChanges()
        changes.prices.append(mantissa, row: row)
        update(changes)
    }
}

extension MarketChanges {
    init(_ coins: [TestCoin], sources: [MarketSource]) {
        self.init()
        self.sources = sources
        for (row, coin) in coins.enumerated() {
            let instrument = Instrument(
                coin: CoinID(coin.id),
                symbol: coin.symbol,
                name: coin.name,
                kind: coin.kind
            )
            let price = coin.price.flatMap(TestPrice.init)
            instruments.append(instrument, row: row)
            pricings.append(Pricing(decimals: price?.decimals ?? 0, source: price == nil ? .none : .ticker), row: row)
            prices.append(price?.mantissa, row: row)
            dayChanges.append(coin.day.map { Percent(hundredths: $0) }, row: row)
            let hour = coin.hour.map { Percent(hundredths: $0) }
            let week = coin.week.map { Percent(hundredths: $0) }
            trends.append(Trend(hour: hour, week: week), row: row)
            volumes.append(coin.volume, row: row)
            fundamentals.append(
                Fundamentals(rank: coin.rank ?? UInt32(row + 1), supply: coin.supply),
                row: row
            )
            delistings.append(coin.isDelisted, row: row)
        }
    }
}

/// A price as text with all of its decimals, trailing zeros included.
private struct TestPrice {
    let mantissa: UInt64
    let decimals: UInt8

    init?(_ text: String) {
        guard let mantissa = UInt64(text.filter { $0 != "." }) else { return nil }
        self.mantissa = mantissa
        decimals = UInt8(text.split(separator: ".").dropFirst().first?.count ?? 0)
    }
}

extension [TestCoin] {
    /// Five coins and three tokens, with everything that a row can show.
    static let few: [TestCoin] = [
        TestCoin(
            id: 1,
            symbol: "BTC",
            name: "Bitcoin",
            price: "67123.45",
            day: 231,
            hour: 12,
            week: -310,
            volume: 34_567_890_123,
            supply: 19_700_000
        ),
        TestCoin(
            id: 1027,
            symbol: "ETH",
            name: "Ethereum",
            price: "3456.789",
            day: -105,
            hour: -3,
            week: 520,
            volume: 15_400_000_000,
            supply: 120_100_000
        ),
        TestCoin(
            id: 825,
            symbol: "USDT",
            name: "Tether",
            kind: .token,
            price: "1.0002",
            day: 0,
            hour: 0,
            week: 1,
            volume: 52_300_000_000,
            supply: 112_000_000_000
        ),
        TestCoin(
            id: 5426,
            symbol: "SOL",
            name: "Solana",
            price: "151.27",
            day: 1234,
            hour: 88,
            week: -45,
            volume: 2_900_000_000,
            supply: 459_000_000
        ),
        TestCoin(
            id: 74,
            symbol: "DOGE",
            name: "Dogecoin",
            price: "0.12345",
            day: -999,
            hour: -20,
            week: -1520,
            volume: 999_600_000,
            supply: 144_000_000_000
        ),
        TestCoin(
            id: 1958,
            symbol: "TRX",
            name: "TRON",
            price: "0.1177",
            day: 45,
            hour: 1,
            week: 300,
            volume: 301_000_000,
            supply: 87_500_000_000
        ),
        TestCoin(
            id: 5994,
            symbol: "SHIB",
            name: "Shiba Inu",
            kind: .token,
            price: "0.0000181200",
            day: 10_400,
            hour: -77,
            week: 250,
            volume: 410_000_000,
            supply: 589_000_000_000_000
        ),
        TestCoin(
            id: 1975,
            symbol: "LINK",
            name: "Chainlink",
            kind: .token,
            price: "14.42",
            day: -310,
            hour: 5,
            week: 99,
            volume: 287_000,
            supply: 587_000_000
        ),
    ]

    /// This many coins, every fifth a token, always with the same names and prices.
    static func many(_ count: Int) -> [TestCoin] {
        (0..<count).map { index in
            TestCoin(
                id: UInt32(index + 1),
                symbol: "C\(index)",
                name: "Coin number \(index)",
                kind: index % 5 == 4 ? .token : .coin,
                price: "\(1000 + (index * 7919) % 100_000).25",
                day: (index * 37) % 2000 - 1000,
                volume: UInt64(index + 1) * 1_000_000,
                supply: 1_000_000
            )
        }
    }
}

extension SourceNumber {
    /// The number of the exchange in tests' markets.
    static let ticker = SourceNumber(2)
}
