import Shared
import Testing

/// What readers make of a source's state.
struct MarketSourceTests {
    private let now = MarketTime(seconds: 1_700_000_000)

    /// - Parameters:
    ///   - age: the seconds since the source last sent something; nil: it never did.
    ///   - interval: the seconds between two requests; nil: not told.
    private func state(
        _ state: MarketSource.State = .live,
        _ kind: MarketSource.Kind = .tickers,
        age: Int64?,
        interval: Int64? = nil
    ) -> MarketSource.State {
        MarketSource(
            SourceNumber(1),
            MarketSource.Name(kind, of: "Huobi"),
            state: state,
            since: now.adding(seconds: -3600),
            lastEvent: age.map { now.adding(seconds: -$0) },
            interval: interval.map { .seconds($0) }
        ).state(at: now)
    }

    @Test(
        arguments: [(9, nil, true), (10, nil, false), (10, 2, false), (14, 5, true), (15, 5, false)]
            as [(Int64, Int64?, Bool)]
    )
    func anExchangeThatSendsNothingIsNotTakenForLive(age: Int64, interval: Int64?, isLive: Bool) {
        #expect(state(age: age, interval: interval) == (isLive ? .live : .stale))
    }

    @Test func timeChangesNothingElse() {
        for told in MarketSource.State.allCases where told != .live { #expect(state(told, age: 60) == told) }
        #expect(state(.live, .listing, age: 600) == .live, "a listing is asked seldom")
        #expect(state(age: nil) == .live)
        #expect(state(age: -60) == .live, "the server's clock was set back")
    }
}
