/// What Huobi (HTX) can be asked.
package struct HuobiClient: Sendable {
    private let router: Router

    package init(router: Router) {
        self.router = router
    }

    /// The latest price of every pair.
    @concurrent
    package func tickers() async throws(ProviderError) -> TickerBoard {
        try await router.value(of: .huobiTickers, decode: TickerBoard.init(huobi:))
    }
}
