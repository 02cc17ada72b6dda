import Shared

extension CryptoCompareCoins {
    /// Decodes "All the Coins".
    package init(cryptoCompare answer: HTTPAnswer) throws(ProviderFailure) {
        var rows: [CryptoCompareCoinRow] = []
        var isObject = false
        var (imageBase, linkBase) = ("", "")
        try answer.cryptoCompare { reader, key throws(JSONError) in
            switch key {
            case "Data":
                isObject = try reader.members { reader, _ throws(JSONError) in rows.append(try .init(&reader)) }
            // These come before the coins in some answers and after them in others.
            case "BaseImageUrl": imageBase = try reader.text() ?? ""
            case "BaseLinkUrl": linkBase = try reader.text() ?? ""
            default: break
            }
        }
        guard isObject else { throw answer.badAnswer("it has no coins by symbol") }
        let coins = rows.compactMap { $0.coin(imageBase: imageBase, linkBase: linkBase) }
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
    private var builtOn: String?
    private var supply: ExactDecimal?
    private var isTrading: Bool?
    private var imagePath: String?
    private var pagePath: String?

    init() {}

    /// A token has a platform or a contract. Neither alone is enough: 932 of the recorded tokens have only a platform,
    /// 17 only a contract.
    func coin(imageBase: String, linkBase: String) -> CryptoCompareCoin? {
        guard let symbol, let name else { return nil }
        return CryptoCompareCoin(
            symbol: symbol,
            name: name,
            kind: contract != nil || builtOn != nil ? .token : .coin,
            contract: contract,
            supply: supply,
            isTrading: isTrading ?? true,
            logo: imagePath.flatMap { WebAddress(imageBase + $0) },
            page: pagePath.flatMap { WebAddress(linkBase + $0) }
        )
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
        case "BuiltOn": builtOn = try reader.text()
        case "TotalCoinSupply": supply = try reader.positiveDecimal(droppingExcessDecimals: true)
        case "IsTrading": isTrading = try reader.flag()
        case "ImageUrl": imagePath = try reader.text()
        case "Url": pagePath = try reader.text()
        default: break
        }
    }
}
