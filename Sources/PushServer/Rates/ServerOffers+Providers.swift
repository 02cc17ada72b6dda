internal import Shared

extension ServerOffers {
    /// The choices that the providers of a market make possible.
    init(_ market: ServerConfiguration.Market) {
        let providers = market.providers
        var names: [String] = []
        for name in providers.compactMap(\.rates).flatMap(\.currencies) where !names.contains(name) {
            names.append(name)
        }
        // The most wanted currencies come first.
        let first = names.prefix(Self.firstCount).map { Currency($0) }
        let rest = names.dropFirst(Self.firstCount).sorted().map { Currency($0) }
        self.init(
            klineSources: providers.compactMap(\.klineSource),
            currencies: [.usd] + first + [.bitcoin, .ether] + rest,
            isMock: market.kind == .mock
        )
    }

    private static let firstCount = 8
}
