import Shared
import TestSupport
import Testing

@testable import PushServer

/// When a connection sends exchange rates.
struct RateConnectionTests {
    @Test func ratesComeBeforeTheMarketAndAgainWhenTheyChange() {
        var connection = TestConnection()
        _ = connection.received(.hello(.test))
        #expect(connection.happens { $0.ratesChanged(into: &$1) } == [], "nobody is signed in yet")
        _ = connection.delivered(.signedIn(.success(.test())))
        let joined = UserPush.joined(UserNews(UserTable(), of: .test, in: .test), lastMutation: 0)
        let words = connection.delivered(.user(joined))
        let (rates, market) = (words.firstIndex(of: "send rates"), words.firstIndex(of: "serve market"))
        #expect(rates != nil && market != nil && rates ?? 0 < market ?? 0)
        #expect(connection.happens { $0.ratesChanged(into: &$1) } == ["send rates"])
    }

    @Test func aClientThatDoesNotReadGetsTheNewestRatesLater() {
        var connection = TestConnection.open()
        _ = connection.writable(false)
        for _ in 0..<3 { #expect(connection.happens { $0.ratesChanged(into: &$1) } == []) }
        #expect(connection.writable(true) == ["reading true", "send rates"])
        _ = connection.writable(false)
        #expect(connection.writable(true) == ["reading true"])
    }
}
