import Shared
import Testing

@testable import PushServer

/// The meaning of the providers' error answers.
struct ProviderFailureTests {
    @Test(arguments: [
        (401, 1001, ProviderFailure.needsKey(.wrong)), (401, 1002, .needsKey(.missing)),
        (402, 1003, .needsKey(.notAllowed)),
        (402, 1004, .needsKey(.notAllowed)), (403, 1005, .needsKey(.missing)), (403, 1006, .needsKey(.notAllowed)),
        (403, 1007, .needsKey(.notAllowed)), (400, 400, .refused("words")),
        (500, 500, .unavailable("words", until: nil)),
        (429, 1008, .rateLimited(until: testTime.adding(seconds: 60))),
        (429, 1009, .rateLimited(until: testTime.nextDay)),
        (429, 1010, .rateLimited(until: testTime.nextMonth)),
        (429, 1011, .rateLimited(until: testTime.adding(seconds: 60))), (200, 500, .unavailable("words", until: nil)),
    ])
    func coinMarketCapCodes(http: Int, code: Int, failure: ProviderFailure) {
        for written in ["\(code)", "\"\(code)\""] {
            let body = #"{"status":{"error_code":\#(written),"error_message":"words","elapsed":"0"}}"#
            #expect(throws: failure) { try CoinListing(coinMarketCap: HTTPAnswer(http, text: body)) }
        }
    }

    @Test(arguments: [
        (400, ProviderFailure.refused("HTTP 400")), (401, .needsKey(.missing)), (402, .needsKey(.notAllowed)),
        (403, .unavailable("HTTP 403", until: nil)), (404, .unavailable("HTTP 404", until: nil)),
        (410, .unavailable("HTTP 410", until: nil)), (418, .refused("HTTP 418")),
        (429, .rateLimited(until: testTime.adding(seconds: 60))), (502, .unavailable("HTTP 502", until: nil)),
    ])
    func aStatusWithoutAReadableBody(status: Int, failure: ProviderFailure) {
        for body in ["", "<html>blocked</html>", #"{"statusCode":410,"error":"Gone"}"#, "{"] {
            #expect(throws: failure) { try CoinListing(coinMarketCap: HTTPAnswer(status, text: body)) }
            #expect(throws: failure) { try TickerBoard(huobi: HTTPAnswer(status, text: body)) }
        }
    }

    @Test func theProvidersOwnWaitingTimeWins() {
        let until = testTime.adding(seconds: 7)
        let body = #"{"status":{"error_code":1009}}"#
        #expect(throws: ProviderFailure.rateLimited(until: until)) {
            try CoinListing(coinMarketCap: HTTPAnswer(429, text: body, retryAt: until))
        }
        #expect(throws: ProviderFailure.unavailable("HTTP 503", until: until)) {
            try TickerBoard(huobi: HTTPAnswer(503, text: "", retryAt: until))
        }
        // testTime is 2023-11-14 22:13:20 UTC.
        let headers = ["x-ratelimit-reset": "2023-11-14 15:14:00 -0700"]
        #expect(throws: ProviderFailure.rateLimited(until: testTime.adding(seconds: 40))) {
            try CoinListing(coinMarketCap: HTTPAnswer(429, text: #"{"status":{"error_code":1008}}"#, headers: headers))
        }
    }

    @Test func noPauseIsLongerThanAMonth() {
        let month = testTime.adding(seconds: 31 * 86_400)
        let headers = ["x-ratelimit-reset": "9999-12-31 23:59:59 +0000"]
        #expect(throws: ProviderFailure.rateLimited(until: month)) {
            try CoinListing(coinMarketCap: HTTPAnswer(429, text: #"{"status":{"error_code":1008}}"#, headers: headers))
        }
    }

    @Test(arguments: [
        ("", "it is empty"), (" \n", "it is empty"), ("<!DOCTYPE html><p>", "it is a page of HTML"),
        ("Forbidden", "it is not JSON at byte 0"), (#"{"status":{"error_code":0},"data":[{"#, "it ends in the middle"),
        ("{} x", "it is not JSON at byte 3"), ("[]", "it has no status"), ("{}", "it has no status"),
        (#"{"status":{"error_code":0}}"#, "it has no list of coins"),
        (#"{"status":{"error_code":0},"data":{"1":{}}}"#, "it has no list of coins"),
        (#"{"status":{"error_code":0},"data":null}"#, "it has no list of coins"),
    ])
    func aSuccessThatIsNoListing(body: String, reason: String) throws {
        let beginning = HTTPAnswer(text: body).beginning
        #expect(throws: ProviderFailure.badAnswer(reason, beginning: beginning)) {
            try CoinListing(coinMarketCap: HTTPAnswer(text: body))
        }
    }

    @Test(arguments: [
        (
            #"{"status":"error","err-code":"invalid-parameter","err-msg":"invalid symbol"}"#,
            ProviderFailure.notListed("invalid symbol")
        ),
        (
            #"{"status":"error","err-code":"invalid-parameter","err-msg":"request limit"}"#,
            .rateLimited(until: testTime.adding(seconds: 10))
        ),
        (#"{"status":"error","err-code":"invalid-parameter","err-msg":"bad size"}"#, .refused("bad size")),
        (#"{"status":"error","err-code":"system-maintenance"}"#, .unavailable("system-maintenance", until: nil)),
        (#"{"status":"error"}"#, .unavailable("an error without a reason", until: nil)),
        (#"{"status":"ok","ts":1}"#, .badAnswer("it has no list of tickers", beginning: #"{"status":"ok","ts":1}"#)),
        (#"{"data":[]}"#, .badAnswer("it has no status", beginning: #"{"data":[]}"#)),
    ])
    func huobiErrorsUnderSuccess(body: String, failure: ProviderFailure) {
        #expect(throws: failure) { try TickerBoard(huobi: HTTPAnswer(text: body)) }
    }

    @Test(
        .ifRecorded,
        arguments: [
            ("invalid_parameter_invalid_symbol", ProviderFailure.notListed("invalid symbol")),
            ("invalid_parameter_symbol_trade_not_open_now", .notListed("symbol trade not open now")),
            ("gateway_internal_error", .unavailable("Failed to load data. Try again later.", until: nil)),
            ("base_request_exceed_frequency_limit", .rateLimited(until: testTime.adding(seconds: 10))),
            ("http200_err_code_403_incorrect_access_key_2020", .needsKey(.wrong)),
        ]
    )
    func recordedHuobiErrors(file: String, failure: ProviderFailure) throws {
        let answer = try RecordedData.answer("huobi/errors/\(file).json")
        #expect(throws: failure) { try TickerBoard(huobi: answer) }
    }

    @Test(
        .ifRecorded,
        arguments: [
            ("pro_401_1001_key_invalid_20220417", 401, ProviderFailure.needsKey(.wrong)),
            ("pro_401_1002_api_key_missing_20200323", 401, .needsKey(.missing)),
            (
                "dataapi_http200_error_code_500_20240803", 200,
                .unavailable("The system is busy, please try again later!", until: nil)
            ),
        ]
    )
    func recordedCoinMarketCapErrors(file: String, status: Int, failure: ProviderFailure) throws {
        let answer = try RecordedData.answer("coinmarketcap/errors/\(file).json", status: status)
        #expect(throws: failure) { try CoinListing(coinMarketCap: answer) }
    }
}
