import Shared
import Testing

@testable import PushServer

struct ProviderErrorTests {
    @Test(arguments: [
        (ProviderFailure.needsKey(.missing), "Huobi needs an API key."), (.timedOut, "Huobi did not answer in time."),
        (.rateLimited(until: testTime), "Huobi's rate limit is used up for now."),
        (.paced(until: testTime), "The server stays within Huobi's limit, and does not ask it for now."),
        (.notListed("invalid symbol"), "Huobi does not list this (invalid symbol)."),
        (.unavailable("HTTP 502", until: nil), "Huobi is unavailable: HTTP 502."),
        (.tooLarge(limit: 9), "Huobi sent more than 9 bytes."),
        (
            .badAnswer("it is a page of HTML", beginning: "<html>"),
            "Huobi sent an answer that cannot be used: it is a page of HTML."
        ),
    ])
    func hasASentenceForTheUser(failure: ProviderFailure, sentence: String) {
        #expect(ProviderError(.huobiTickers, failure).sentence == sentence)
    }

    @Test(arguments: [
        (130_000, "for another 2 min"), (30_000, "for another 30 s"), (7_200_000, "for another 2 h"), (500, "for now"),
        (-60_000, "for now"),
    ])
    func itSaysHowMuchLongerItLasts(milliseconds: Int, words: String) {
        let until = testTime.adding(.milliseconds(milliseconds))
        #expect(
            ProviderError(.huobiTickers, .rateLimited(until: until)).sentence(at: testTime)
                == "Huobi's rate limit is used up \(words)."
        )
        #expect(
            ProviderError(.huobiTickers, .paced(until: until)).sentence(at: testTime)
                == "The server stays within Huobi's limit, and does not ask it \(words)."
        )
    }

    @Test func theLogHasTheTimeInUTC() {
        let error = ProviderError(.huobiTickers, .rateLimited(until: testTime))
        #expect("\(error)" == "GET /market/tickers: Huobi's rate limit is used up until 2023-11-14 22:13:20 UTC.")
    }

    @Test func itsDescriptionNamesTheEndpointAndShowsTheBody() {
        let error = ProviderError(.huobiTickers, .badAnswer("it is a page of HTML", beginning: "<html>"))
        #expect("\(error)" == "GET /market/tickers: \(error.sentence) It begins: <html>")
    }

    @Test func itSaysWhenARetryCanHelp() {
        #expect(ProviderError(.huobiTickers, .rateLimited(until: testTime)).notBefore == testTime)
        #expect(ProviderError(.huobiTickers, .unavailable("", until: testTime)).notBefore == testTime)
        #expect(ProviderError(.huobiTickers, .timedOut).notBefore == nil)
        #expect(ProviderError(.huobiTickers, .needsKey(.wrong)).isLasting)
        #expect(!ProviderError(.huobiTickers, .timedOut).isLasting)
    }

    @Test func noTextContainsAKey() throws {
        let key = try #require(APIKey(" 4b1d-key \n"))
        let endpoint = Endpoint.coinMarketCapListing(start: 1, limit: 1, key: key)
        let failures: [ProviderFailure] = [
            .refused("4b1d-key is odd"), .unavailable("4b1d-key", until: nil), .notListed("no 4b1d-key"),
            .badAnswer("4b1d-key", beginning: "your key: 4b1d-key"),
        ]
        for failure in failures {
            let error = ProviderError(endpoint, failure)
            #expect(!"\(error) \(error.sentence) \(String(reflecting: error))".contains("4b1d"))
        }
        #expect(!"\(key) \(String(reflecting: key)) \(endpoint)".contains("4b1d"))
        var dumped = ""
        dump(endpoint, to: &dumped)
        #expect(!dumped.contains("4b1d"))
    }

    @Test func everyProviderTakesItsKeyInAHeader() throws {
        let key = try #require(APIKey("4b1d-key"))
        let endpoints: [(Endpoint, String)] = [
            (.coinMarketCapListing(start: 1, limit: 1, key: key), "X-CMC_PRO_API_KEY: 4b1d-key"),
            (.coinMarketCapInfo(CoinID(1), key: key), "X-CMC_PRO_API_KEY: 4b1d-key"),
            (.cryptoCompareCoins(key: key), "Authorization: Apikey 4b1d-key"),
            (.cryptoCompareHistory(.days, of: "BTC", in: "USDT", limit: 5, key: key), "Authorization: Apikey 4b1d-key"),
        ]
        for (endpoint, line) in endpoints {
            #expect(endpoint.key?.headerLine == line)
            #expect(!endpoint.url(base: "https://host").contains("4b1d"))
            #expect(!"\(endpoint) \(String(reflecting: endpoint))".contains("4b1d"))
        }
    }

    @Test func withoutAKeyTheKeylessFormIsUsed() {
        #expect(Endpoint.coinMarketCapInfo(CoinID(1), key: nil).path == "/public-api/v2/cryptocurrency/info")
        #expect(Endpoint.cryptoCompareCoins(key: nil).key == nil)
    }

    @Test func aKeyThatIsInvalidInAHeaderIsNoKey() {
        #expect(APIKey("  ") == nil)
        #expect(APIKey("a\r\nX-Injected: b") == nil)
        #expect(APIKey("schlüssel") == nil)
    }
}
