import Shared

@testable import PushServer

extension PairList {
    /// Pairs against USDT that are open.
    static func sample(_ bases: [String], priceDecimals: Int? = nil) -> Self {
        let pairs = bases.map { base in
            ExchangePair(
                symbol: base + "usdt",
                base: base,
                quote: "usdt",
                state: .online,
                isLeveraged: false,
                priceDecimals: priceDecimals
            )
        }
        return Self(time: testTime, quote: "usdt", pairs: pairs, badRows: 0)
    }
}
