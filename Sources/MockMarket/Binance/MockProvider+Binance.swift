import NIOHTTP1

extension MockProvider {
    static let binance = Self(
        owns: { $0.hasPrefix("/api/v3/") },
        reply: BinanceRoutes.reply,
        errorBody: binanceError,
        // Binance reports errors by the status. This is what an error under 200 would look like.
        errorUnder200: MockReply(text: binanceError(500)),
        // There are no plans. A client that goes on after a 429 is banned, for 3 days at most.
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
