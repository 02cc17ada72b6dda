import Testing

@testable import PushServer
@testable import tickwire_server

/// What `tickwire-server status` says of one server.
struct ServerStateTests {
    private func state(problem: String? = nil, warning: String? = nil, market: String = "live") -> String {
        NodeReport(
            version: "0.2.0",
            listen: "127.0.0.1:7443",
            problem: problem,
            warning: warning,
            terminals: 3,
            market: market,
            coins: 1000,
            sequence: 1,
            fleet: nil
        ).state
    }

    /// The words of a problem may end with an advice, to which the market does not belong.
    @Test func theMockMarketStandsBeforeAProblem() {
        #expect(state(market: "mock") == "ready, mock market")
        #expect(state(problem: "no listing has come yet") == "not ready: no listing has come yet")
        let mixed = state(problem: "give all nodes the same --market", market: "mock")
        #expect(mixed == "not ready, mock market: give all nodes the same --market")
    }

    @Test func aWarningIsToldOfAServerThatIsReady() {
        let words = state(warning: "its certificate has expired; renew it")
        #expect(words == "ready, but its certificate has expired; renew it")
    }
}
