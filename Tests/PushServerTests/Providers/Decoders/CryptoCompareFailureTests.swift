import Shared
import Testing

@testable import PushServer

/// The meaning of CryptoCompare's error answers.
struct CryptoCompareFailureTests {
    private static func error(_ type: Int, _ message: String, _ more: String = #""Data":{}"#) -> String {
        #"{"Response":"Error","Message":"\#(message)","HasWarning":false,"Type":\#(type),\#(more)}"#
    }

    private static func overLimit(_ made: String, _ most: String) -> String {
        error(
            99,
            "You are over your rate limit",
            #""RateLimit":{"calls_made":{\#(made)},"max_calls":{\#(most)}},"Data":[]"#
        )
    }

    /// testTime is 2023-11-14 22:13:20 UTC.
    @Test(arguments: [
        (
            error(2, "There is no data for the symbol XYZ ."),
            ProviderFailure.notListed("There is no data for the symbol XYZ .")
        ),
        (error(2, "e param is not valid", #""Data":[],"ParamWithError":"e""#), .notListed("e param is not valid")),
        (
            error(2, "limit is larger than max value.", #""ParamWithError":"limit""#),
            .refused("limit is larger than max value.")
        ),
        (error(1, "CCCAGG market does not exist"), .notListed("CCCAGG market does not exist")),
        (error(1, "You need a valid auth key or api key to access this endpoint"), .needsKey(.missing)),
        (error(2, "The API key you provided is not valid"), .needsKey(.wrong)),
        (error(3, "Something went wrong"), .unavailable("Something went wrong", until: nil)),
        (error(99, "You are over your rate limit"), .rateLimited(until: testTime.adding(seconds: 60))),
        (
            overLimit(#""second":20,"minute":5"#, #""second":20,"minute":300"#),
            .rateLimited(until: testTime.adding(seconds: 1))
        ),
        (
            overLimit(#""second":20,"minute":300"#, #""second":20,"minute":300"#),
            .rateLimited(until: testTime.adding(seconds: 40))
        ),
        (overLimit(#""hour":3001"#, #""hour":3000"#), .rateLimited(until: MarketTime(seconds: 1_700_002_800))),
        (overLimit(#""hour":3001,"day":10000"#, #""hour":3000,"day":10000"#), .rateLimited(until: testTime.nextDay)),
        (overLimit(#""month":75771"#, #""month":75000"#), .rateLimited(until: testTime.nextMonth)),
        (
            #"{"Data":{},"Err":{"type":2,"message":"API key required, please refer","http_status_code":401,"other":[]}}"#,
            .needsKey(.missing)
        ),
        (#"{"Err":{"message":"API key is not valid","http_status_code":401}}"#, .needsKey(.wrong)),
        (#"{"Err":{"message":"slow down","http_status_code":429}}"#, .rateLimited(until: testTime.adding(seconds: 60))),
        (#"{"Err":{"message":"no such instrument","http_status_code":404}}"#, .notListed("no such instrument")),
        (#"{"Err":{"message":"overload","http_status_code":503}}"#, .unavailable("overload", until: nil)),
        (#"{"Err":{},"Data":[]}"#, nil), (#"{"Data":[],"Response":"Success"}"#, nil),
    ])
    func errorsUnderSuccess(body: String, expected: ProviderFailure?) {
        #expect(failure(of: HTTPAnswer(text: body)) == expected)
    }

    @Test(arguments: [
        (401, #"{"Data":{},"Err":{"type":2,"message":"API key required"}}"#, ProviderFailure.needsKey(.missing)),
        (401, "", .needsKey(.missing)), (401, "<html>", .needsKey(.missing)),
        (429, "{}", .rateLimited(until: testTime.adding(seconds: 60))),
        (500, #"{"Response":"Error","Message":"broken","Type":1}"#, .notListed("broken")),
        (502, "<html>", .unavailable("HTTP 502", until: nil)), (404, "", .unavailable("HTTP 404", until: nil)),
    ])
    func statusesAndTheirBodies(status: Int, body: String, expected: ProviderFailure) {
        #expect(failure(of: HTTPAnswer(status, text: body)) == expected)
    }

    @Test func aPageOfHTMLAndAnEmptyBodyAreBadAnswers() {
        #expect(failure(of: HTTPAnswer(text: "<html>")) == .badAnswer("it is a page of HTML", beginning: "<html>"))
        #expect(failure(of: HTTPAnswer(text: "")) == .badAnswer("it is empty", beginning: ""))
        #expect(failure(of: HTTPAnswer(text: "{}")) == .badAnswer("it has no list of candles", beginning: "{}"))
    }

    @Test(.ifRecorded) func recordedErrors() throws {
        let noData = try RecordedData.answer("cryptocompare/errors/http200_type2_no_data_for_tosymbol.json")
        #expect(failure(of: noData) == .notListed("There is no data for any of the toSymbols USD ."))
        let overLimit = try RecordedData.answer("cryptocompare/errors/http200_type99_rate_limit_20200818.json")
        #expect(failure(of: overLimit) == .rateLimited(until: testTime.nextMonth))
    }

    private func failure(of answer: HTTPAnswer) -> ProviderFailure? {
        do throws(ProviderFailure) {
            _ = try CandleSeries(cryptoCompare: answer, .minutes, limit: 10)
            return nil
        } catch {
            return error
        }
    }
}
