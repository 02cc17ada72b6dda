import NIOHTTP1

extension MockProvider {
    static let coinMarketCap = Self(
        owns: { $0.contains("/cryptocurrency/") || $0.hasSuffix("/key/info") },
        reply: CoinMarketCapRoutes.reply,
        errorBody: MockReply.coinMarketCapBody(_:),
        errorUnder200: MockReply(
            text: #"{"status":{"timestamp":"2024-08-03T08:55:44.231Z","error_code":"500","#
                + #""error_message":"The system is busy, please try again later!","elapsed":"0","credit_count":0}}"#
        ),
        monthSpent: MockReply(
            .tooManyRequests,
            text: MockReply.coinMarketCapBody(code: 1010, "You've exceeded your monthly credit limit.")
        ),
        wrongTypes: MockReply(
            text: #"{"status":{"error_code":0},"data":[{"id":{"is":"odd"},"name":7,"symbol":[],"quote":true}]}"#
        )
    )
}

/// Errors.
extension MockReply {
    /// For a call of the Pro API without a key, as recorded.
    static let keyMissing = MockReply(.unauthorized, text: coinMarketCapBody(401))
    static let keyWrong = MockReply(.unauthorized, text: coinMarketCapBody(code: 1001, "This API Key is invalid."))

    static func invalid(_ parameter: String) -> MockReply { badRequest("Invalid value for '\(parameter)'") }

    static func badRequest(_ message: String) -> MockReply {
        MockReply(.badRequest, text: coinMarketCapBody(code: 400, message))
    }

    @Sendable
    static func coinMarketCapBody(_ status: Int) -> String {
        switch status {
        case 401: coinMarketCapBody(code: 1002, "API key missing.")
        case 402: coinMarketCapBody(code: 1004, "Your plan's payment is overdue.")
        case 403: coinMarketCapBody(code: 1006, "Your plan does not support this endpoint.")
        case 429: coinMarketCapBody(code: 1008, "You've exceeded the rate limit of your API key.")
        default: coinMarketCapBody(code: status, "An internal error occurred.")
        }
    }

    static func coinMarketCapBody(code: Int, _ message: String) -> String {
        let message = message.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\\"")
        return
            #"{"status":{"timestamp":"2022-04-17T06:58:28.344Z","error_code":\#(code),"error_message":"\#(message)","#
            + #""elapsed":0,"credit_count":0}}"#
    }
}
