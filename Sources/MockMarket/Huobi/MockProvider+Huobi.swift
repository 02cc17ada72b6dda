import NIOHTTP1

extension MockProvider {
    static let huobi = Self(
        owns: { path in ["/market/", "/v1/common/", "/v2/settings/"].contains { path.hasPrefix($0) } },
        reply: HuobiRoutes.reply,
        errorBody: { _ in huobiError },
        errorUnder200: MockReply(text: huobiError),
        // There are no plans.
        monthSpent: MockReply(.tooManyRequests, headers: ["Retry-After": "86400"], text: huobiError),
        wrongTypes: MockReply(text: #"{"status":"ok","ts":"soon","data":{"symbol":["btcusdt"]}}"#)
    )

    /// The same for every status.
    private static let huobiError =
        #"{"status":"error","err-code":"gateway-internal-error","#
        + #""err-msg":"Failed to load data. Try again later.","data":null}"#
}
