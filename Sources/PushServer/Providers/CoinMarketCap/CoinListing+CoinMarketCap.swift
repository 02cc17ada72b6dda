import Shared

extension CoinListing {
    /// Decodes "Listings Latest" (providers.md section 1.5).
    init(coinMarketCap answer: HTTPAnswer) throws(ProviderFailure) {
        var status = CoinMarketCapStatus()
        guard answer.isSuccess else {
            // A body that is no JSON says no more than the HTTP status does.
            try? answer.json { reader throws(JSONError) in
                try reader.members { reader, key throws(JSONError) in
                    if key == "status" { try status.read(&reader) }
                }
            }
            throw status.failure(in: answer) ?? answer.failureByStatus
        }
        var rows = ListedCoinRows()
        try answer.json { reader throws(JSONError) in
            try reader.members { reader, key throws(JSONError) in
                switch key {
                case "status": try status.read(&reader)
                case "data": try rows.read(&reader)
                default: break
                }
            }
        }
        if let failure = status.failure(in: answer) { throw failure }
        guard rows.isList else { throw answer.badAnswer("it has no list of coins") }
        self.init(time: status.time ?? answer.arrived, coins: rows.coins, badRows: rows.bad)
    }
}

/// The rows of a listing as they are read.
private struct ListedCoinRows {
    var isList = false
    var coins: [ListedCoin] = []
    var bad = 0

    mutating func read(_ reader: inout JSONReader) throws(JSONError) {
        var rows = Self()
        rows.isList = try reader.elements { reader throws(JSONError) in
            var row = ListedCoinRow()
            try row.read(&reader)
            if let coin = row.coin { rows.coins.append(coin) } else { rows.bad += 1 }
        }
        self = rows
    }
}
