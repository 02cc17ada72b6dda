import Shared

extension CryptoCompareCoins {
    /// Decodes "All the Coins".
    package init(cryptoCompare answer: HTTPAnswer) throws(ProviderFailure) {
        var rows: [CryptoCompareCoinRow] = []
        var isObject = false
        try answer.cryptoCompare { reader, key throws(JSONError) in
            guard key == "Data" else { return }
            isObject = try reader.members { reader, _ throws(JSONError) in rows.append(try .init(&reader)) }
        }
        guard isObject else { throw answer.badAnswer("it has no coins by symbol") }
        let coins = rows.compactMap(\.coin)
        try answer.check(ListRule(rows: "coins"), good: coins.count, bad: rows.count - coins.count)
        self.init(
            coins: coins,
            badRows: rows.count - coins.count,
            firstBadRow: rows.lazy.compactMap(\.fault).first
        )
    }
}

/// One member of `Data` while it is being read. Missing, null, empty and `N/A` mean the same.
private struct CryptoCompareCoinRow: JSONRow {
    private var symbol: String?
    private var name: String?
    private var contract: String?
    private var isTrading: Bool?

    init() {}

    var coin: CryptoCompareCoin? {
        guard let symbol, let name else { return nil }
        return CryptoCompareCoin(symbol: symbol, name: name, contract: contract, isTrading: isTrading ?? true)
    }

    /// Why the row is not a coin.
    var fault: String? {
        guard let symbol else { return "\(name ?? "a row") has no symbol" }
        return name == nil ? "\(symbol) has no name" : nil
    }

    mutating func read(_ key: String, from reader: inout JSONReader) throws(JSONError) {
        switch key {
        case "Symbol": symbol = try reader.text()
        // `Name` repeats the symbol.
        case "CoinName": name = try reader.text()
        case "SmartContractAddress": contract = try reader.text()
        case "IsTrading": isTrading = try reader.flag()
        default: break
        }
    }
}
