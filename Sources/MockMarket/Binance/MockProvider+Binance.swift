import NIOHTTP1

extension MockProvider {
    static let binance = Self(
        owns: { $0.hasPrefix("/api/v3/") },
        reply: BinanceRoutes.reply,
        errorBody: binanceError,
        // It tells errors by the status; this is what one would look like all the same.
        errorUnder200: MockReply(text: binanceError(500)),
        // It has no plans; who goes on after a 429 is banned, for 3 days at most.
        monthSpent: MockReply(
            HTTPResponseStatus(statusCode: 418),
            headers: ["Retry-After": "86400"],
            text: binanceError(418)
        ),
        wrongTypes: MockReply(text: #"[{"symbol":["BTCUSDT"],"lastPrice":{"is":"odd"}},[{"is":"odd"},7]]"#)
    )

    @Sendable
    private static func binanceError(_ status: Int) -> String {
        switch status {
        case 418: #"{"code":-1003,"msg":"Way too many requests; IP banned until 1700003600000."}"#
        case 429:
            #"{"code":-1003,"msg":"Too much request weight used; current limit is 6000 request weight per 1 MINUTE."}"#
        default: #"{"code":-1000,"msg":"An unknown error occurred while processing the request."}"#
        }
    }
}
