internal import Shared

extension ServerOffers {
    /// The choices that these providers make possible.
    init(_ providers: [Provider]) {
        var names: [String] = []
        for name in providers.compactMap(\.rates).flatMap(\.currencies) where !names.contains(name) {
            names.append(name)
        }
        // The most wanted currencies come first.
        let first = names.prefix(Self.firstCount).map { Currency($0) }
        let rest = names.dropFirst(Self.firstCount).sorted().map { Currency($0) }
        self.init(
            klineSources: providers.compactMap(\.klineSource),
            currencies: [.usd] + first + [.bitcoin, .ether] + rest
        )
    }

    private static let firstCount = 8
}
