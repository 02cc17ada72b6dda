package import Shared

/// Which coins a command prints, and in which order.
package struct PriceQuery: Hashable, Sendable {
    package enum Order: String, CaseIterable, Sendable {
        case rank, name, price, change
    }

    package var filter: String?
    package var order = Order.rank
    package var isDescending = false
    package var limit: Int?

    package init() {}

    /// Coins that are no longer listed are left out; what is not known comes last.
    package func quotes(of table: MarketTable) -> [Quote] {
        let wanted = filter?.lowercased()
        let listed = (0..<table.count).map { table[$0] }.filter { quote in
            !quote.isDelisted && wanted.map(quote.instrument.matches) ?? true
        }
        let sorted = listed.sorted { isDescending ? precedes($1, $0) : precedes($0, $1) }
        let (known, unknown) = (sorted.filter(isKnown), sorted.filter { !isKnown($0) })
        return Array((known + unknown).prefix(limit ?? .max))
    }

    private func isKnown(_ quote: Quote) -> Bool {
        switch order {
        case .rank: quote.fundamentals.rank != nil
        case .name: true
        case .price: quote.mantissa != nil
        case .change: quote.dayChange != nil
        }
    }

    private func precedes(_ one: Quote, _ other: Quote) -> Bool {
        switch order {
        case .rank: one.fundamentals.rank ?? .max < other.fundamentals.rank ?? .max
        case .name: one.instrument.name.lowercased() < other.instrument.name.lowercased()
        case .price: one.approximatePrice ?? 0 < other.approximatePrice ?? 0
        case .change: one.dayChange?.hundredths ?? 0 < other.dayChange?.hundredths ?? 0
        }
    }
}

extension Instrument {
    /// - Parameter text: in lower case.
    func matches(_ text: String) -> Bool {
        symbol.lowercased().contains(text) || name.lowercased().contains(text)
    }
}
