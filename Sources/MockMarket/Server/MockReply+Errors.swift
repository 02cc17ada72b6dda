import NIOHTTP1

/// The bodies that providers send with an error (providers.md sections 1.9 and 2.6).
extension MockReply {
    static func error(_ status: Int, path: String, retryAfter: Int? = nil) -> MockReply {
        let headers = retryAfter.map { ["Retry-After": "\($0)"] } ?? [:]
        let text =
            switch ProviderStyle(path: path) {
            case .coinMarketCap: coinMarketCapBody(status)
            case .cryptoCompare: archiveBody(status)
            case .huobi: huobiBody
            }
        return MockReply(HTTPResponseStatus(statusCode: status), headers: headers, text: text)
    }

    /// What the provider sends under HTTP 200 when it is in trouble.
    static func errorUnder200(path: String) -> MockReply {
        switch ProviderStyle(path: path) {
        case .coinMarketCap:
            MockReply(
                text: #"{"status":{"timestamp":"2024-08-03T08:55:44.231Z","error_code":"500","#
                    + #""error_message":"The system is busy, please try again later!","elapsed":"0","credit_count":0}}"#
            )
        case .cryptoCompare: MockReply(text: archiveBody(429))
        case .huobi: MockReply(text: huobiBody)
        }
    }

    /// The plan's requests of this month are used up.
    static func monthSpent(path: String) -> MockReply {
        switch ProviderStyle(path: path) {
        case .coinMarketCap:
            MockReply(
                .tooManyRequests,
                text: coinMarketCapBody(429, code: 1010, message: "You've exceeded your monthly credit limit.")
            )
        case .cryptoCompare:
            MockReply(
                text: #"{"Response":"Error","Message":"You are over your rate limit please upgrade your account!","#
                    + #""HasWarning":false,"Type":99,"RateLimit":{"calls_made":{"second":1,"minute":1,"hour":1,"day":106,"#
                    + #""month":75771},"max_calls":{"second":20,"minute":300,"hour":3000,"day":10000,"month":75000}},"#
                    + #""Data":{}}"#
            )
        // It has no plans.
        case .huobi: error(429, path: path, retryAfter: 86_400)
        }
    }

    /// JSON in the right places, but of the wrong types.
    static func wrongTypes(path: String) -> MockReply {
        switch ProviderStyle(path: path) {
        case .coinMarketCap:
            MockReply(
                text: #"{"status":{"error_code":0},"data":[{"id":{"is":"odd"},"name":7,"symbol":[],"quote":true}]}"#
            )
        case .cryptoCompare: MockReply(text: #"{"Response":"Success","Type":"100","Data":"none","RAW":[1]}"#)
        case .huobi: MockReply(text: #"{"status":"ok","ts":"soon","data":{"symbol":["btcusdt"]}}"#)
        }
    }

    /// For a call of the Pro API without a key, as recorded.
    static let keyMissing = MockReply.error(401, path: "/cryptocurrency/")
    static let keyWrong = MockReply(
        .unauthorized,
        text: coinMarketCapBody(401, code: 1001, message: "This API Key is invalid.")
    )
    /// For a call of CryptoCompare without a key, as its clients report it: an `Err` object and no `Response`.
    static let archiveKeyMissing = MockReply.error(401, path: "/data/")
    static let archiveKeyWrong = MockReply(
        .unauthorized,
        text: #"{"Response":"Error","Message":"You need a valid auth key or api key to access this endpoint","#
            + #""HasWarning":false,"Type":1,"RateLimit":{},"Data":{},"Warning":"","ParamWithError":"api_key"}"#
    )

    /// CryptoCompare's refusal, under HTTP 200.
    static func archiveError(_ message: String, type: Int = 2, parameter: String = "") -> MockReply {
        var json = JSONWriter(.script)
        json.object { json in
            json.text("Response", "Error")
            json.text("Message", message)
            json.raw("HasWarning", type == 2 ? "true" : "false")
            json.integer("Type", Int64(type))
            json.raw("RateLimit", "{}")
            json.raw("Data", "{}")
            if type == 2 { json.text("Warning", message) }
            if !parameter.isEmpty { json.text("ParamWithError", parameter) }
        }
        return MockReply(json)
    }

    static func notFound(_ path: String) -> MockReply {
        let text = #"{"statusCode":404,"error":"Not Found","message":"Not Found"}"#
        return MockReply(.notFound, text: text)
    }

    static func invalid(_ parameter: String) -> MockReply { badRequest("Invalid value for '\(parameter)'") }

    static func badRequest(_ message: String) -> MockReply {
        MockReply(.badRequest, text: coinMarketCapBody(400, code: 400, message: message))
    }

    private static func archiveBody(_ status: Int) -> String {
        switch status {
        case 401:
            #"{"Data":{},"Err":{"type":2,"message":"API key required, please refer to the documentation at "#
                + #"https://developers.coindesk.com/","http_status_code":401}}"#
        case 429:
            #"{"Response":"Error","Message":"You are over your rate limit please upgrade your account!","#
                + #""HasWarning":false,"Type":99,"RateLimit":{"calls_made":{"second":1,"minute":301,"hour":400,"#
                + #""day":400,"month":400,"total_calls":400},"max_calls":{"second":20,"minute":300,"hour":3000,"#
                + #""day":10000,"month":75000}},"Data":{}}"#
        default:
            #"{"Response":"Error","Message":"Something went wrong, please try again later.","HasWarning":false,"#
                + #""Type":3,"RateLimit":{},"Data":{}}"#
        }
    }

    private static let huobiBody =
        #"{"status":"error","err-code":"gateway-internal-error","#
        + #""err-msg":"Failed to load data. Try again later.","data":null}"#

    private static func coinMarketCapBody(_ status: Int) -> String {
        switch status {
        case 401: coinMarketCapBody(status, code: 1002, message: "API key missing.")
        case 402: coinMarketCapBody(status, code: 1004, message: "Your plan's payment is overdue.")
        case 403: coinMarketCapBody(status, code: 1006, message: "Your plan does not support this endpoint.")
        case 429: coinMarketCapBody(status, code: 1008, message: "You've exceeded the rate limit of your API key.")
        default: coinMarketCapBody(status, code: status, message: "An internal error occurred.")
        }
    }

    private static func coinMarketCapBody(_ status: Int, code: Int, message: String) -> String {
        let message = message.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\\"")
        return
            #"{"status":{"timestamp":"2022-04-17T06:58:28.344Z","error_code":\#(code),"error_message":"\#(message)","#
            + #""elapsed":0,"credit_count":0}}"#
    }
}
