import NIOHTTP1

extension MockProvider {
    static let cryptoCompare = Self(
        owns: { $0.hasPrefix("/data/") },
        reply: CryptoCompareRoutes.reply,
        errorBody: MockReply.archiveBody,
        errorUnder200: MockReply(text: MockReply.archiveBody(429)),
        monthSpent: MockReply(
            text: #"{"Response":"Error","Message":"You are over your rate limit please upgrade your account!","#
                + #""HasWarning":false,"Type":99,"RateLimit":{"calls_made":{"second":1,"minute":1,"hour":1,"day":106,"#
                + #""month":75771},"max_calls":{"second":20,"minute":300,"hour":3000,"day":10000,"month":75000}},"#
                + #""Data":{}}"#
        ),
        wrongTypes: MockReply(text: #"{"Response":"Success","Type":"100","Data":"none","RAW":[1]}"#)
    )
}

/// Errors.
extension MockReply {
    /// The answer without a key, as clients report it: an `Err` object and no `Response`.
    static let archiveKeyMissing = MockReply(.unauthorized, text: archiveBody(401))
    static let archiveKeyWrong = MockReply(
        .unauthorized,
        text: #"{"Response":"Error","Message":"You need a valid auth key or api key to access this endpoint","#
            + #""HasWarning":false,"Type":1,"RateLimit":{},"Data":{},"Warning":"","ParamWithError":"api_key"}"#
    )

    /// CryptoCompare's refusal, with HTTP status 200.
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

    @Sendable
    static func archiveBody(_ status: Int) -> String {
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
}
