import Foundation

extension MockReply {
    /// The same answer with only the newest `count` candles, as for a coin that was listed with the oldest of them.
    func newestCandles(_ count: Int) -> MockReply {
        replacingBody { body in
            guard let json = try? JSONSerialization.jsonObject(with: Data(body)),
                let cut = try? JSONSerialization.data(withJSONObject: Self.cut(json, to: count))
            else { return body }
            return Array(cut)
        }
    }

    /// The list is the answer itself, or is in `data` or `Data`, nested once or twice.
    private static func cut(_ json: Any, to count: Int) -> Any {
        if let list = json as? [Any] {
            let newest = list.sorted { time(of: $0) > time(of: $1) }.prefix(count).map(time)
            return list.filter { newest.contains(time(of: $0)) }
        }
        guard var object = json as? [String: Any] else { return json }
        for key in ["data", "Data"] where object[key] != nil { object[key] = object[key].map { cut($0, to: count) } }
        return object
    }

    private static func time(of candle: Any) -> Int64 {
        let named = (candle as? [String: Any]).flatMap { $0["id"] ?? $0["time"] }
        return ((named ?? (candle as? [Any])?.first) as? NSNumber)?.int64Value ?? 0
    }
}
